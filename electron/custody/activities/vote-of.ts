import type { VoteSelection } from '../../../shared/model/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import type { AuthenticatedRequest } from '../authentication/authenticate.ts';
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
    voteId: randomUuid(),
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
