import { type BatchRule, pricedEach, refusedBy } from './family.ts';

const NOT_OFFERED = refusedBy('Not offered', 'Castellan composes no batches on Tempo. Send this payment by itself.');

/** Batches on Tempo are refused, line by line. */
export const TEMPO: BatchRule = {
  request: (unsignedTransaction, { from: signWith }) => ({
    operation: 'sign_transaction',
    parameters: { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_TEMPO' },
  }),
  price: (payments, pricing) => pricedEach(payments, pricing, () => Promise.resolve(NOT_OFFERED)),
  kept: () => '0',
};
