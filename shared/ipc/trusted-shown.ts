import type { Question } from './trusted.ts';

/**
 * A question, or a notice: one was withdrawn while a passphrase was being typed, or the operator refused several in a
 * row. A paused window shows no further question until the operator goes on, and a no to it locks the vault.
 */
export type ShownQuestion = Question | { readonly kind: 'withdrawn' } | { readonly kind: 'paused' };

/** A question as the trusted window shows it, with its place in the queue. */
export interface Shown {
  readonly id: number;
  readonly position: number;
  readonly total: number;
  readonly question: ShownQuestion;
}

/** A shown question as it is sent. `question` is null when only its place changed: a secret is sent once. */
export type Sent = Omit<Shown, 'question'> & { readonly question: ShownQuestion | null };
