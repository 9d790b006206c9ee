import type { ErrorCode } from './codes.ts';
import { type LocalizableText, type Text, textOf } from './localizable-text.ts';
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
  /** The message with its values kept apart. Absent for a message without values. */
  readonly text?: LocalizableText;
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
  /** The message, with its values kept apart if it has any. A caller that quotes the message keeps them so. */
  readonly text: Text;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly outcome: Outcome | undefined;
  readonly reference: string | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: Text, detail: AppErrorDetail = {}) {
    super(textOf(message), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.text = message;
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
    ...(typeof error.text === 'string' ? {} : { text: error.text }),
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.outcome === undefined ? {} : { outcome: error.outcome }),
    ...(known === undefined ? {} : { reference: known }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}

/** Returns the message of an error for the operator, with its values kept apart. */
export function errorText(error: unknown): Text {
  const { text, message } = toErrorData(error);
  return text ?? message;
}

/** The reverse of `toErrorData`, on the receiving side. */
export function fromErrorData(data: ErrorData): AppError {
  return new AppError(data.code, data.text ?? data.message, data);
}
