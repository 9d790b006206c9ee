import {
  type BitcoinFees,
  type ChosenCoins,
  type CoinSizes,
  chooseCoins,
  decimalText,
  MAXIMUM_BITCOIN_FEE,
  MINIMUM_RATE,
  mostOfCoins,
  type PaymentQuote,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';
import { coinText, type FamilyRules } from './family-rules.ts';

const BTC_DECIMALS = 8;
/** Rates are typed in satoshi for each virtual byte, and kept for 1,000 of them. */
const RATE_DECIMALS = 3;

/** The fees of a quote for Bitcoin. */
export const bitcoinFees = (quote: PaymentQuote | null): BitcoinFees | null =>
  quote?.fees?.family === 'bitcoin' ? quote.fees : null;

/** Returns the rate from the node, or the typed one, in satoshi for 1,000 virtual bytes. */
function rateOf({ speed, feeRate }: PaymentDraft, fees: BitcoinFees): bigint | null {
  if (speed !== 'typed') return BigInt(fees[speed]);
  const { units } = unitsIn(feeRate, RATE_DECIMALS);
  return units === undefined ? null : BigInt(units);
}

function sizesOf(fees: BitcoinFees, rate: bigint): CoinSizes {
  const { inputWeight, hasWitness, recipientBytes, changeBytes, changeDust, inOrder } = fees;
  return { inputWeight, hasWitness, recipientBytes, changeBytes, inOrder, changeDust: BigInt(changeDust), rate };
}

const coinsOf = ({ coins }: BitcoinFees): bigint[] => coins.map((coin) => BigInt(coin));

const choiceOf = (fees: BitcoinFees, rate: bigint, units: bigint): ChosenCoins | null =>
  chooseCoins(coinsOf(fees), units, sizesOf(fees, rate));

/** Payments on Bitcoin. */
export const BITCOIN_RULES: FamilyRules = {
  hasNonce: false,
  hasMemo: false,
  signing: 'The service signs it, makes the final transaction and sends it.',
  operation: ({ chain }, from, unsignedTransaction) => ({
    name: OPERATIONS.btc_send_transaction.name,
    parameters: { unsignedTransaction, signWith: from, caip2: chain },
  }),
  cost(draft, quote) {
    const fees = bitcoinFees(quote);
    const rate = fees === null ? null : rateOf(draft, fees);
    if (fees === null || rate === null) return null;
    const { units = fees.recipientDust } = unitsIn(draft.amount, BTC_DECIMALS);
    return choiceOf(fees, rate, BigInt(units))?.fee ?? mostOfCoins(coinsOf(fees), sizesOf(fees, rate)).fee;
  },
  most(draft, quote) {
    const fees = bitcoinFees(quote);
    const rate = fees === null ? null : rateOf(draft, fees);
    return fees === null || rate === null ? null : mostOfCoins(coinsOf(fees), sizesOf(fees, rate)).units;
  },
  feeDetail(draft, quote) {
    const fees = bitcoinFees(quote);
    const rate = fees === null ? null : rateOf(draft, fees);
    return rate === null ? null : `${decimalText(rate, RATE_DECIMALS)} satoshi per virtual byte`;
  },
  deposit: () => 0n,
  kept: () => 0n,
  pending: (quote) => BigInt(bitcoinFees(quote)?.pendingUnits ?? 0),
  problems(draft, quote) {
    const fees = bitcoinFees(quote);
    if (fees === null)
      return {
        fee: 'A payment on Bitcoin needs a node: it reports the outputs of the account. Nothing was signed. Add a node, or try again.',
      };
    const { problem, units: rate } = draft.speed === 'typed' ? unitsIn(draft.feeRate, RATE_DECIMALS) : {};
    if (problem !== undefined) return { feeRate: problem };
    if (rate !== undefined && BigInt(rate) < MINIMUM_RATE)
      return { feeRate: 'Nodes do not relay less than 1 satoshi per virtual byte. Raise the rate.' };
    const cost = BITCOIN_RULES.cost(draft, quote);
    return cost === null || cost <= MAXIMUM_BITCOIN_FEE
      ? {}
      : {
          fee: `The fee would be ${decimalText(cost, BTC_DECIMALS)} BTC, and Castellan pays at most ${decimalText(MAXIMUM_BITCOIN_FEE, BTC_DECIMALS)} BTC. Nothing was signed. Lower the rate.`,
        };
  },
  unpayable({ draft, chain, quote }, units) {
    const fees = bitcoinFees(quote);
    const rate = fees === null ? null : rateOf(draft, fees);
    if (fees === null || rate === null) return null;
    const text = (amount: bigint) => coinText(chain, amount);
    const dust = BigInt(fees.recipientDust);
    if (units < dust) return `Nodes do not relay less than ${text(dust)} to this address. Raise the amount.`;
    if (choiceOf(fees, rate, units) !== null) return null;
    const { units: most } = mostOfCoins(coinsOf(fees), sizesOf(fees, rate));
    return `The account can pay at most ${text(most)} after the fee. Lower the amount, or choose Max.`;
  },
  compose(parts, { to, units }) {
    const { draft, chain, from, quote } = parts;
    const fees = bitcoinFees(quote);
    const rate = fees === null ? null : rateOf(draft, fees);
    const choice = fees === null || rate === null ? null : choiceOf(fees, rate, BigInt(units));
    if (rate === null || choice === null) return null;
    return {
      family: 'bitcoin',
      chain,
      from,
      to,
      units,
      token: null,
      feeRate: String(rate),
      feeAtMost: String(choice.fee),
    };
  },
  // The service signs and sends in one step, and asks the node for the outputs right before.
  changesSince: () => [],
};
