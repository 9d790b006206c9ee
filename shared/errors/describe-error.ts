import { AppError } from './app-error.ts';

/**
 * Describes an error on one line for a log: its class, the system's error code and, for our own errors, the message.
 * Adds up to six stack frames (file names without their folders) and the same of its cause.
 * Leaves out a foreign message, because a library's message may quote the value that it refused.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const message = error instanceof AppError ? ` "${error.message}"` : '';
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const found = /^\s+at (?:(.{1,80}) \()?(?:.*[\\/])?([\w.-]{1,60}:\d+:\d+)\)?$/.exec(line);
    return found === null ? [] : [`${found[1] === undefined ? '' : `${found[1]} `}${found[2]}`];
  });
  const cause = error.cause === undefined ? '' : ` caused by ${describeError(error.cause)}`;
  return `${error.name}${code}${message} at ${frames.slice(0, 6).join(' < ') || 'an unknown place'}${cause}`;
}
