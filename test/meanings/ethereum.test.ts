import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { keccak256 } from '../../electron/crypto/keccak.ts';
import { numberBytes, type RlpItem, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { corpus, transaction } from './corpus.ts';

const OPERATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '70997970c51812dc3a010c7d01b50e0d17dc79c8';
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const WETH = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const NONE = new Uint8Array(0);
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const WORD = new Uint8Array(32).fill(0x11);

const number = (value: number | bigint) => numberBytes(BigInt(value));
const word = (text: string) => text.padStart(64, '0');
const data = (selector: string, ...words: string[]) => hexDecode(selector + words.map(word).join(''));

const PAYMENT = {
  chainId: number(1),
  nonce: number(7),
  tip: number(GWEI),
  maximum: number(32n * GWEI),
  gas: number(21_000),
  to: hexDecode(BOB) as RlpItem,
  value: number((5n * ETHER) / 2n),
  data: NONE as RlpItem,
  accessList: [] as RlpItem,
};
type Change = Partial<Record<keyof typeof PAYMENT, RlpItem>>;

const caseOf = (hex: string, signWith = OPERATOR) => transaction('TRANSACTION_TYPE_ETHEREUM', hex, signWith);
const typed = (type: string, items: readonly RlpItem[]) => caseOf(`${type}${hexEncode(rlpEncode(items))}`);
const payment = (change: Change = {}, ...more: RlpItem[]) =>
  typed('02', [...Object.values({ ...PAYMENT, ...change }), ...more]);
const blob = (change: Change = {}) =>
  typed('03', [...Object.values({ ...PAYMENT, ...change }), number(GWEI), [hexDecode(`01${'22'.repeat(31)}`)]]);
const BOBS_KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const OWN_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
/** An authorization that the second of Anvil's accounts signs, or the first one, whose transaction it is. */
function authorization(chainId: number, address: string, { key: digits = BOBS_KEY, nonce = 3 } = {}): RlpItem[] {
  const said = [number(chainId), hexDecode(address), number(nonce)];
  const key = hexDecode(digits);
  const digest = keccak256(Uint8Array.of(5, ...rlpEncode(said)));
  const { r, s, recovery } = signDigest('CURVE_SECP256K1', key, digest);
  return [...said, number(recovery), r, s];
}
const delegation = (chainId: number, address: string) =>
  typed('04', [...Object.values(PAYMENT), [authorization(chainId, address)]]);
const own = (...nonces: readonly number[]) =>
  typed('04', [
    ...Object.values(PAYMENT),
    nonces.map((nonce) => authorization(1, nonce % 2 === 0 ? WETH : '00'.repeat(20), { key: OWN_KEY, nonce })),
  ]);
const legacy = (...more: RlpItem[]) =>
  caseOf(
    hexEncode(rlpEncode([number(7), number(20n * GWEI), number(21_000), hexDecode(BOB), number(ETHER), NONE, ...more])),
  );

corpus('ethereum', {
  'a payment': payment(),
  'a payment that a private key signs by its id': caseOf(
    `02${hexEncode(rlpEncode(Object.values(PAYMENT)))}`,
    '7d4a885d-4668-40c4-8f35-33301e11e7d5',
  ),
  'the smallest amount': payment({ value: number(1) }),
  'the largest amount': payment({ value: number(2n ** 256n - 1n) }),
  'nothing, to use up a nonce': payment({ value: NONE }),
  'a payment on Polygon, in its coin': payment({ chainId: number(137) }),
  'a payment on a chain that is not known': payment({ chainId: number(987_654_321) }),
  'a payment on a chain with a number above 2^53': payment({ chainId: number(2n ** 60n + 1n) }),
  'a payment on no chain, not filled in': payment({ chainId: NONE }),
  'a payment from before EIP-155': legacy(),
  'a legacy payment': legacy(number(1), NONE, NONE),
  'a payment with an access list (EIP-2930)': typed('01', [
    number(1),
    number(7),
    number(20n * GWEI),
    number(30_000),
    hexDecode(BOB),
    number(ETHER),
    NONE,
    [[hexDecode(USDC), [WORD]]],
  ]),
  'a fee of more than a coin': payment({ maximum: number(60_000n * GWEI), gas: number(30_000) }),
  'less gas than anything needs': payment({ gas: number(20_000) }),
  'ether to the contract of a token': payment({ to: hexDecode(USDC) }),
  'ether to wrapped ether, which takes it': payment({ to: hexDecode(WETH) }),
  'ether to nobody': payment({ to: new Uint8Array(20) }),
  'a contract that is created': payment({ to: NONE, value: NONE, data: hexDecode('6080604052'), gas: number(900_000) }),
  'a contract that is created and paid': payment({ to: NONE, data: hexDecode('6080604052'), gas: number(900_000) }),
  blobs: blob(),
  'an account that is given to a contract (EIP-7702)': delegation(1, WETH),
  'an account that is given to a contract on every chain': delegation(0, WETH),
  'an authorization of the sender, and one that takes it back': own(8, 9),
  'an authorization of the sender that takes nothing back, because its nonce is used': own(7),
  'an authorization of the sender for later': own(20),
  'an account that takes itself back': delegation(1, '00'.repeat(20)),
  'an authorization that nobody signed': typed('04', [
    ...Object.values(PAYMENT),
    [[...authorization(1, WETH).slice(0, 3), number(2), WORD, WORD]],
  ]),
  'a token that is sent': payment({
    to: hexDecode(USDC),
    value: NONE,
    data: data('a9059cbb', BOB, (10_500_000).toString(16)),
    gas: number(65_000),
  }),
  'a token that anybody named may take for ever': payment({
    to: hexDecode(USDC),
    value: NONE,
    data: data('095ea7b3', BOB, 'f'.repeat(64)),
    gas: number(65_000),
  }),
  'a call of a function that is not known': payment({
    to: hexDecode(BOB),
    data: data('deadbeef', '01'),
    gas: number(90_000),
  }),
  'a call of three bytes': payment({ value: NONE, data: hexDecode('a9059c'), gas: number(90_000) }),
  'bytes behind the end': caseOf(`02${hexEncode(rlpEncode(Object.values(PAYMENT)))}00`),
  'a transaction that is signed already': payment({}, number(1), WORD, WORD),
  'a number with a zero before it': payment({ nonce: hexDecode('0007') }),
  'a tip above the cap': payment({ tip: number(33n * GWEI) }),
  'a fee that no account can hold': payment({ maximum: number(2n ** 255n) }),
  'blobs that came along': typed('03', [Object.values(PAYMENT), [], [], []]),
  'another chain’s transaction': caseOf('76c0'),
  'text that is no hexadecimal': caseOf('pay Bob'),
});
