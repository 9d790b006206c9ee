/** An expression that cannot be read, or that failed: it never allows anything. The message is a clause without its full stop. */
export class PolicyFault extends Error {
  /** Whether all that failed is that something looked at is not there. */
  readonly isAbsence: boolean;

  constructor(message: string, kind?: 'absence') {
    super(message);
    this.name = 'PolicyFault';
    this.isAbsence = kind === 'absence';
  }
}
