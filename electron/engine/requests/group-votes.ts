import { randomUUID } from 'node:crypto';
import { AppError, toErrorData } from '../../../shared/errors/index.ts';
import { voteOf } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import { buildActivityBody } from '../../client/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { Base } from '../base.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { Requests } from './requests.ts';
import type { ConfirmVotes } from './vote-confirmation.ts';

/** The outcome of a vote of a group (`shared/ipc/vote-calls.ts`). `problem` is in whole sentences. */
export interface CastVote {
  readonly activityId: string;
  readonly state: 'cast' | 'refused' | 'unknown' | 'alone' | 'left';
  readonly problem: string | null;
}

/** Votes on several activities after one answer to all of them. */
export interface GroupVotes {
  /**
   * Asks the operator about the activities, then sends one vote for each, in order. A vote that the service refuses
   * does not stop the others. Any other failure does, and the rest is left. Aborting stops after the current vote.
   * Throws INVALID_INPUT when no activity can be in the group, and what the question throws.
   */
  cast(
    wanted: { readonly approves: boolean; readonly activityIds: readonly string[] },
    counting?: Counting,
  ): Promise<CastVote[]>;
}

interface GroupVoteParts {
  readonly profiles: Profiles;
  readonly credentials: Credentials;
  readonly activities: Pick<Activities, 'cached'>;
  readonly requests: Pick<Requests, 'submitConfirmed'>;
  readonly confirm: ConfirmVotes;
}

export function createGroupVotes(
  { ports, changes }: Pick<Base, 'ports' | 'changes'>,
  { profiles, credentials, activities, requests, confirm }: GroupVoteParts,
): GroupVotes {
  /** Throws NOT_FOUND for an activity that takes no approval of this operator. */
  const fingerprintOf = (profile: ProfileRow, activityId: string): string => {
    const activity = activities.cached(profile, activityId);
    if (activity?.canApprove === true) return activity.fingerprint;
    throw new AppError(
      'NOT_FOUND',
      'A selected request does not wait for your vote any more. Nothing was stamped. Refresh the inbox and select again.',
    );
  };

  return {
    async cast({ approves, activityIds }, counting = {}) {
      const { signal, progress } = counting;
      const profile = profiles.get();
      const operation = requireOperation(voteOf(approves));
      if (operation.kind !== 'activity') throw new Error('a vote is an activity');
      const ids = [...new Set(activityIds)];
      const key = credentials.stamping(profile);
      const bodies = ids.map((activityId) =>
        buildActivityBody(operation, {
          organizationId: profile.organizationId,
          parameters: { fingerprint: fingerprintOf(profile, activityId) },
          timestampMs: ports.clock.now(),
        }),
      );
      const confirmed = await confirm({ profile, key, approves, bodies }, counting);
      const votes: CastVote[] = [];
      let hasStopped = false;
      for (const [index, activityId] of ids.entries()) {
        const [body, vote] = [bodies[index], confirmed[index]];
        if (body === undefined || vote === undefined) throw new Error('a vote has no answer');
        if (vote.confirmation === null) {
          votes.push({ activityId, state: 'alone', problem: `${vote.why} Vote on it by itself.` });
          continue;
        }
        if (hasStopped || signal?.aborted === true) {
          votes.push({ activityId, state: 'left', problem: null });
          continue;
        }
        progress?.({ done: index, total: ids.length, text: 'Voting' });
        try {
          await requests.submitConfirmed(randomUUID(), { profile, key, operation, body }, vote.confirmation);
          votes.push({ activityId, state: 'cast', problem: null });
        } catch (error) {
          const { message, outcome } = toErrorData(error);
          const state = outcome === 'refused' || outcome === 'unknown' ? outcome : 'left';
          hasStopped = state !== 'refused';
          votes.push({ activityId, state, problem: message });
        }
      }
      changes.announce('requests');
      changes.announce('activities');
      return votes;
    },
  };
}
