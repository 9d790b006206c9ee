/** Whole contents of each chain, in hexadecimal, with every optional part that they can have. */
import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import type { Member } from '../../electron/crypto/payloads/forms/cosmos/members.ts';
import { MESSAGES } from '../../electron/crypto/payloads/forms/cosmos/messages.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { BOB, encodeCall } from '../meanings/evm-calls.ts';
import {
  amino,
  any,
  coin,
  direct,
  type Field as ProtoField,
  proto,
  RECIPIENT,
  SENDER,
} from '../unit/crypto/payloads/forms/cosmos-builder.ts';
import { developmentKey } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { type ContractParts, type Field, OWNER, rawText, TARGET } from '../unit/crypto/transactions/tron/builder.ts';

export type Content = readonly [name: string, bytes: string];

const NONE = new Uint8Array(0);
const number = (value: number | bigint) => numberBytes(BigInt(value));
const GWEI = 10n ** 9n;
const TO = hexDecode(BOB.slice(2));
const USDC = hexDecode('a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const TRANSFER = encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: 5_000_000n });
const ACCESS_LIST: RlpItem = [[USDC, [new Uint8Array(32).fill(0x11)]]];
const written = (type: string, items: readonly RlpItem[]) => `${type}${hexEncode(rlpEncode(items))}`;

/** An authorization that the development account signs. */
function authorization(): RlpItem[] {
  const said = [number(1), USDC, number(3)];
  const digest = keccak256(Uint8Array.of(5, ...rlpEncode(said)));
  const { r, s, recovery } = signDigest('CURVE_SECP256K1', developmentKey().privateKey, digest);
  return [...said, number(recovery), r, s].map((item) =>
    item[0] === 0 ? number(BigInt(`0x${hexEncode(item)}`)) : item,
  );
}

const LEGACY = [number(7), number(20n * GWEI), number(90_000), TO, number(10n ** 18n), NONE];
const FEE_MARKET = [number(1), number(7), number(GWEI), number(20n * GWEI), number(90_000)];

export const EVM: readonly Content[] = [
  ['of a chain', written('', [...LEGACY, number(1), NONE, NONE])],
  ['of no chain', written('', LEGACY)],
  [
    'with an access list',
    written('01', [number(1), number(7), number(20n * GWEI), number(90_000), USDC, NONE, TRANSFER, ACCESS_LIST]),
  ],
  ['of EIP-1559', written('02', [...FEE_MARKET, USDC, NONE, TRANSFER, ACCESS_LIST])],
  ['with an authorization', written('04', [...FEE_MARKET, TO, number(5), NONE, [], [authorization()]])],
];

const TIP20 = hexDecode(`20c0${'00'.repeat(18)}`);
const tempo = (...calls: RlpItem[]) =>
  written('76', [
    ...[number(4217), number(GWEI), number(20n * GWEI), number(100_000), calls, ACCESS_LIST, number(9), number(7)],
    ...[number(1_900_000_000), number(1_700_000_000), TIP20, NONE, []],
  ]);

export const TEMPO: readonly Content[] = [
  ['of one call', tempo([TIP20, NONE, TRANSFER])],
  ['of two calls', tempo([TIP20, NONE, TRANSFER], [TIP20, NONE, TRANSFER])],
];

const tron = (name: string, type: number, value: readonly Field[], more: Partial<ContractParts> = {}): Content => [
  name,
  rawText({ name, type, value: [[1, OWNER], ...value], ...more }),
];
const keyOf = (address: Uint8Array): Field => [
  7,
  [
    [1, address],
    [2, 1],
  ],
];
const OPERATIONS = new Uint8Array(32).with(0, 2).with(9, 4);

export const TRON: readonly Content[] = [
  tron(
    'TransferContract',
    1,
    [
      [2, TARGET],
      [3, 2_500_000],
    ],
    {
      raw: [[10, '104882']],
      contract: [
        [3, hexDecode('0102')],
        [4, 'name'],
        [5, 2],
      ],
    },
  ),
  [
    'TransferAssetContract',
    rawText({
      name: 'TransferAssetContract',
      type: 2,
      value: [
        [1, '1002000'],
        [2, OWNER],
        [3, TARGET],
        [4, 5_000_000],
      ],
    }),
  ],
  tron('VoteWitnessContract', 4, [
    [
      2,
      [
        [1, TARGET],
        [2, 1000],
      ],
    ],
  ]),
  tron('WithdrawBalanceContract', 13, []),
  tron(
    'TriggerSmartContract',
    31,
    [
      [2, hexDecode('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')],
      [4, TRANSFER],
    ],
    { raw: [[18, 30_000_000]] },
  ),
  tron('AccountPermissionUpdateContract', 46, [
    [2, [[3, 'owner'], [4, 2], keyOf(OWNER), keyOf(TARGET)]],
    [3, [[1, 1], [2, 1], [3, 'witness'], [4, 1], keyOf(TARGET)]],
    [4, [[1, 2], [2, 2], [3, 'desk'], [4, 1], [6, OPERATIONS], keyOf(OWNER)]],
  ]),
  tron('FreezeBalanceV2Contract', 54, [
    [2, 1_000_000_000],
    [3, 1],
  ]),
  tron('UnfreezeBalanceV2Contract', 55, [[2, 500_000_000]]),
  tron('WithdrawExpireUnfreezeContract', 56, []),
  tron('DelegateResourceContract', 57, [
    [2, 1],
    [3, 300_000_000],
    [4, TARGET],
    [5, 1],
    [6, 28_800],
  ]),
  tron('UnDelegateResourceContract', 58, [
    [2, 1],
    [3, 300_000_000],
    [4, TARGET],
  ]),
  tron('CancelAllUnfreezeV2Contract', 59, []),
];

/** A value of a member for amino JSON. */
function exampleOf({ name, kind }: Member, index: number): unknown {
  if (kind === 'coin') return coin('7000000');
  if (kind === 'coins') return [coin('7000000')];
  if (kind === 'vote') return 1;
  if (kind === 'height') return { revision_height: '55', revision_number: '4' };
  if (kind === 'number') return String(40 + index);
  if (kind === 'time') return '2027-01-02T03:04:05Z';
  if (kind === 'json') return { claim: {} };
  if (kind === 'texts') return [SENDER];
  if (typeof kind === 'object') {
    const members = 'variants' in kind ? (kind.variants[0]?.members ?? []) : kind.members;
    const value = Object.fromEntries(members.map((member, place) => [member.name, exampleOf(member, place)]));
    if ('variants' in kind) return { type: kind.variants[0]?.amino, value };
    return kind.isList === true ? [value] : value;
  }
  if (name === 'source_port') return 'transfer';
  if (name === 'source_channel') return 'channel-7';
  if (name === 'msg_type_url' || name === 'msg') return '/cosmos.bank.v1beta1.MsgSend';
  return /addr|sender|receiver|voter/.test(name) ? SENDER : `text ${index}`;
}

/** The same for protobuf. */
function fieldOf(member: Member, index: number): ProtoField {
  const value = exampleOf(member, index);
  const { field, kind } = member;
  if (kind === 'coin' || kind === 'coins') return [field, proto([1, 'uatom'], [2, '7000000'])];
  if (kind === 'height') return [field, proto([1, 4n], [2, 55n])];
  if (kind === 'time') return [field, proto([1, 1_798_859_045n])];
  if (kind === 'json') return [field, JSON.stringify(value)];
  if (typeof kind === 'object') {
    const [variant] = 'variants' in kind ? kind.variants : [];
    const members = 'variants' in kind ? (variant?.members ?? []) : kind.members;
    const inner = proto(...members.map(fieldOf));
    return [field, variant === undefined ? inner : any(variant.url, inner)];
  }
  return [field, kind === 'number' || kind === 'vote' ? BigInt(String(value)) : String(value)];
}

const AROUND = { memo: 'memo', timeout_height: '9', fee: { amount: [coin('5000')], gas: '200000', payer: RECIPIENT } };

export const COSMOS: readonly Content[] = MESSAGES.flatMap(({ amino: type, url, members }): Content[] => {
  const value = Object.fromEntries(members.map((member, index) => [member.name, exampleOf(member, index)]));
  const message = any(url, proto(...members.map(fieldOf)));
  return [
    [type, hexEncode(utf8Encode(amino([{ type, value }], AROUND)))],
    [
      url,
      hexEncode(
        direct(
          [message],
          [
            [2, 'memo'],
            [3, 9n],
          ],
        ),
      ),
    ],
  ];
});
