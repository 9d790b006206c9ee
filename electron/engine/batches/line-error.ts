import { AppError } from '../../../shared/errors/index.ts';
import { endedAs } from '../../../shared/words/index.ts';
import { activityOutcome } from '../../client/index.ts';
import type { SubmittedRequest } from '../requests/follower.ts';

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

const UNPROVEN =
  'Its signature is not proven. Do not use it. Look at the activity, and resume the batch to prove it again.';

/** Throws ACTIVITY_FAILED for a line that was not signed, and SIGNATURE_MISMATCH for a signature without proof. */
export function requireSigned({ activity: { id, status } }: SubmittedRequest, isProven: boolean): void {
  const outcome = activityOutcome({ status });
  if (outcome === 'failed' || outcome === 'rejected') {
    const text = `The activity ${id} ${endedAs(status)}, so nothing was signed. Look at it in Activities.`;
    throw new AppError('ACTIVITY_FAILED', text, { outcome: 'refused' });
  }
  if (outcome === 'done' && !isProven) throw new AppError('SIGNATURE_MISMATCH', UNPROVEN);
}
