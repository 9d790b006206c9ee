/** An expression that cannot be read, or that failed: it never allows anything. The message is a clause without its full stop. */
export class PolicyFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PolicyFault';
  }
}
