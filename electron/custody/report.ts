import { AppError } from '../../shared/errors/index.ts';

/** Notes a failure of the service itself, under the reference that its caller was given. */
export type Report = (reference: string, during: string, error: unknown) => void;

/**
 * One line a failure, for standard error: the kind of error and where in the code it was thrown. Messages are left out
 * unless they are our own, because others may repeat what they were given.
 */
export function formatReport(reference: string, during: string, error: unknown): string {
  return `custody: ${reference} ${during}: ${describe(error)}\n`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const message = error instanceof AppError ? ` "${error.message}"` : '';
  const cause = error.cause === undefined ? '' : ` caused by ${describe(error.cause)}`;
  return `${error.name}${code}${message}${frames(error)}${cause}`;
}

function frames(error: Error): string {
  const calls = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return calls
    .slice(0, 6)
    .map((line) => ` ${line.trim()}`)
    .join('');
}
