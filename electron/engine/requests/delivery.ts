import { AppError } from '../../../shared/errors/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { activityPages } from '../activity-pages.ts';
import type { Base } from '../base.ts';
import type { AnswerChecker } from '../verify/verify.ts';
import type { Answered } from './follower.ts';
import type { Queries } from './queries.ts';
import type { Sender, Stamp } from './sender.ts';

/** How many activities are searched for a fingerprint, newest first. */
const MAXIMUM_ACTIVITIES = 10_000;

export interface Journaled extends Answered {
  readonly requestId: string;
  readonly url: string;
  readonly stamp: Stamp;
  readonly fingerprint: string;
  /** True when these bytes were sent before: then a refusal says nothing about what became of them the first time. */
  readonly sentBefore: boolean;
}

/** Sends journaled bytes, and settles their entry by what the service says and by nothing less. */
export interface Delivery {
  deliver(request: Journaled, signal?: AbortSignal): Promise<Activity>;
  /**
   * Looks for the activity of bytes that can no longer be sent. Closes the entry when it is found, or when every activity
   * was looked at and it is not there (then NOT_FOUND is thrown); otherwise the entry stays open.
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
  const close = (requestId: string, activity: Activity | null, status: string, httpStatus: number) => {
    records.journal.markAnswered(requestId, { at: now(), activityId: activity?.id ?? null, status, httpStatus });
    changes.tell('requests');
  };

  return {
    async deliver(request, signal) {
      const { requestId, operation, body, sentBefore } = request;
      records.journal.markSent(requestId, now());
      changes.tell('requests');
      let reply: Awaited<ReturnType<Sender['send']>>;
      let activity: Activity;
      try {
        reply = await sender.send(request, signal);
      } catch (error) {
        throw unsettled(error);
      }
      try {
        ({ activity } = sender.read(operation, reply) as { activity: Activity });
      } catch (error) {
        // A server's own failure, or an answer that cannot be read, says nothing about whether the activity was made.
        const refused = reply.status >= 400 && reply.status < 500;
        if (!refused || sentBefore) throw unsettled(error);
        close(requestId, null, 'REFUSED', reply.status);
        throw error;
      }
      checker.requireSame(operation, body, activity);
      close(requestId, activity, activity.status, reply.status);
      return activity;
    },
    async find({ requestId, profile, operation, body, fingerprint }) {
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
            'The service never received this request: its fingerprint is not among its activities, and it is now too old to be sent again. It is settled; nothing was signed or changed. Prepare it again if it is still wanted.',
          );
        }
        searched += activities.length;
        if (searched >= MAXIMUM_ACTIVITIES) break;
      }
      throw new AppError(
        'NOT_FOUND',
        `This request is now too old to be sent again, and it is not among the newest ${MAXIMUM_ACTIVITIES} activities. Whether it was received is not known, so it stays listed as unsettled. Look for its fingerprint at the service.`,
      );
    },
  };
}

function unsettled(error: unknown): AppError {
  const known =
    error instanceof AppError
      ? error
      : new AppError('SERVICE_UNREACHABLE', 'The request was cut off.', { cause: error });
  if (known.code === 'CANCELLED') {
    return new AppError(
      'CANCELLED',
      'Cancelled while the request was on its way, so the service may have it. It is listed as unsettled: settle it there, which sends the same bytes and never a second activity.',
    );
  }
  return new AppError(
    known.code,
    `${known.message} The service may have received the request. It is listed as unsettled: settle it there, which sends the same bytes and never a second activity.`,
    { cause: error },
  );
}
