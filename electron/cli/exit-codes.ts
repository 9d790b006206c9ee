import { AppError, type ErrorCode } from '../../shared/errors/index.ts';

/** Exit codes of every command. Scripts depend on them. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Consensus needed, pending, authenticators needed, or a request was sent and its outcome is not known. */
  unfinished: 3,
  /** The activity failed or was rejected. */
  rejected: 4,
} as const;

/** Errors that only a different command line or input can correct. Nothing was sent or changed. */
const USAGE_CODES: readonly ErrorCode[] = [
  'USAGE',
  'INVALID_INPUT',
  'SECRET_REFUSED',
  'SECRET_SUSPECTED',
  'NOT_SUPPORTED',
  'UNKNOWN_OPERATION',
  'UNKNOWN_PROFILE',
];

/** The exit code an error ends the command with. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof AppError)) return EXIT.failed;
  // A script that repeats failed commands must not repeat one that may have succeeded.
  if (error.outcome === 'unknown') return EXIT.unfinished;
  if (error.code === 'ACTIVITY_FAILED') return EXIT.rejected;
  return USAGE_CODES.includes(error.code) ? EXIT.usage : EXIT.failed;
}

/** Returns the exit code for an activity's status. An unknown status counts as not finished. */
export function exitCodeOfStatus(status: string): number {
  if (status === 'ACTIVITY_STATUS_COMPLETED') return EXIT.done;
  return status === 'ACTIVITY_STATUS_FAILED' || status === 'ACTIVITY_STATUS_REJECTED' ? EXIT.rejected : EXIT.unfinished;
}

/** Returns the error for invalid command line input. Nothing was done. */
export function usage(message: string): AppError {
  return new AppError('USAGE', message);
}
