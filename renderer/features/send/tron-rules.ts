import {
  decimalText,
  MAXIMUM_FEE_LIMIT,
  MAXIMUM_MEMO,
  type PaymentQuote,
  type TronFees,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';
import type { FamilyRules } from './family-rules.ts';

const TRX_DECIMALS = 6;

/** The fees of a quote for Tron. */
export const tronFees = (quote: PaymentQuote | null): TronFees | null =>
  quote?.fees?.family === 'tron' ? quote.fees : null;

/** Returns the limit of the fee for energy in sun, from the node or typed. Zero for TRX. */
function feeLimitOf({ speed, token, feeLimit }: PaymentDraft, fees: TronFees): bigint | null {
  if (token === null || speed !== 'typed') return BigInt(fees.feeLimit);
  const { units } = unitsIn(feeLimit, TRX_DECIMALS);
  return units === undefined ? null : BigInt(units);
}

/** Payments on Tron. */
export const TRON_RULES: FamilyRules = {
  hasNonce: false,
  hasMemo: true,
  signing: 'The service signs it and sends it. It is valid for six hours.',
  // The network has fixed prices. Only the energy of a token has a limit.
  choices: ({ token }) => (token === null ? [] : ['normal', 'typed']),
  operation: ({ chain }, from, unsignedTransaction) => ({
    name: OPERATIONS.tron_send_transaction.name,
    parameters: { unsignedTransaction, signWith: from, caip2: chain },
  }),
  cost(draft, quote) {
    const fees = tronFees(quote);
    const limit = fees === null ? null : feeLimitOf(draft, fees);
    if (fees === null || limit === null) return null;
    const memo = draft.memo === '' ? 0n : BigInt(fees.memoFee);
    return BigInt(fees.bandwidthFee) + BigInt(fees.accountFee) + memo + limit;
  },
  deposit: () => 0n,
  kept: () => 0n,
  problems(draft, quote) {
    const fees = tronFees(quote);
    if (fees === null)
      return {
        fee: 'A payment on Tron needs a node: it reports the newest block and the fees. Nothing was signed. Add a node, or try again.',
      };
    if (new TextEncoder().encode(draft.memo).length > MAXIMUM_MEMO)
      return { memo: `The memo has more than ${MAXIMUM_MEMO} bytes. Shorten it.` };
    if (draft.token !== null && draft.speed === 'typed') {
      const { problem, units } = unitsIn(draft.feeLimit, TRX_DECIMALS);
      if (problem !== undefined) return { feeLimit: problem };
      if (BigInt(units) > MAXIMUM_FEE_LIMIT)
        return { feeLimit: `The limit is at most ${decimalText(MAXIMUM_FEE_LIMIT, TRX_DECIMALS)} TRX. Lower it.` };
    }
    return fees.refusal === null ? {} : { fee: `${fees.refusal} Nothing was signed.` };
  },
  unpayable: () => null,
  compose({ draft, chain, from, quote }, { to, token, units }) {
    const fees = tronFees(quote);
    const limit = fees === null ? null : feeLimitOf(draft, fees);
    if (limit === null) return null;
    const memo = draft.memo === '' ? null : draft.memo;
    return { family: 'tron', chain, from, to, units, token, feeLimit: String(limit), memo };
  },
  // The service signs and sends in one step, and asks the node right before.
  changesSince: () => [],
};
