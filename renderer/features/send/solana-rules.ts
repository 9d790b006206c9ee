import {
  MAXIMUM_MEMO,
  MAXIMUM_PRIORITY,
  MEMO_UNITS,
  type PaymentQuote,
  type SolanaFees,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { unitsIn } from '../../words/earn.ts';
import type { PaymentDraft } from './draft.ts';
import { coinText, type FamilyRules } from './family-rules.ts';

const SOL_DECIMALS = 9;
const MICRO = 1_000_000n;

/** The fees of a quote for Solana. */
export const solanaFees = (quote: PaymentQuote | null): SolanaFees | null =>
  quote?.fees?.family === 'solana' ? quote.fees : null;

const unitLimitOf = ({ memo }: PaymentDraft, fees: SolanaFees): bigint =>
  BigInt(fees.unitLimit) + (memo === '' ? 0n : MEMO_UNITS);

/** Returns the price of a compute unit in micro-lamports, from the node or from the typed priority fee in SOL. */
function unitPriceOf(draft: PaymentDraft, fees: SolanaFees): bigint | null {
  if (draft.speed !== 'typed') return BigInt(fees[draft.speed]);
  if (draft.priorityFee.trim() === '') return 0n;
  const { units } = unitsIn(draft.priorityFee, SOL_DECIMALS);
  // Rounded down, so that the payment never costs more than was typed.
  return units === undefined ? null : (BigInt(units) * MICRO) / unitLimitOf(draft, fees);
}

/** The most that the price of the compute units costs, in lamports. */
const priorityOf = (price: bigint, draft: PaymentDraft, fees: SolanaFees): bigint =>
  (price * unitLimitOf(draft, fees) + MICRO - 1n) / MICRO;

/** Returns true for a fee of the node above the bound, with the units that the payment asks for in the end. */
function isAboveBound(draft: PaymentDraft, fees: SolanaFees): boolean {
  return draft.speed !== 'typed' && priorityOf(BigInt(fees[draft.speed]), draft, fees) > MAXIMUM_PRIORITY;
}

/** Payments on Solana. */
export const SOLANA_RULES: FamilyRules = {
  hasNonce: false,
  hasMemo: true,
  signing: 'The service signs it with the newest blockhash and sends it.',
  operation: ({ chain }, from, unsignedTransaction) => ({
    name: OPERATIONS.sol_send_transaction.name,
    parameters: { unsignedTransaction, signWiths: [from], caip2: chain },
  }),
  cost(draft, quote) {
    const fees = solanaFees(quote);
    const price = fees === null ? null : unitPriceOf(draft, fees);
    if (fees === null || price === null) return null;
    return BigInt(fees.signatureFee) + priorityOf(price, draft, fees);
  },
  deposit: (quote) => BigInt(solanaFees(quote)?.accountRent ?? 0),
  // Choice (solana-rent-stays): Max leaves the account open.
  kept: (quote) => BigInt(solanaFees(quote)?.minimum ?? 0),
  problems(draft, quote) {
    const fees = solanaFees(quote);
    if (fees === null)
      return {
        fee: 'A payment on Solana needs a node: it reports the accounts and their rent. Nothing was signed. Add a node, or try again.',
      };
    if (new TextEncoder().encode(draft.memo).length > MAXIMUM_MEMO)
      return { memo: `The memo has more than ${MAXIMUM_MEMO} bytes. Shorten it.` };
    if (fees.refusal !== null) return { fee: `${fees.refusal} Nothing was signed.` };
    if (isAboveBound(draft, fees))
      return {
        fee: 'The node asks for a priority fee of more than 0.05 SOL, which Castellan does not propose. Nothing was signed. Type the fee, or ask another node.',
      };
    const { problem } =
      draft.speed === 'typed' && draft.priorityFee.trim() !== '' ? unitsIn(draft.priorityFee, SOL_DECIMALS) : {};
    // A priority fee of zero is allowed.
    return problem === undefined || /^0*([.]0*)?$/.test(draft.priorityFee.trim()) ? {} : { priorityFee: problem };
  },
  unpayable({ chain, asset, quote }, units, cost) {
    const fees = solanaFees(quote);
    if (fees === null || quote?.coinUnits == null) return null;
    const minimum = BigInt(fees.minimum);
    const spent = cost + BigInt(fees.accountRent ?? 0) + (asset.token === null ? units : 0n);
    const left = BigInt(quote.coinUnits) - spent;
    const text = (amount: bigint) => coinText(chain, amount);
    if (asset.token === null && BigInt(fees.recipientUnits) + units < minimum)
      return `The recipient’s account is new, and a new account needs at least ${text(minimum)} (rent). Nothing was signed. Raise the amount.`;
    return left === 0n || left >= minimum
      ? null
      : `This leaves ${text(left)}, and an account keeps at least ${text(minimum)} (rent) or nothing. Nothing was signed. Lower the amount, or choose Max.`;
  },
  compose({ draft, chain, asset, from, quote }, { to, token, units }) {
    const fees = solanaFees(quote);
    const price = fees === null ? null : unitPriceOf(draft, fees);
    if (fees === null || price === null || (token !== null && fees.program === null)) return null;
    const { decimals } = asset;
    return {
      family: 'solana',
      chain,
      from,
      to,
      units,
      unitPrice: String(price),
      unitLimit: String(unitLimitOf(draft, fees)),
      memo: draft.memo === '' ? null : draft.memo,
      token: token === null ? null : { mint: token, program: fees.program ?? 'token', decimals },
    };
  },
  // The service signs and sends in one step, and the bytes fix amount and fee.
  changesSince: () => [],
};
