import { AppError, OUTCOMES, type Outcome, sentence, toErrorData } from '../../../shared/errors/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import type { Base } from '../base.ts';
import type { StampHeader } from '../consent/approvals.ts';
import { activityPages } from '../queries/activity-pages.ts';
import type { Queries } from '../queries/queries.ts';
import { mayReadAgain } from '../queries/read-failure.ts';
import type { Sender } from '../stamping/sender.ts';
import type { AnswerChecker } from '../verify/verify.ts';
import type { Answered } from './follower.ts';

/** The most activities searched for a fingerprint, newest first. */
const MAXIMUM_ACTIVITIES = 10_000;

export interface Journaled extends Answered {
  readonly requestId: string;
  readonly url: string;
  readonly stamp: StampHeader;
  readonly fingerprint: string;
  /** True when these bytes were sent before. Then a refusal does not show the outcome of the first time. */
  readonly sentBefore: boolean;
}

/** Sends journaled bytes, and settles their entry only by the service's answer. */
export interface Delivery {
  /** Throws the error with its outcome: `notSent` and `unknown` leave the entry open, `refused` closes it. */
  deliver(request: Journaled, signal?: AbortSignal): Promise<Activity>;
  /**
   * Looks for the activity of bytes that can no longer be sent. Closes the entry when it is found. When every activity
   * was searched without success, closes the entry and throws NOT_FOUND. Otherwise the entry stays open. The error of
   * a failed read has the outcome of the request, `unknown`.
   */
  find(request: Journaled): Promise<Activity>;
}

interface DeliveryParts {
  readonly sender: Sender;
  readonly queries: Queries;
  readonly checker: AnswerChecker;
}

export function createDelivery(
  { ports, records, changes }: Base,
  { sender, queries, checker }: DeliveryParts,
): Delivery {
  const { now } = ports.clock;
  const { journal } = records;
  const close = (requestId: string, activity: Activity | null, status: string, httpStatus: number) => {
    journal.markAnswered(requestId, { at: now(), activityId: activity?.id ?? null, status, httpStatus });
    changes.announce('requests');
  };

  const search = async ({ requestId, profile, operation, body, fingerprint }: Journaled): Promise<Activity> => {
    let searched = 0;
    for await (const { activities, isLast } of activityPages(queries, { profile })) {
      const found = activities.find((activity) => activity.fingerprint === fingerprint);
      if (found !== undefined) {
        checker.requireSame(operation, body, found);
        close(requestId, found, found.status, 200);
        return found;
      }
      if (isLast) {
        close(requestId, null, 'NOT_RECEIVED', 200);
        throw new AppError(
          'NOT_FOUND',
          'The service did not receive this request: its activities do not have this fingerprint. The request is too old to be sent again and was closed. Prepare it again if you still need it.',
        );
      }
      searched += activities.length;
      if (searched >= MAXIMUM_ACTIVITIES) break;
    }
    throw new AppError(
      'NOT_FOUND',
      sentence`This request is now too old to be sent again, and it is not among the newest ${MAXIMUM_ACTIVITIES} activities. It is unknown whether the service received it. It stays unsettled. Look for its fingerprint at the service.`,
    );
  };

  return {
    async deliver(request, signal) {
      const { requestId, operation, body, sentBefore } = request;
      journal.markSent(requestId, now());
      changes.announce('requests');
      let httpStatus = 0;
      try {
        const sent = { ...request, profile: request.profile.name };
        const reply = await sender.send(sent, signal);
        httpStatus = reply.status;
        const { activity } = sender.read(sent, reply) as { activity: Activity };
        checker.requireSame(operation, body, activity);
        close(requestId, activity, activity.status, httpStatus);
        return activity;
      } catch (error) {
        // The answer to resent bytes does not show the outcome of the first time.
        const outcome = (sentBefore ? undefined : toErrorData(error).outcome) ?? 'unknown';
        if (outcome === 'refused') close(requestId, null, 'REFUSED', httpStatus);
        if (outcome === 'notSent') journal.markNotSent(requestId);
        changes.announce('requests');
        throw withOutcome(error, outcome);
      }
    },
    async find(request) {
      try {
        return await search(request);
      } catch (error) {
        // A read is never open, but the request that it looks for is.
        throw mayReadAgain(error) ? withOutcome(error, 'unknown') : error;
      }
    },
  };
}
/** The error with its outcome for the request. */
function withOutcome(error: unknown, outcome: Outcome): AppError {
  const { code, text, fields } =
    error instanceof AppError ? error : new AppError('SERVICE_UNREACHABLE', 'The request was cut off.');
  return new AppError(code, sentence`${text} ${OUTCOMES[outcome].sentence}`, { fields, outcome, cause: error });
}
