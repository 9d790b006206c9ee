import { AppError, ERROR_CODES, OUTCOMES } from '../../shared/errors/index.ts';
import { errorSentence } from '../language/sentence.ts';
import { worded } from '../language/worded.ts';
import type { Tone } from './status.ts';
import { inWindow } from './window-acts.ts';

export interface ProblemWords {
  /** An open request has tone `care`. Every other error has tone `danger`. */
  readonly tone: Tone;
  readonly title: string;
  readonly message: string;
  /** True for a sentence of main without a translation in the language of the page. */
  readonly isEnglish: boolean;
  /** "payload: must match the pattern", one line a wrong member. */
  readonly details: readonly string[];
  /** The reference of a log line with more details. */
  readonly reference: string | null;
}

/** Returns an error in the operator's words. Anything but an AppError is a bug of the page and reported as such. */
export function problemWords(error: unknown): ProblemWords {
  if (!(error instanceof AppError)) {
    return {
      tone: 'danger',
      title: worded(ERROR_CODES.INTERNAL.title),
      message:
        'The window hit an unexpected problem and stopped this step. It sent nothing. Try again, and restart Castellan if the problem stays.',
      isEnglish: false,
      details: [],
      reference: null,
    };
  }
  const { outcome } = error;
  const message = inWindow(errorSentence(error.text));
  return {
    tone: outcome === 'notSent' || outcome === 'unknown' ? 'care' : 'danger',
    title: worded(outcome === undefined ? ERROR_CODES[error.code].title : OUTCOMES[outcome].title),
    message,
    isEnglish: message === inWindow(error.message),
    details: (error.fields ?? []).map((field) => `${field.path}: ${field.reason}`),
    reference: error.reference ?? null,
  };
}

/** Returns true for the error of work that the operator stopped. */
export function isCancelled(error: unknown): boolean {
  return error instanceof AppError && error.code === 'CANCELLED';
}

/** Returns true for a refusal of what was asked for. Trying again changes nothing. */
export function isInvalid(error: unknown): boolean {
  return error instanceof AppError && error.code === 'INVALID_INPUT';
}

/** Returns true for the error of a question that the operator answered with no. */
export function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_CONFIRMED';
}
