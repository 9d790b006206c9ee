import { toTimestamp } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { isSatisfied } from '../policies/mfa.ts';
import type { QueryContext } from '../request-context.ts';
import type { ActivityRow, VoteRow } from '../store/index.ts';
import { DIALECT } from '../wire/dialect.ts';
import { wireUser } from '../wire/wire-user.ts';
import { mayVote } from './authorize.ts';
import { awaitsProposer, pendingOf } from './pending.ts';
import { standingApprovals } from './standing-approvals.ts';

/**
 * An activity as it goes out, members in the order of the public service's captures (docs/protocol.md#activities).
 * `canReject` stays true after completion and `failure` is an explicit null, as captured. `votes` are all votes on it,
 * where the caller has just stored them.
 */
export function wireActivity(
  row: ActivityRow,
  context: QueryContext,
  votes: readonly VoteRow[] = context.store.activities.votesOn(row.activityId),
): Activity {
  const time = DIALECT[context.dialect].activityTime;
  return {
    id: row.activityId,
    organizationId: row.organizationId,
    status: row.status,
    type: row.type,
    intent: JSON.parse(row.intent),
    result: row.result === null ? null : JSON.parse(row.result),
    votes: votes.map((vote) => wireVote(vote, context)),
    fingerprint: row.fingerprint,
    ...votingOf(row, context),
    createdAt: time(row.createdAt),
    updatedAt: time(row.updatedAt),
    failure: row.failure === null ? null : JSON.parse(row.failure),
  };
}

/** The votes that the caller may cast. */
function votingOf(row: ActivityRow, context: QueryContext): Pick<Activity, 'canApprove' | 'canReject'> {
  const pending = pendingOf(row, context);
  if (pending === undefined) return { canApprove: false, canReject: row.status === 'ACTIVITY_STATUS_COMPLETED' };
  const approvals = standingApprovals(row, context);
  const { caller } = context;
  const hasApproved = approvals.some(({ user }) => user.userId === caller.user.userId);
  const canVote = hasApproved || mayVote(pending.subject, approvals, caller, pending.context);
  const canApprove =
    !awaitsProposer(pending, approvals, caller) &&
    !(hasApproved && isSatisfied(caller.user, pending.subject, approvals, pending.context));
  return { canApprove: canVote && canApprove, canReject: canVote };
}

function wireVote(vote: VoteRow, context: QueryContext) {
  const user = context.store.organizations.findUser(vote.userId);
  return {
    id: vote.voteId,
    userId: vote.userId,
    ...(user === undefined ? {} : { user: wireUser(user, context.store) }),
    activityId: vote.activityId,
    selection: vote.selection,
    message: vote.message,
    publicKey: vote.publicKey,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: toTimestamp(vote.createdAt),
  };
}
