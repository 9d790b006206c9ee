import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import { activityOutcome } from '../../client/index.ts';
import type { SubmittedRequest } from '../requests/follower.ts';
import { endedAs } from '../tools/ended-as.ts';

/** Adds the number of a line to the error that ended a run, whose outcome stays. `later` is what later lines were not. */
export function namedBy(line: number, error: unknown, later: 'signed' | 'broadcast'): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, fields, outcome } = error;
  const text =
    later === 'signed'
      ? sentence`Line ${line} ended the batch. ${error.text} Later lines were not signed.`
      : sentence`Line ${line} ended the broadcast. ${error.text} Later lines were not broadcast.`;
  return new AppError(code, text, { fields, cause: error, ...(outcome === undefined ? {} : { outcome }) });
}

const UNPROVEN =
  'Its signature is not proven. Do not use it. Look at the activity, and resume the batch to prove it again.';

/** The error of a signature without a proof: it was compared and is wrong, or it was not compared. */
export const unproven = (isWrong: boolean, text: Text): AppError =>
  new AppError(isWrong ? 'SIGNATURE_MISMATCH' : 'SIGNATURE_UNCHECKED', text);

/** Throws ACTIVITY_FAILED for a line that was not signed, and SIGNATURE_UNCHECKED for a signature without proof. */
export function requireSigned({ activity: { id, status } }: SubmittedRequest, isProven: boolean): void {
  const outcome = activityOutcome({ status });
  if (outcome === 'failed' || outcome === 'rejected') {
    const text = sentence`The activity ${id} ${endedAs(status)}, so nothing was signed. Look at it in Activities.`;
    throw new AppError('ACTIVITY_FAILED', text, { outcome: 'refused' });
  }
  if (outcome === 'done' && !isProven) throw unproven(false, UNPROVEN);
}
