/** The sentences about what a transaction uses up, and about the changes of it. */
import {
  chainName,
  decimalText,
  type EndpointChain,
  feeUnitOf,
  grouped,
  paymentFamilyOf,
  type SpendingState,
  utcMoment,
} from '../../../shared/model/index.ts';
import type { Spending } from './spending.ts';

/** A report of a chain, with its time in milliseconds since the epoch. */
export interface SpendingReport {
  readonly chain: EndpointChain;
  readonly at: number;
  /** Null where no node answered. */
  readonly state: SpendingState | null;
}

/** Decimals of gwei, and of satoshi for one virtual byte. */
const GWEI = 9;
const RATE_DECIMALS = 3;

/** Choice (risen-fee): a fee that is not in the signed bytes has risen when it is a quarter higher, as on the Send page. */
const RISE = { over: 5n, under: 4n } as const;

const isUsed = (nonce: bigint | null, state: SpendingState): boolean =>
  nonce !== null && state.nonce !== null && BigInt(state.nonce) > nonce;
const isAbove = (price: bigint | null, state: SpendingState): boolean =>
  price !== null && state.price !== null && BigInt(state.price) > price;
const spentOf = ({ outputs }: Spending, { unspent }: SpendingState): string[] =>
  unspent === null ? [] : outputs.filter((output) => !unspent.includes(output));

/** Returns why the chain would refuse a transaction, or let it wait. */
export function standingWords(spending: Spending, chain: EndpointChain, state: SpendingState): string[] {
  const { nonce, price, cost } = spending;
  const spent = spentOf(spending, state);
  const { coinUnits } = state;
  return [
    ...(isUsed(nonce, state) ? [`Nonce ${nonce} is used already. The next one is ${state.nonce}. ${NEVER}`] : []),
    ...(spent.length > 0 ? [`${outputsText(spent)} spent already. ${NEVER}`] : []),
    ...(state.isBlockhashNew === false ? [`Its blockhash has expired. ${NEVER}`] : []),
    ...lackingWords(chain, { coinUnits, cost, what: 'this needs' }),
    ...(isAbove(price, state)
      ? [
          `${chainName(chain)} asks for ${priceText(chain, state.price)}, and this pays at most ${priceText(chain, price)}. It waits until the fee falls.`,
        ]
      : []),
  ];
}

/**
 * Returns the changes from one report to a later one that matter to a decision, in whole sentences. `isRenewed` for a
 * payment that is composed anew before it is asked about again.
 * Choice (fallen-balance): only a balance that fell is one. Anybody can raise a balance, as often as they like.
 */
export function changedWords(
  spending: Spending,
  {
    before,
    now,
    isRenewed,
  }: { readonly before: SpendingReport; readonly now: SpendingReport; readonly isRenewed: boolean },
): string[] {
  const { nonce, price, expires, token } = spending;
  const never = isRenewed ? 'The payment was composed anew.' : NEVER;
  const { chain } = now;
  const hasExpired = expires !== null && before.at < expires && expires <= now.at;
  const expired = hasExpired ? [`The transaction expired at ${utcMoment(expires)}. ${never}`] : [];
  const [then, state] = [before.state, now.state];
  if (then === null || state === null) return expired;
  const known = spentOf(spending, then);
  const spent = spentOf(spending, state).filter((output) => !known.includes(output));
  return [
    ...expired,
    ...(isUsed(nonce, state) && !isUsed(nonce, then)
      ? [`Nonce ${nonce} was used meanwhile. The next one is ${state.nonce}. ${never}`]
      : []),
    ...(spent.length > 0 ? [`${outputsText(spent)} spent meanwhile. ${never}`] : []),
    ...(then.isBlockhashNew === true && state.isBlockhashNew === false ? [`Its blockhash expired. ${never}`] : []),
    ...fallen(then.coinUnits, state.coinUnits, (units) => coinText(chain, units)),
    ...(token === null
      ? []
      : fallen(then.tokenUnits, state.tokenUnits, (units) => `${amount(units, token.decimals)} ${token.symbol}`)),
    ...risen(chain, price, then, state),
  ];
}

