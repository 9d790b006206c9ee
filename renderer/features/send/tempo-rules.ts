import {
  decimalText,
  type FeeToken,
  grouped,
  type PaymentQuote,
  TEMPO_FEE_DECIMALS,
  TEMPO_MEMO_BYTES,
  type TempoFees,
  tempoFeeUnits,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import type { PaymentDraft } from './draft.ts';
import { feeProblems, gasChanges, gasFeeOf, nonceOf } from './ethereum-rules.ts';
import type { FamilyRules } from './family-rules.ts';

const MEMO_HEX = /^0x[0-9a-fA-F]{64}$/;

/** The fees of a quote for Tempo. */
export const tempoFees = (quote: PaymentQuote | null): TempoFees | null =>
  quote?.fees?.family === 'tempo' ? quote.fees : null;

/** Returns the node's fees with the gas of the payment, which is more with a memo. */
function gasFees({ memo }: PaymentDraft, quote: PaymentQuote | null) {
  const fees = tempoFees(quote);
  return fees === null ? null : { ...fees, gasLimit: memo === '' ? fees.gasLimit : fees.memoGasLimit };
}

const isSame = (one: string | null, other: string | null): boolean => one?.toLowerCase() === other?.toLowerCase();

/** Returns the token that pays the fee, chosen or the account's default. Null while it is not known, or of no known token. */
export function payingToken({ feeToken }: PaymentDraft, quote: PaymentQuote | null): FeeToken | null {
  const fees = tempoFees(quote);
  if (fees === null) return null;
  const address = feeToken ?? fees.defaultFeeToken;
  return fees.feeTokens.find(({ token }) => isSame(token, address)) ?? null;
}

function costOf(draft: PaymentDraft, quote: PaymentQuote | null): bigint | null {
  const fee = gasFeeOf(draft, gasFees(draft, quote));
  return fee === null ? null : tempoFeeUnits(fee);
}

/** Payments on Tempo, which has no coin: one of its dollar tokens pays the fee. */
export const TEMPO_RULES: FamilyRules = {
  hasNonce: true,
  hasMemo: true,
  signing: null,
  operation: (_payment, from, unsignedTransaction) => ({
    name: OPERATIONS.sign_transaction.name,
    parameters: { signWith: from, unsignedTransaction, type: 'TRANSACTION_TYPE_TEMPO' },
  }),
  cost: costOf,
  most(draft, quote) {
    if (quote?.assetUnits == null) return null;
    const held = BigInt(quote.assetUnits);
    if (!isSame(payingToken(draft, quote)?.token ?? null, draft.token)) return held;
    const cost = costOf(draft, quote);
    if (cost === null) return null;
    return held > cost ? held - cost : 0n;
  },
  feeToken: (draft, quote) => payingToken(draft, quote)?.symbol ?? null,
  deposit: () => 0n,
  kept: () => 0n,
  problems(draft, quote) {
    const nonce = nonceOf(draft, quote);
    const { feeToken, memo } = draft;
    const isUnlisted = feeToken !== null && payingToken(draft, quote) === null;
    const isLong = new TextEncoder().encode(memo).length > TEMPO_MEMO_BYTES && !MEMO_HEX.test(memo);
    return {
      ...feeProblems(draft, gasFees(draft, quote)),
      ...(isUnlisted
        ? { feeToken: 'The node does not list this token among those that pay fees. Choose another.' }
        : {}),
      ...(isLong
        ? {
            memo: `The memo has more than ${TEMPO_MEMO_BYTES} bytes. Shorten it, or enter 0x and 64 hexadecimal digits.`,
          }
        : {}),
      ...(nonce.problem === undefined ? {} : { nonce: nonce.problem }),
    };
  },
  unpayable({ draft, asset, quote }, units, cost) {
    const paying = payingToken(draft, quote);
    if (paying === null) return null;
    const isPaid = isSame(paying.token, asset.token);
    const needed = cost + (isPaid ? units : 0n);
    if (needed <= BigInt(paying.units)) return null;
    const text = (amount: bigint) => `${grouped(decimalText(amount, TEMPO_FEE_DECIMALS))} ${paying.symbol}`;
    return isPaid
      ? `The account has ${text(BigInt(paying.units))}, and this needs ${text(needed)} with the fee. Lower the amount, or choose Max.`
      : `The account has ${text(BigInt(paying.units))}, and the fee needs ${text(needed)}. Choose another token for the fee.`;
  },
  compose({ draft, chain, from, quote }, { to, token, units }) {
    const fee = gasFeeOf(draft, gasFees(draft, quote));
    const { nonce } = nonceOf(draft, quote);
    if (fee === null || nonce === undefined || token === null) return null;
    const memo = draft.memo === '' ? null : draft.memo;
    return { family: 'tempo', chain, from, to, token, units, ...fee, nonce, feeToken: draft.feeToken, memo };
  },
  changesSince(payment, asset, quote) {
    if (payment.family !== 'tempo') return [];
    const fees = tempoFees(quote);
    const paysFee = isSame(payment.feeToken ?? fees?.defaultFeeToken ?? null, payment.token);
    const cost = paysFee ? tempoFeeUnits(payment) : 0n;
    return gasChanges(payment, asset, quote, { base: fees?.baseFeePerGas ?? null, cost, unit: 'nanodollars' });
  },
};
