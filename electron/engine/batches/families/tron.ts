import { type BatchRule, pricedEach, refusedBy, UNPRICED } from './family.ts';

/**
 * Batches on Tron. Each payment refers to the block that was newest when it was composed, and is valid for six hours. A
 * line that is left is composed again when the batch resumes.
 */
export const TRON: BatchRule = {
  request: (unsignedTransaction, { chain: caip2, from: signWith }) => ({
    operation: 'tron_send_transaction',
    parameters: { unsignedTransaction, signWith, caip2 },
  }),
  price: (payments, pricing) =>
    pricedEach(payments, pricing, async ({ to, token, units, memo }) => {
      const { chain, from } = pricing.terms;
      const fees = await pricing.feesOf({ to, token, units });
      if (fees?.family !== 'tron') return UNPRICED;
      if (fees.refusal !== null) return refusedBy('Chain refuses', fees.refusal);
      const { bandwidthFee, accountFee, memoFee, feeLimit } = fees;
      return {
        fee: BigInt(bandwidthFee) + BigInt(accountFee) + (memo === null ? 0n : BigInt(memoFee)) + BigInt(feeLimit),
        payment: { family: 'tron', chain, from, to, units, token, feeLimit, memo },
        findings: [],
      };
    }),
  kept: () => '0',
};