/** Returns the sentence about a balance that does not cover a cost, in units of the chain's coin. */
export const lackingWords = (
  chain: EndpointChain,
  { coinUnits, cost, what }: { readonly coinUnits: string | null; readonly cost: bigint | null; readonly what: string },
): string[] =>
  cost !== null && coinUnits !== null && BigInt(coinUnits) < cost
    ? [`The account has ${coinText(chain, coinUnits)}, and ${what} up to ${coinText(chain, cost)}.`]
    : [];

/** Returns the sentence about a balance that does not cover the amounts that lines pay, without their fees. */
export const unpaidWords = (
  chain: EndpointChain,
  token: Spending['token'],
  { held, paid, what }: { readonly held: string | null; readonly paid: bigint; readonly what: string },
): string[] => {
  if (held === null || BigInt(held) >= paid) return [];
  const text = (units: string | bigint) =>
    token === null ? coinText(chain, units) : `${amount(units, token.decimals)} ${token.symbol}`;
  return [`The account has ${text(held)}, and ${what} ${text(paid)} without fees.`];
};

/**
 * Returns the sentence about a balance that is lower than the sent lines of a batch can have left it. `paid` is the most
 * that they took, null where it is unknown.
 */
export const drainedWords = (
  chain: EndpointChain,
  token: Spending['token'],
  {
    held,
    before,
    paid,
  }: { readonly held: string | null; readonly before: string | null; readonly paid: bigint | null },
): string[] => {
  if (held === null || before === null || paid === null || BigInt(held) >= BigInt(before) - paid) return [];
  const text = (units: string | bigint) =>
    token === null ? coinText(chain, units) : `${amount(units, token.decimals)} ${token.symbol}`;
  return [`The balance is now ${text(held)}. The sent lines leave at least ${text(BigInt(before) - paid)}.`];
};

const NEVER = 'No block can include this transaction.';

const fallen = (before: string | null, now: string | null, text: (units: string) => string): string[] =>
  before === null || now === null || BigInt(now) >= BigInt(before)
    ? []
    : [`The balance is now ${text(now)}. It was ${text(before)}.`];

/** A price in the signed bytes bounds the cost. Above it, no block includes the transaction before the fee falls. */
function risen(chain: EndpointChain, price: bigint | null, then: SpendingState, now: SpendingState): string[] {
  if (then.price === null || now.price === null) return [];
  const rose = `The fee rose from ${priceText(chain, then.price)} to ${priceText(chain, now.price)}.`;
  if (price !== null)
    return isAbove(price, now) && !isAbove(price, then)
      ? [`${rose} This pays at most ${priceText(chain, price)}, and waits until the fee falls.`]
      : [];
  return BigInt(now.price) * RISE.under > BigInt(then.price) * RISE.over ? [rose] : [];
}

const outputsText = (outputs: readonly string[]): string =>
  outputs.length === 1 ? `The output ${outputs[0]} was` : `${outputs.length} outputs that it spends were`;

const amount = (units: string | bigint, decimals: number): string => grouped(decimalText(BigInt(units), decimals));

function coinText(chain: EndpointChain, units: string | bigint): string {
  const { coin, decimals } = feeUnitOf(chain) ?? { coin: '', decimals: 18 };
  return `${amount(units, decimals)} ${coin}`;
}

function priceText(chain: EndpointChain, price: string | bigint | null): string {
  const family = paymentFamilyOf(chain);
  if (family === 'bitcoin') return `${amount(price ?? 0n, RATE_DECIMALS)} satoshi per virtual byte`;
  return `${amount(price ?? 0n, GWEI)} ${family === 'tempo' ? 'nanodollars' : 'gwei'} per unit of gas`;
}
