import { AppError } from '../../../shared/errors/index.ts';
import type { AskedVote } from '../../../shared/ipc/index.ts';
import type { Meaning, Naming } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { askerOf, parametersIn } from '../../client/index.ts';
import { activityPages } from '../queries/activity-pages.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { fingerprintOf } from '../verify/verify.ts';

/** The most waiting activities searched for a fingerprint, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;

/** A body that may be a vote. */
export interface Voting {
  /** Made by the vault from the body. */
  readonly meaning: Meaning | null;
  readonly body: Uint8Array;
  /** Returns the vault's explanation of other bytes. Throws INVALID_INPUT for bytes that are not a request. */
  readonly describe: (body: Uint8Array<ArrayBuffer>) => Promise<Meaning>;
  readonly nameOf: (meaning: Meaning) => Promise<Naming>;
}

/**
 * Asks the service for the activity of a vote. It accepts only bytes that hash to the fingerprint
 * (docs/protocol.md#activities). Those bytes were signed by the proposer, or by an approver who sent the same ones.
 * Null for a body that is not a vote.
 */
export type FindVoted = (voting: Voting, asking: Asking) => Promise<AskedVote | null>;

export function createVoted(queries: Queries): FindVoted {
  const idOf = async (fingerprint: unknown, asking: Asking): Promise<string> => {
    let searched = 0;
    const waiting = ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'] as const;
    for await (const { activities } of activityPages(queries, asking, waiting)) {
      const found = activities.find((activity) => activity.fingerprint === fingerprint);
      if (found !== undefined) return found.id;
      searched += activities.length;
      if (searched >= MAXIMUM_ACTIVITIES) break;
    }
    throw new AppError(
      'NOT_FOUND',
      'The service lists no activity with this fingerprint that waits for votes. Check if it is already decided.',
    );
  };

  /** Returns the proven bytes of an activity, and the user whom the service names as its proposer. */
  const readVoted = async (fingerprint: unknown, asking: Asking) => {
    const { activity } = await queries.ask('get_activity', { activityId: await idOf(fingerprint, asking) }, asking);
    const bodies = activity.votes.map(({ message }) => utf8Encode(message));
    const proven = bodies.find((body) => fingerprintOf(body) === fingerprint);
    if (proven !== undefined) return { voted: proven, askedBy: askerOf(activity) };
    throw new AppError(
      'NOT_FOUND',
      'The service shows no content with this fingerprint. Ask the proposer to propose the activity again.',
    );
  };

  return async ({ meaning, body, describe, nameOf }, asking) => {
    const kind = voteIn(meaning);
    if (kind === null) return null;
    const approves = kind.vote === 'VOTE_SELECTION_APPROVED';
    try {
      const { voted, askedBy } = await readVoted(parametersIn(body).fingerprint, asking);
      const about = await describe(voted);
      requireOwn(about, meaning);
      return { approves, meaning: about, body: utf8Decode(voted), naming: await nameOf(about), askedBy };
    } catch (error) {
      if (!(error instanceof AppError) || asking.signal?.aborted === true) throw error;
      return { approves, meaning: null, problem: error.message };
    }
  };
}

/** The vote that a request casts. Null when it is not a vote. */
function voteIn(meaning: Meaning | null) {
  const operation = findOperation(meaning?.operation ?? '');
  return operation?.kind === 'activity' && operation.governed.by === 'the other activity' ? operation.governed : null;
}

/** Refuses an activity with that fingerprint that cannot be the subject of the vote. */
function requireOwn(about: Meaning, vote: Meaning | null): void {
  if (voteIn(about) !== null)
    throw new AppError('NOT_FOUND', 'This fingerprint belongs to a vote, and nobody can vote on a vote.');
  if (about.organizationId.toLowerCase() !== vote?.organizationId.toLowerCase())
    throw new AppError(
      'NOT_FOUND',
      'The activity with this fingerprint belongs to another organization than the vote.',
    );
}
