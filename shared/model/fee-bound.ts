/**
 * Choice (fee-bound): a node's fees are accepted up to half of a coin (10^18 of its smallest unit) for the transaction.
 * Above that the caller must set the fees, so that a lying node cannot drain an account through fees.
 */
export const MAXIMUM_FEE = 5n * 10n ** 17n;
