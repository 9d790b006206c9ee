/**
 * Why evaluation has no value:
 * - `inapplicable`: the request has no such thing at all (`eth` for a new wallet, `eth.tx` for typed data).
 * - `absence`: the decoded content has no such member or item.
 * - `opaque`: the signed bytes are a digest that hides its content, or the content only claims the value.
 * - `spent`: the work of the whole decision reached its bound.
 * - `failure`: everything else.
 */
export type FaultKind = 'inapplicable' | 'absence' | 'opaque' | 'spent' | 'failure';

/**
 * An expression that cannot be read, or whose evaluation failed: it never allows anything.
 * The message is a clause without its full stop.
 */
export class PolicyFault extends Error {
  readonly kind: FaultKind;
  /** The offset of the fault in the expression, in UTF-16 code units. Null when evaluation failed. */
  readonly at: number | null;

  constructor(message: string, why: FaultKind | { readonly at: number } = 'failure') {
    super(message);
    this.name = 'PolicyFault';
    this.kind = typeof why === 'string' ? why : 'failure';
    this.at = typeof why === 'object' ? why.at : null;
  }
}
