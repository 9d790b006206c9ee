import type { ErrorCode } from './codes.ts';
import type { Outcome } from './outcomes.ts';

/** One wrong member of an input: its path (`/parameters/payload`) and the reason, never the value itself. */
export interface FieldProblem {
  readonly path: string;
  readonly reason: string;
}

/** The part of an error that may cross a process boundary: never a stack, never a rejected value. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  /** The outcome of the request that caused this error. Absent when no request was involved. */
  readonly outcome?: Outcome;
  /** The reference of the log line with the details. Only the side that logged the error sets it. */
  readonly reference?: string;
  /** The sentences of the message that only the thrower could know. A caller that rewrites the message keeps them. */
  readonly hint?: string;
}

export interface AppErrorDetail {
  readonly fields?: readonly FieldProblem[] | undefined;
  readonly outcome?: Outcome | undefined;
  readonly reference?: string | undefined;
  readonly hint?: string | undefined;
  /** For the local log only. `toErrorData` drops it. */
  readonly cause?: unknown;
}

/**
 * The one error type of the product. The message is for the operator: what happened, what was not done and what to do
 * next.
 * It must never hold a secret.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly outcome: Outcome | undefined;
  readonly reference: string | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, detail: AppErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = detail.fields;
    this.outcome = detail.outcome;
    this.reference = detail.reference;
    this.hint = detail.hint;
  }
}

/** Returns the part of an error that may cross a boundary. Any other error becomes INTERNAL with no text of its own. */
export function toErrorData(error: unknown, reference?: string): ErrorData {
  if (!(error instanceof AppError)) {
    return {
      code: 'INTERNAL',
      message:
        'Castellan hit an unexpected problem and stopped this step. Try again. If the problem stays, look up the reference in the log.',
      ...(reference === undefined ? {} : { reference }),
    };
  }
  const known = error.reference ?? reference;
  return {
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.outcome === undefined ? {} : { outcome: error.outcome }),
    ...(known === undefined ? {} : { reference: known }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}

/** The reverse of `toErrorData`, on the receiving side. */
export function fromErrorData(data: ErrorData): AppError {
  return new AppError(data.code, data.message, data);
}
