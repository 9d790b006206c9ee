import type { VoteSelection } from '../../../shared/model/index.ts';
import type { AuthenticatedRequest } from '../authentication/authenticate.ts';
import { uuidV7 } from '../identifiers.ts';
import type { VoteRow } from '../store/index.ts';
import type { PolicyEvaluation } from './authorize.ts';

/** Builds the vote that a request casts. Its message is the body as received (docs/protocol.md#activities). */
export function voteOf(
  activityId: string,
  selection: VoteSelection,
  { caller, text }: AuthenticatedRequest,
  now: number,
  evaluations: readonly PolicyEvaluation[] | null,
): VoteRow {
  const { publicKey, signature, scheme } = caller.stamp;
  return {
    // In the order of time: ids of one moment stand on one page of the index.
    voteId: uuidV7(now),
    activityId,
    userId: caller.user.userId,
    selection,
    message: text,
    publicKey,
    signature,
    scheme,
    evaluations: evaluations === null ? null : JSON.stringify(evaluations),
    createdAt: now,
  };
}
