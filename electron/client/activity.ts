import { AppError } from '../../shared/errors/index.ts';
import type { ActivityStatus } from '../../shared/model/index.ts';
import { type Activity, type ActivityOperation, checkValue, OPERATIONS } from '../../shared/operations/index.ts';

/** What a status means for whoever waits: only `pending` is worth asking again soon; `unknown` is a newer service's word. */
export type ActivityOutcome = 'done' | 'pending' | 'consensus' | 'authenticators' | 'failed' | 'rejected' | 'unknown';

const OUTCOMES: Readonly<Record<ActivityStatus, ActivityOutcome>> = {
  ACTIVITY_STATUS_CREATED: 'pending',
  ACTIVITY_STATUS_PENDING: 'pending',
  ACTIVITY_STATUS_COMPLETED: 'done',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'consensus',
  ACTIVITY_STATUS_REJECTED: 'rejected',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'authenticators',
};

/** What the activity's status means. */
export function activityOutcome(activity: Pick<Activity, 'status'>): ActivityOutcome {
  return Object.hasOwn(OUTCOMES, activity.status) ? OUTCOMES[activity.status as ActivityStatus] : 'unknown';
}

/** An activity from a place outside this process (the cache), checked like a reply. Throws SERVICE_REPLY_INVALID. */
export function readActivity(value: unknown): Activity {
  const [problem] = checkValue(OPERATIONS.get_activity.response, { activity: value });
  if (problem !== undefined) throw invalid('activity', `its member ${problem.path} ${problem.reason}`);
  return value as Activity;
}

/**
 * The checked result of a completed activity of that operation.
 * Throws SERVICE_REPLY_INVALID when the activity is of another type or holds no such result.
 */
export function resultOf<Declared extends ActivityOperation>(
  operation: Declared,
  activity: Activity,
): Declared['example']['result'] {
  if (activity.type !== operation.activityType) throw invalid(operation.title, 'it is an activity of another type');
  const { result } = activity;
  if (result === null || !Object.hasOwn(result, operation.resultMember))
    throw invalid(operation.title, `it has no ${operation.resultMember}`);
  const value = result[operation.resultMember];
  const [problem] = checkValue(operation.result, value);
  if (problem !== undefined) throw invalid(operation.title, `member ${problem.path} of its result ${problem.reason}`);
  return value as Declared['example']['result'];
}

function invalid(what: string, why: string): AppError {
  return new AppError(
    'SERVICE_REPLY_INVALID',
    `The result of “${what}” was not used because ${why}. Look at the activity at the service itself.`,
  );
}
