import { AppError, type Text } from '../../../shared/errors/index.ts';

/**
 * Refusals of one query. Every other error ends the refresh, because the next query would end alike. An input is not valid
 * where the service reported an id that none can be.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'SERVICE_REFUSED',
  'SERVICE_REPLY_INVALID',
  'NOT_FOUND',
  'TOO_LARGE',
  'INVALID_INPUT',
]);

/** Returns the words of a refused query. Throws every other error. */
export function reasonOf(error: unknown): Text {
  if (error instanceof AppError && REFUSALS.has(error.code)) return error.text;
  throw error;
}

/** The refusals of several queries in a row. */
export interface Refusals {
  /** Notes that a query succeeded. */
  succeeded(): void;
  /**
   * Returns the words of a refused query, and of one without a reply. A service may be slow with a single query. Throws
   * every other error, and the second one in a row without a reply: the service is then not reachable.
   */
  reasonOf(error: unknown): Text;
}

export function createRefusals(): Refusals {
  let isSilent = false;
  return {
    succeeded() {
      isSilent = false;
    },
    reasonOf(error) {
      const wasSilent = isSilent;
      isSilent = error instanceof AppError && error.code === 'SERVICE_UNREACHABLE';
      return isSilent && !wasSilent ? (error as AppError).text : reasonOf(error);
    },
  };
}
