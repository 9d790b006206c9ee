import { AppError } from '../../../shared/errors/index.ts';

/** Adds the number of a line to the error that ended a run, whose outcome stays. `later` is what later lines were not. */
export function namedBy(line: number, error: unknown, later: 'signed' | 'broadcast'): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, fields, outcome } = error;
  const ended = later === 'signed' ? 'batch' : 'broadcast';
  return new AppError(code, `Line ${line} ended the ${ended}. ${message} Later lines were not ${later}.`, {
    ...{ fields, cause: error },
    ...(outcome === undefined ? {} : { outcome }),
  });
}
