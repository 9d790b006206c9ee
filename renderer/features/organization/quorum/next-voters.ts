import type { ActivityDetail, ActivityRow, OrganizationContent } from '../../../../shared/model/index.ts';
import { worded } from '../../../language/worded.ts';
import { missingWords } from '../../../words/votes.ts';
import { isReachable, quorumWords } from './quorum-rules.ts';

/** A request that waits for votes, as far as it was read. */
interface Waiting {
  readonly row: Pick<ActivityRow, 'approvals' | 'missing'>;
  readonly votes: ActivityDetail['votes'];
}

/**
 * Returns the next voters of a request in words: "1 more vote, from Ben or Cleo". A service elsewhere does not report
 * them. There the members of the root quorum are named, who can always decide. "votes" where neither is known.
 */
export function nextVotersWords(
  { row, votes }: Waiting,
  { quorum, users }: Pick<OrganizationContent, 'quorum' | 'users'>,
): string {
  const reported = missingWords(row);
  if (reported !== null) return reported;
  if (quorum === null) return worded('votes');
  if (!isReachable(quorum)) return `votes: the root quorum ${quorumWords(quorum)}`;
  const approvers = new Set(
    votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').map(({ userId }) => userId),
  );
  const from = quorum.userIds
    .filter((id) => !approvers.has(id))
    .map((userId) => ({ userId, name: users.find(({ id }) => id === userId)?.name ?? null }));
  const approvals = quorum.userIds.length - from.length;
  if (from.length === 0) return worded('votes');
  return `votes: in the root quorum, ${missingWords({ approvals, missing: { needed: quorum.threshold, from } })}`;
}
