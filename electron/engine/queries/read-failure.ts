import { AppError, toErrorData } from '../../../shared/errors/index.ts';

/**
 * Returns the error of a failed read without its open outcome. A read changes nothing, so nothing is open, whatever its
 * service or the network did.
 */
export function readFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.outcome !== 'unknown') return error;
  const { code, text, fields, reference } = error;
  return new AppError(code, text, { fields, reference, cause: error });
}

/** Returns true when a failed read may succeed later: there was no answer, or the service itself failed. */
export function mayReadAgain(error: unknown): boolean {
  const { code } = toErrorData(error);
  const cause = error instanceof AppError ? error.cause : undefined;
  return code === 'SERVICE_UNREACHABLE' || toErrorData(cause).outcome === 'unknown';
}
