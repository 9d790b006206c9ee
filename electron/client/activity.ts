import { AppError, sentence, term } from '../../shared/errors/index.ts';
import { type ActivityStatus, placeInWords, type Signed } from '../../shared/model/index.ts';
import {
  type Activity,
  type ActivityOperation,
  type ActivityResult,
  bundlesIn,
  checkValue,
  type Exports,
  exportedIn,
  findActivityByType,
  OPERATIONS,
} from '../../shared/operations/index.ts';

/**
 * The meaning of a status for a waiting caller. Only `pending` is worth another request soon.
 * `unknown` is a newer service's status.
 */
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

/** Returns the meaning of the activity's status. */
export function activityOutcome(activity: Pick<Activity, 'status'>): ActivityOutcome {
  return Object.hasOwn(OUTCOMES, activity.status) ? OUTCOMES[activity.status as ActivityStatus] : 'unknown';
}

/** Reads an activity from outside this process (the cache), checked like a reply. Throws SERVICE_REPLY_INVALID. */
export function readActivity(value: unknown): Activity {
  const [problem] = checkValue(OPERATIONS.get_activity.response, { activity: value });
  if (problem !== undefined) throw invalid('activity', `${placeInWords(problem.path)} ${problem.reason}`);
  return value as Activity;
}

/**
 * Returns the checked result of a completed activity of that operation.
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
  if (problem !== undefined)
    throw invalid(operation.title, `${placeInWords(problem.path)} of its result ${problem.reason}`);
  return value as Declared['example']['result'];
}

/**
 * Returns the signatures or the signed transaction of a completed activity. Null when it signs nothing or is not
 * completed.
 * Throws SERVICE_REPLY_INVALID when a completed one holds no such result.
 */
export function signedOf(activity: Activity): Signed | null {
  const operation = findActivityByType(activity.type);
  if (operation === undefined || operation.signs === null || activityOutcome(activity) !== 'done') return null;
  const { signs } = operation;
  const result = resultOf(operation, activity) as Readonly<Record<string, unknown>>;
  // The result was checked against its declaration, which names its members.
  if (signs.kind === 'transaction')
    return { kind: 'transaction', signedTransaction: result[signs.signedTransaction] as string };
  const signatures = signs.kind === 'payload' ? [result] : (result[signs.signatures] ?? []);
  return {
    kind: 'payloads',
    signatures: (signatures as ActivityResult<'sign_raw_payload'>[]).map(({ r, s, v }) => ({
      r: inFullWidth(r),
      s: inFullWidth(s),
      v,
    })),
  };
}

/**
 * Returns the 64 digits of r or s, because a service may drop leading zeros.
 * Returns other text unchanged, for its verifier to refuse.
 */
function inFullWidth(scalar: string): string {
  return /^(0x)?[0-9a-f]{1,64}$/i.test(scalar) ? scalar.replace(/^0x/i, '').padStart(64, '0') : scalar;
}

/**
 * The result of an export: the kind of key, its address or id (`of`), the target key that it is sealed to, and the
 * bundle.
 */
export interface Exported extends Pick<Exports, 'kind'> {
  readonly of: string;
  readonly targetPublicKey: string;
  readonly bundle: string;
}

/**
 * Returns the results of an export that was requested with these parameters, one for each exported object.
 * Takes the key's address or id from them, never from the activity, which repeats them in the service's words.
 * Empty for other operations, without such a result, and with another number of bundles.
 */
export function exportsOf(
  operation: ActivityOperation,
  asked: Readonly<Record<string, unknown>>,
  activity: Activity,
): readonly Exported[] {
  if (operation.exports === null || checkValue(operation.parameters, asked).length > 0) return [];
  const { kind, of, target } = operation.exports;
  try {
    const named = exportedIn(operation.exports, asked) as readonly Readonly<Record<string, string>>[];
    const bundles = bundlesIn(operation.exports, resultOf(operation, activity) as Readonly<Record<string, unknown>>);
    if (named.length !== bundles.length) return [];
    return bundles.map((bundle, at) => ({
      kind,
      of: named[at]?.[of] ?? '',
      targetPublicKey: named[at]?.[target] ?? '',
      bundle,
    }));
  } catch {
    // A result that is missing or malformed holds nothing to open.
    return [];
  }
}

function invalid(what: string, why: string): AppError {
  return new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The result of “${term(what)}” was not used because ${why}. Look at the activity at the service itself.`,
  );
}
