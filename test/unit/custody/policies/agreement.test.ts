import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { type Facts, payloadFacts, transactionFacts } from '../../../../electron/crypto/index.ts';
import type { TransactionType } from '../../../../shared/model/index.ts';
import { KEYWORDS, type PolicyType } from '../../../../shared/policy-language/index.ts';
import vectors from '../../../vectors/transactions.json' with { type: 'json' };
import { draftOf, provenInput, publicKey, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';
import { publicBytes, SYSTEM, solanaKey, solanaText } from '../../crypto/transactions/solana/builder.ts';
import { type Field, OWNER, rawText, TARGET } from '../../crypto/transactions/tron/builder.ts';

/** The table of members, by which policies are checked, against the facts, by which they are decided. */
const SIGNER = { ethereumAddress: '0xAb', addressFormat: undefined };

const KEY: Field = [
  7,
  [
    [1, TARGET],
    [2, 1],
  ],
];
const PERMISSION: readonly Field[] = [[3, 'desk'], [4, 1], [6, new Uint8Array(32)], KEY];
const TO: Field = [2, TARGET];
const VOTE: readonly Field[] = [
  [1, TARGET],
  [2, 9],
];
const tron = (name: string, type: number, value: readonly Field[], by: readonly Field[] = [[1, OWNER]]) =>
  rawText({ name, type, value: [...by, ...value] });

const TOKEN = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const account = (byte: number) => new Uint8Array(32).fill(byte);
const LOOKUPS = { lookups: [{ key: account(7), writable: [3], readonly: [8] }] };
const solana = (version: 0 | 1) =>
  solanaText({
    version,
    header: [1, 0, 2],
    keys: [publicBytes(solanaKey(1)), account(3), SYSTEM, TOKEN],
    instructions: [
      { program: 2, accounts: [0, 1], data: '02000000e803000000000000' },
      { program: 3, accounts: version === 0 ? [1, 4, 5, 0] : [1, 1, 1, 0], data: '0c070000000000000006' },
      { program: 3, accounts: [1, 1, 0, 1], data: '030900000000000000' },
    ],
    ...(version === 0 ? LOOKUPS : {}),
  });

/** Its fee is a fact, because all of its amounts are proven. */
const proven = draftOf([], publicKey);
proven.inputs.push(provenInput('P2WPKH', publicKey, 0));

const SAMPLES: readonly (readonly [TransactionType, string])[] = [
  ...vectors.evm.map(({ type, unsigned }) => [type as TransactionType, unsigned] as const),
  ...[
    tron('TransferContract', 1, [TO, [3, 1]]),
    tron(
      'TransferAssetContract',
      2,
      [
        [1, '1002000'],
        [2, OWNER],
        [3, TARGET],
        [4, 1],
      ],
      [],
    ),
    tron('VoteWitnessContract', 4, [[2, VOTE]]),
    tron('TriggerSmartContract', 31, [TO]),
    tron('CreateSmartContract', 30, [
      [
        2,
        [
          [1, OWNER],
          [4, OWNER],
        ],
      ],
    ]),
    tron('AccountPermissionUpdateContract', 46, [
      [2, PERMISSION],
      [3, PERMISSION],
      [4, PERMISSION],
    ]),
    tron('FreezeBalanceV2Contract', 54, [[2, 1]]),
    tron('UnfreezeBalanceV2Contract', 55, [[2, 1]]),
    tron('DelegateResourceContract', 57, [
      [3, 1],
      [4, TARGET],
      [5, 1],
    ]),
  ].map((text) => ['TRANSACTION_TYPE_TRON', text] as const),
  ...([0, 1] as const).map((version) => ['TRANSACTION_TYPE_SOLANA', solana(version)] as const),
  ['TRANSACTION_TYPE_BITCOIN', writeDraft(draftOf(['P2WPKH', 'P2TR'], publicKey))],
  ['TRANSACTION_TYPE_BITCOIN', writeDraft(proven)],
];

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

const KEYWORD_OF: Readonly<Partial<Record<TransactionType, keyof typeof KEYWORDS.condition>>> = {
  TRANSACTION_TYPE_ETHEREUM: 'eth',
  TRANSACTION_TYPE_SOLANA: 'solana',
  TRANSACTION_TYPE_TRON: 'tron',
  TRANSACTION_TYPE_BITCOIN: 'bitcoin',
  TRANSACTION_TYPE_TEMPO: 'tempo',
};

/** Adds the path of each leaf to `seen`, and returns the differences from the table. */
function disagreements(type: PolicyType, fact: unknown, path: string, seen: Set<string>): string[] {
  if (type.is === 'any') return [];
  if (type.is === 'list') {
    if (!Array.isArray(fact)) return [`${path} is no list`];
    return fact.flatMap((item) => disagreements(type.of, item, path, seen));
  }
  if (type.is === 'struct' || type.is === 'map' || type.is === 'named') {
    if (typeof fact !== 'object' || fact === null || Array.isArray(fact)) return [`${path} has no members`];
    return Object.entries(fact).flatMap(([name, value]) => {
      const member = type.is === 'struct' ? type.members[name] : type.of;
      const place = `${path}.${name}`;
      return member === undefined ? [`${place} is not in the table`] : disagreements(member, value, place, seen);
    });
  }
  seen.add(path);
  const is = { bool: 'boolean', int: 'bigint', string: 'string', enumeration: 'string', instant: 'object' }[type.is];
  if (typeof fact !== is) return [`${path} is ${typeof fact}`];
  return type.is === 'enumeration' && !type.values.includes(String(fact)) ? [`${path} is ${String(fact)}`] : [];
}

const seen = new Set<string>();

it.each(SAMPLES.map(([type, text], index) => [`${index} ${type}`, type, text] as const))(
  'the facts of sample %s are in the table, each of its type',
  (_name, type, text) => {
    const keyword = KEYWORD_OF[type] ?? 'eth';
    const tx = transactionFacts(type, text, SIGNER);
    expect(disagreements(KEYWORDS.condition[keyword], { tx }, keyword, seen)).toEqual([]);
  },
);

it.each([
  [
    'PAYLOAD_ENCODING_EIP712',
    JSON.stringify({
      types: { EIP712Domain: DOMAIN, Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      domain: {
        name: 'Shop',
        version: '1',
        chainId: 1,
        verifyingContract: `0x${'11'.repeat(20)}`,
        salt: `0x${'22'.repeat(32)}`,
      },
      message: { amount: 1 },
    }),
  ],
  ['PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', `{"address":"0x${'11'.repeat(20)}","chainId":1,"nonce":7}`],
] as const)('the facts of a payload in %s are in the table', (encoding, payload) => {
  const facts: Facts | null = payloadFacts(encoding, payload);
  expect(disagreements(KEYWORDS.condition.eth, facts, 'eth', seen)).toEqual([]);
});

/** Values that only the interface of a called contract or program provides. */
const BY_INTERFACE = [
  'eth.tx.function_name',
  'eth.tx.function_signature',
  'solana.tx.instructions.parsed_instruction_data.instruction_name',
  'solana.tx.instructions.parsed_instruction_data.discriminator',
];

it('every member of the table is a fact of one of the samples', () => {
  const leaves = (type: PolicyType, path: string): string[] => {
    if (type.is === 'list') return leaves(type.of, path);
    if (type.is !== 'struct') return type.is === 'any' || type.is === 'map' ? [] : [path];
    return Object.entries(type.members).flatMap(([name, of]) => leaves(of, `${path}.${name}`));
  };
  const members = Object.values(KEYWORD_OF).flatMap((word) => leaves(KEYWORDS.condition[word], word));
  expect(members.length).toBeGreaterThan(80);
  expect(members.filter((path) => !seen.has(path))).toEqual(BY_INTERFACE);
});
