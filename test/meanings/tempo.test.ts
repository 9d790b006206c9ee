import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { blind, corpus, transaction } from './corpus.ts';

const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '70997970c51812dc3a010c7d01b50e0d17dc79c8';
const CAROL = '3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const NONE = new Uint8Array(0);
const SIGNATURE = new Uint8Array(65).fill(3);
const WORD = new Uint8Array(32).fill(9);

const number = (value: number | bigint) => numberBytes(BigInt(value));
const token = (last: number) => hexDecode(`20c0${'00'.repeat(17)}${last.toString(16).padStart(2, '0')}`);
const transfer = (to: string, units: number, last = 0): RlpItem => [
  token(last),
  NONE,
  hexDecode(`a9059cbb${to.padStart(64, '0')}${units.toString(16).padStart(64, '0')}`),
];
const withMemo = (to: string, units: number): RlpItem => [
  token(0),
  NONE,
  hexDecode(`95777d59${to.padStart(64, '0')}${units.toString(16).padStart(64, '0')}${'6d'.repeat(32)}`),
];

const BASE = {
  chainId: number(42_431) as RlpItem,
  tip: number(10n ** 9n) as RlpItem,
  maximum: number(20n * 10n ** 9n) as RlpItem,
  gas: number(100_000) as RlpItem,
  calls: [transfer(BOB, 12_500_000)] as RlpItem,
  accessList: [] as RlpItem,
  nonceKey: NONE as RlpItem,
  nonce: number(7) as RlpItem,
  validBefore: NONE as RlpItem,
  validAfter: NONE as RlpItem,
  feeToken: NONE as RlpItem,
  feePayer: NONE as RlpItem,
  authorizationList: [] as RlpItem,
};
const caseOf = (change: Partial<typeof BASE> = {}, ...more: RlpItem[]) =>
  transaction(
    'TRANSACTION_TYPE_TEMPO',
    `76${hexEncode(rlpEncode([...Object.values({ ...BASE, ...change }), ...more]))}`,
    OPERATOR,
  );
/** The signature of an authorization by the second of Anvil's accounts. */
function authorizationSignature(): Uint8Array {
  const key = hexDecode('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
  const digest = keccak256(Uint8Array.of(5, ...rlpEncode([number(42_431), hexDecode(CAROL), number(3)])));
  const { r, s, recovery } = signDigest('CURVE_SECP256K1', key, digest);
  return Uint8Array.of(...r, ...s, 27 + recovery);
}
const key = (...members: RlpItem[]): RlpItem => [members, SIGNATURE];

corpus('tempo', {
  'a payment': caseOf(),
  'a payment whose fee is paid in a token that is named': caseOf({ feeToken: token(1) }),
  'a payment whose fee is paid in another token': caseOf({ feeToken: token(0x55) }),
  'a payment that somebody else pays the fee of': caseOf({ feePayer: Uint8Array.of(0) }),
  'a payment whose fee payer has signed': caseOf({ feePayer: [number(1), WORD, WORD] }),
  'a batch of payments in two tokens': caseOf({
    calls: [transfer(BOB, 12_500_000), transfer(CAROL, 1_500_000), transfer(BOB, 250_000, 1), withMemo(CAROL, 1)],
    gas: number(400_000),
  }),
  'an account that is given to a contract, by its own key': caseOf({
    authorizationList: [[number(42_431), hexDecode(CAROL), number(3), authorizationSignature()]],
  }),
  'an account that is given to a contract, by a passkey': caseOf({
    authorizationList: [
      [number(42_431), hexDecode(CAROL), number(3), Uint8Array.of(2, ...WORD, ...WORD, ...WORD, ...WORD)],
    ],
  }),
  'a payment that holds between two moments': caseOf({
    validBefore: number(1_745_400_000),
    validAfter: number(1_745_300_000),
  }),
  'a payment beside another nonce': caseOf({ nonceKey: number(5), nonce: number(2) }),
  'a key that gets a limited power': caseOf(
    {},
    key(
      number(42_431),
      number(2),
      hexDecode(CAROL),
      number(1_750_000_000),
      [[token(1), number(10_000_000), number(86_400)]],
      [[token(1), [[hexDecode('a9059cbb'), [hexDecode(BOB)]]]]],
    ),
  ),
  'a key whose largest limit and whose scopes stand behind others': caseOf(
    {},
    key(
      number(42_431),
      number(2),
      hexDecode(CAROL),
      number(1_750_000_000),
      [...[1, 2, 3, 4].map((each) => [token(each), number(1)]), [token(5), number(10n ** 17n)]],
      [
        ...[1, 2, 3, 4].map((each) => [token(each), []]),
        [token(5), [[hexDecode('a9059cbb'), [1, 2, 3, 4, 5].map((each) => new Uint8Array(20).fill(each))]]],
      ],
    ),
  ),
  'a key that gets all power for ever': caseOf({}, key(number(42_431), NONE, hexDecode(CAROL))),
  'a key that gets all power on every chain': caseOf({}, key(NONE, number(1), hexDecode(CAROL))),
  'a key that may spend and call nothing': caseOf(
    {},
    key(number(42_431), number(1), hexDecode(CAROL), number(1_750_000_000), [], []),
  ),
  'a key that may manage the keys': caseOf(
    {},
    key(number(42_431), number(1), hexDecode(CAROL), NONE, NONE, NONE, WORD, number(1), hexDecode(BOB)),
  ),
  'a key on another chain': caseOf({}, key(number(1), number(1), hexDecode(CAROL), number(1_750_000_000), [], [])),
  'a key of a type that nobody knows': blind(
    caseOf({}, key(number(42_431), number(9), hexDecode(CAROL), number(1_750_000_000), [], [])),
  ),
  'a key that has expired': caseOf({}, key(number(42_431), number(1), hexDecode(CAROL), number(1000), [], [])),
  'a key that expires in two hundred years': caseOf(
    {},
    key(number(42_431), number(1), hexDecode(CAROL), number(7_258_118_400), [], []),
  ),
  'a key whose limit is none in practice': caseOf(
    {},
    key(number(42_431), number(2), hexDecode(CAROL), number(1_750_000_000), [[token(1), number(10n ** 17n)]], []),
  ),
  'a contract that is created': caseOf({ calls: [[NONE, NONE, hexDecode('6080604052')]] }),
  'a coin that Tempo does not have': caseOf({ calls: [[hexDecode(BOB), number(5), NONE]] }),
  'a fee of more than a hundred dollars': caseOf({ maximum: number(10n ** 16n) }),
  'a chain that is not Tempo': caseOf({ chainId: number(1) }),
  'what only a fee payer signs': transaction('TRANSACTION_TYPE_TEMPO', '78c0', OPERATOR),
});
