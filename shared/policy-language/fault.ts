/**
 * An expression that cannot be read, or whose evaluation failed: it never allows anything.
 * The message is a clause without its full stop.
 */
export class PolicyFault extends Error {
  /** Whether the only failure is that a value is absent. */
  readonly isAbsence: boolean;
  /** The offset of the fault in the expression, in UTF-16 code units; null when evaluation failed. */
  readonly at: number | null;

  constructor(message: string, kind?: 'absence' | { readonly at: number }) {
    super(message);
    this.name = 'PolicyFault';
    this.isAbsence = kind === 'absence';
    this.at = typeof kind === 'object' ? kind.at : null;
  }
}
