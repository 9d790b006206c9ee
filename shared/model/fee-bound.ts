/**
 * Choice (fee-bound): a node's fees are accepted up to half of a coin (10^18 of its smallest unit) for the transaction.
 * Above that the caller must set the fees, so that a lying node cannot drain an account through fees.
 */
export const MAXIMUM_FEE = 5n * 10n ** 17n;

/** Solana's fee for each signature, in lamports. */
export const SOLANA_SIGNATURE_FEE = 5_000n;

/** A cost may rise by a quarter between its display and the signature. Above that, the operator sees it again. */
const ACCEPTED_RISE = { over: 5n, under: 4n } as const;

/**
 * Returns true when a cost is so much above the shown one that the operator must see it again. Both are in the same
 * unit.
 *
 * @example
 * hasRisen(100n, 126n);
 * // true
 */
export function hasRisen(shown: bigint, fresh: bigint): boolean {
  return fresh * ACCEPTED_RISE.under > shown * ACCEPTED_RISE.over;
}
