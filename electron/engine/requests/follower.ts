import { AppError } from '../../../shared/errors/index.ts';
import type { ActivityDetail, ProfileRow, SignatureProof, Signed } from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation } from '../../../shared/operations/index.ts';
import { activityOutcome, signedOf } from '../../client/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { Clock } from '../ports.ts';
import type { Queries } from '../queries/queries.ts';
import { mayReadAgain } from '../queries/read-failure.ts';
import type { AnswerChecker } from '../verify/verify.ts';

/**
 * The stage of a request. `confirming` waits for the operator. `recording` writes its bytes into the audit log.
 * `stamping` has them stamped and writes them with their stamp into the journal. `sending` waits for the reply.
 * Settling begins with `sending`.
 */
export type SettleStage = 'sending' | 'following' | 'checking';
export type SubmitStage = 'confirming' | 'recording' | 'stamping' | SettleStage;

export interface Following<Stage extends SubmitStage = SubmitStage> {
  /**
   * The longest time to follow a pending activity. It is half a minute when absent or less. Waiting for votes ends it.
   */
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (stage: Stage) => void;
}

export interface SubmittedRequest {
  readonly activity: Activity;
  readonly detail: ActivityDetail;
  /** The result of signing. Null for an activity that signs nothing or is not completed. */
  readonly signed: Signed | null;
  /** The proof of the signature. Null when none could be made, or there is nothing to check. */
  readonly signature: SignatureProof | null;
}

/** The answered request: its profile, operation and bytes. */
export interface Answered {
  readonly profile: ProfileRow;
  readonly operation: ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Follows an answered activity to its end, and checks the result. */
export interface Follower {
  /**
   * After the service has answered, only a wrong signature is an error. Other failures (the network while following, a
   * full disk under the cache) must not look as if the request had failed.
   */
  finish(request: Answered, activity: Activity, following: Following<SettleStage>): Promise<SubmittedRequest>;
}

interface FollowerParts {
  readonly queries: Queries;
  readonly activities: Activities;
  readonly checker: AnswerChecker;
}

/** Between two looks at an activity: short at first, because most end at once, then twice as long each time. */
const PAUSE_MILLISECONDS = { first: 250, longest: 5000 } as const;
/**
 * The time that a submit follows an activity that is not final before it returns it as it is. Callers may ask for more.
 */
const FOLLOW_MILLISECONDS = 30_000;

export function createFollower(clock: Clock, { queries, activities, checker }: FollowerParts): Follower {
  /**
   * Polls until the activity is no longer pending or the time has passed. An abort, a refusal, or an answer about
   * another activity ends it early, without an error. Returns the service's last answer.
   */
  const follow = async (
    profile: ProfileRow,
    activity: Activity,
    { milliseconds = 0, signal }: Following<SettleStage>,
  ): Promise<Activity> => {
    const end = clock.steady() + Math.max(milliseconds, FOLLOW_MILLISECONDS);
    let latest = activity;
    let pause: number = PAUSE_MILLISECONDS.first;
    while (activityOutcome(latest) === 'pending' && clock.steady() < end) {
      await clock.pause(Math.min(pause, end - clock.steady()), signal);
      if (signal?.aborted === true) break;
      pause = Math.min(2 * pause, PAUSE_MILLISECONDS.longest);
      try {
        const reply = await queries.ask('get_activity', { activityId: activity.id }, { profile, signal });
        if (reply.activity.id !== activity.id || reply.activity.fingerprint !== activity.fingerprint) break;
        latest = reply.activity;
      } catch (error) {
        if (!mayReadAgain(error)) break;
      }
    }
    return latest;
  };

  return {
    async finish({ profile, operation, body }, answered, following) {
      following.progress?.('following');
      activities.keep(profile, answered);
      const activity = await follow(profile, answered, following);
      following.progress?.('checking');
      activities.keep(profile, activity);
      const signature = await checker.checkSignature(profile, operation, body, activity).catch((error: unknown) => {
        if (
          error instanceof AppError &&
          (error.code === 'SIGNATURE_MISMATCH' || error.code === 'SERVICE_REPLY_INVALID')
        )
          throw error;
        return null;
      });
      return { activity, signed: signedOf(activity), signature, detail: activities.detail(profile, activity) };
    },
  };
}
