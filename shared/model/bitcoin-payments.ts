/** Payments on Bitcoin: their price, their members, and the choice of the outputs that they spend. Amounts are in satoshi. */
import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { MEBIBYTE } from './limits.ts';
import { Units } from './payment-fields.ts';

/** The most outputs that a payment spends. Their previous transactions have to fit into one PSBT. */
export const MAXIMUM_COINS = 100;
/** The highest fee rate that is proposed: 1,000 satoshi for each virtual byte. Above it the operator has to type the rate. */
export const MAXIMUM_RATE = 1_000_000n;
/** The highest fee that a payment pays: 0.1 BTC, as in Bitcoin Core. */
export const MAXIMUM_BITCOIN_FEE = 10_000_000n;
/** The lowest fee rate that all nodes relay: one satoshi for each virtual byte. */
export const MINIMUM_RATE = 1_000n;

/** Satoshi for 1,000 virtual bytes. */
const Rate = Units;

/** The price of a payment on Bitcoin, as a node knows it. */
export const BitcoinFees = Closed({
  family: Type.Literal('bitcoin'),
  slow: Rate,
  normal: Rate,
  fast: Rate,
  /** The amounts of the outputs that can be spent, the largest first. */
  coins: Type.Array(Units, { maxItems: MAXIMUM_COINS }),
  /** True when a payment must spend the first of them: a failed payment spent it, and must never be confirmed as well. */
  inOrder: Type.Boolean(),
  /** The sum of the outputs that no block includes yet. They are not spent. */
  pendingUnits: Units,
  /** The weight of an input of the paying account, and whether it has a witness. */
  inputWeight: Type.Integer({ minimum: 1 }),
  hasWitness: Type.Boolean(),
  /** The bytes of the output scripts of the recipient and of the change. */
  recipientBytes: Type.Integer({ minimum: 1 }),
  changeBytes: Type.Integer({ minimum: 1 }),
  /** The smallest amounts that nodes relay to them. */
  recipientDust: Units,
  changeDust: Units,
});
export type BitcoinFees = Static<typeof BitcoinFees>;

/** An address of Bitcoin. Its checksum and its network are checked where the payment is composed. */
export const BitcoinAddress = Type.String({
  pattern: '^([1-9A-HJ-NP-Za-km-z]{25,36}|(bc|tb|bcrt|BC|TB|BCRT)1[0-9A-Za-z]{6,87})$',
  says: 'an address of Bitcoin',
});

/** The members of a payment on Bitcoin that an operator decides. Main adds the outputs that it spends. */
export const UnsignedBitcoinPayment = Closed({
  family: Type.Literal('bitcoin'),
  chain: Type.String({ pattern: '^bip122:[0-9a-f]{32}$', says: 'a chain by its CAIP-2 name' }),
  from: BitcoinAddress,
  to: BitcoinAddress,
  units: Units,
  token: Type.Null(),
  /** The fee, and the most that it may be. A higher one is refused, because nobody has seen it. */
  feeRate: Rate,
  feeAtMost: Units,
});
export type UnsignedBitcoinPayment = Static<typeof UnsignedBitcoinPayment>;

/** Hexadecimal digits of the previous transactions of one payment, which go into one PSBT. */
export const MAXIMUM_PREVIOUS_DIGITS = 8 * MEBIBYTE;

/** An output to spend, with the whole transaction that made it, in hex. */
export const SpendableOutput = Closed({
  txid: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  index: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
  units: Units,
  previous: Type.String({ maxLength: MAXIMUM_PREVIOUS_DIGITS, pattern: '^([0-9a-f]{2})+$' }),
});
export type SpendableOutput = Static<typeof SpendableOutput>;

/** A payment on Bitcoin with the outputs that it spends. */
export const ComposedBitcoinPayment = Closed({
  ...UnsignedBitcoinPayment.properties,
  inputs: Type.Array(SpendableOutput, { maxItems: MAXIMUM_COINS }),
});
export type ComposedBitcoinPayment = Static<typeof ComposedBitcoinPayment>;

/** The sizes that a fee is counted from. */
export type CoinSizes = Pick<
  BitcoinFees,
  'inputWeight' | 'hasWitness' | 'recipientBytes' | 'changeBytes' | 'inOrder'
> & {
  /** Satoshi for 1,000 virtual bytes. */
  readonly rate: bigint;
  /** A smaller change is left to the fee. */
  readonly changeDust: bigint;
};

