import { AppError } from '../../../shared/errors/index.ts';

/** Refusals of one query. Every other error ends the refresh, because the next query would end alike. */
const REFUSALS: ReadonlySet<string> = new Set(['SERVICE_REFUSED', 'SERVICE_REPLY_INVALID', 'NOT_FOUND', 'TOO_LARGE']);

/** Returns the words of a refused query. Throws every other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError && REFUSALS.has(error.code)) return error.message;
  throw error;
}
