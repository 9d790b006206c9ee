/**
 * Refusals as data. A parser of transactions or payloads reports the refused part, the reason and the place. It does
 * not know its caller. `signing` and `verifying` do, and turn the refusal into the caller's error. Descriptions pass it
 * on unchanged.
 */
import { AppError, type ErrorCode } from '../../shared/errors/index.ts';

/**
 * The kinds of refusals, with the code of the interface and the public words that a message begins with
 * (docs/protocol.md#errors).
 */
const KINDS = {
  transaction: { code: 'TRANSACTION_INVALID', words: 'failed to parse transaction' },
  /** A kind of transaction that is known but not offered. */
  transactionType: { code: 'TRANSACTION_UNSUPPORTED', words: 'unsupported transaction type' },
  payload: { code: 'INVALID_INPUT', words: 'invalid payload' },
  payloadEncoding: { code: 'INVALID_INPUT', words: 'invalid payload encoding' },
  hashFunction: { code: 'INVALID_INPUT', words: 'invalid hash function' },
  /** The kind for a readable signature or signed transaction that differs from the request. */
  answer: { code: 'SIGNATURE_MISMATCH', words: 'not what was asked for' },
} as const satisfies Readonly<Record<string, { readonly code: ErrorCode; readonly words: string }>>;

export type RefusalKind = keyof typeof KINDS;

/** The name of each kind of answer, and the advice for a wrong one. */
const ANSWERS = {
  signature: { name: 'signature', advice: 'Do not use it, and ask the service why it sent it' },
  transaction: {
    name: 'signed transaction',
    advice: 'Do not send it to the chain, and ask the service why it returned it',
  },
} as const;

/** The reason for a refusal. The message lacks only the action that was not done. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  /** A clause without its full stop, with `where` as its subject if present. It may name members, never values. */
  readonly reason: string;
  /** The field (`calls[0].to`) or place (`the item at byte 3`) of the reason, or null for the whole. */
  readonly where: string | null;

  constructor(kind: RefusalKind, reason: string, where: string | null = null) {
    super(`${KINDS[kind].words}: ${clauseOf(reason, where)}`);
    this.kind = kind;
    this.reason = reason;
    this.where = where;
  }
}

/**
 * Runs work that parses and signs. Converts a refusal to the AppError of its kind, which says that nothing was signed.
 */
export function signing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new AppError(KINDS[error.kind].code, `${error.message}. Nothing was signed.`);
  }
}

/** Runs work that parses and checks a reply. Converts every refusal to SIGNATURE_MISMATCH. */
export function verifying<Result>(what: keyof typeof ANSWERS, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const clause = clauseOf(error.reason, error.where);
    const why = error.kind === 'answer' ? clause : `it cannot be read, ${clause}`;
    const { name, advice } = ANSWERS[what];
    throw new AppError('SIGNATURE_MISMATCH', `The ${name} that the service returned was refused: ${why}. ${advice}.`);
  }
}

/** The reason with its place for a subject, a clause without its full stop. */
export function clauseOf(reason: string, where: string | null): string {
  return where === null ? reason : `${where} ${reason}`;
}