/** The outputs of a payment by their places in the list, with the fee and the change. */
export interface ChosenCoins {
  readonly places: readonly number[];
  readonly fee: bigint;
  /** Zero without change. */
  readonly change: bigint;
}

/** Version and lock time. */
const FRAME_WEIGHT = 4 * 8;
/** The two bytes that mark a witness (BIP-144). */
const MARK_WEIGHT = 2;
/** The amount of an output, and the length of its script. */
const OUTPUT_BYTES = 9;

/** The most that a payment without change adds to its fee: the highest dust limit, in satoshi. */
const EXCESS = 546n;

/**
 * Chooses the outputs that pay an amount. Returns null where they do not cover it. `coins` are the largest first, or with
 * `inOrder` those of failed payments and then the largest.
 * Choice (coin-selection): the largest outputs are spent first, unless others that need no change cost less. A change
 * that would be dust is left to the fee.
 */
export function chooseCoins(coins: readonly bigint[], units: bigint, sizes: CoinSizes): ChosenCoins | null {
  const largest = accumulate(coins, units, sizes, null);
  const exact = sizes.inOrder ? null : accumulate(coins, units, sizes, EXCESS);
  return largest !== null && exact !== null && exact.fee < largest.fee ? exact : largest;
}

/** Takes outputs in their order until they pay. Passes over those with which the excess would be above `most`. */
function accumulate(
  coins: readonly bigint[],
  units: bigint,
  sizes: CoinSizes,
  most: bigint | null,
): ChosenCoins | null {
  const places: number[] = [];
  let sum = 0n;
  for (const [place, coin] of coins.entries()) {
    const alone = feeOf(places.length + 1, [sizes.recipientBytes], sizes);
    if (most !== null && sum + coin > units + alone + most) continue;
    places.push(place);
    sum += coin;
    if (sum < units + alone) continue;
    const fee = feeOf(places.length, [sizes.recipientBytes, sizes.changeBytes], sizes);
    const change = sum - units - fee;
    return change < sizes.changeDust || change <= 0n
      ? { places, fee: sum - units, change: 0n }
      : { places, fee, change };
  }
  return null;
}

/** A payment that shares the outputs of its account with others. */
export interface SharingPayment {
  readonly units: bigint;
  readonly sizes: CoinSizes;
}

/**
 * Chooses the outputs of several payments, of which no two spend the same one. Null for a payment that the outputs do not
 * cover. `coins` are the largest first.
 * Choice (coin-shares): the largest payment chooses first, so that as many payments as possible find outputs.
 */
export function shareCoins(
  coins: readonly bigint[],
  payments: readonly SharingPayment[],
): readonly (ChosenCoins | null)[] {
  const inTurn = payments.map((payment, index) => ({ ...payment, index }));
  inTurn.sort((one, other) => (one.units === other.units ? one.index - other.index : one.units < other.units ? 1 : -1));
  let free = coins.map((units, place) => ({ units, place }));
  const shares: (ChosenCoins | null)[] = payments.map(() => null);
  for (const { units, sizes, index } of inTurn) {
    const choice = chooseCoins(
      free.map((coin) => coin.units),
      units,
      sizes,
    );
    if (choice === null) continue;
    const taken = new Set(choice.places);
    shares[index] = { ...choice, places: free.filter((_, at) => taken.has(at)).map(({ place }) => place) };
    free = free.filter((_, at) => !taken.has(at));
  }
  return shares;
}

/** Returns the largest amount that the outputs pay, with its fee. An output that costs more than it holds is left out. */
export function mostOfCoins(
  coins: readonly bigint[],
  sizes: CoinSizes,
): { readonly units: bigint; readonly fee: bigint } {
  let best = { units: 0n, fee: 0n };
  let sum = 0n;
  for (const [index, coin] of coins.entries()) {
    sum += coin;
    const fee = feeOf(index + 1, [sizes.recipientBytes], sizes);
    if (sum - fee > best.units) best = { units: sum - fee, fee };
  }
  return best;
}

function feeOf(inputs: number, outputs: readonly number[], { rate, inputWeight, hasWitness }: CoinSizes): bigint {
  const outputWeight = outputs.reduce((sum, bytes) => sum + 4 * (OUTPUT_BYTES + bytes), 0);
  // The number of inputs and that of outputs take one byte each, because there are fewer than 253.
  const frame = FRAME_WEIGHT + (hasWitness ? MARK_WEIGHT : 0);
  const weight = frame + 4 * 2 + inputs * inputWeight + outputWeight;
  return (BigInt(Math.ceil(weight / 4)) * rate + 999n) / 1000n;
}
