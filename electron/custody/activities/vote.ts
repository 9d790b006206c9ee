import type { VoteSelection } from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation } from '../../../shared/operations/index.ts';
import type { AuthenticatedRequest } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import type { QueryContext } from '../handlers/types.ts';
import { isInScope } from '../policies/decide.ts';
import { countedApprovals, isSatisfied } from '../policies/mfa.ts';
import { notFound, type PublicError, publicError, publicRefusal, requestInvalid, statusText } from '../public-error.ts';
import type { ActivityRow } from '../store/index.ts';
import { recordActivity } from '../webhooks/outbox.ts';
import { authorize, mayVote } from './authorize.ts';
import { carryOut } from './carry-out.ts';
import { awaitsProposer, isWaiting, pendingOf } from './pending.ts';
import { checkLiveness, readRequest } from './read-request.ts';
import { standingApprovals, standingVotes } from './standing-approvals.ts';
import { voteOf } from './vote-of.ts';
import { wireActivity } from './wire-activity.ts';

interface VoteEnvelope {
  readonly parameters: { readonly fingerprint: string };
}

/** approve_activity and reject_activity: a vote on the activity with that fingerprint, which is the answer. */
export async function voteByFingerprint(
  operation: ActivityOperation,
  selection: VoteSelection,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<{ activity: Activity }> {
  const { parameters } = readRequest(operation.request, request.body) as VoteEnvelope;
  const { organizationId } = request.caller.organization;
  const target = context.store.activities.findByFingerprint(organizationId, parameters.fingerprint);
  if (target === undefined) {
    throw notFound(
      'No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint',
    );
  }
  const activity = await castVote(target, selection, request, context);
  return { activity: wireActivity(activity, { ...context, caller: request.caller }) };
}

/**
 * Takes a vote on an activity and gives the activity after it; one that does not wait, or has this user's vote, stays as it is.
 * Choice (one-rejection): one rejection by anybody who may vote ends an activity.
 * Choice (vote-again): a user who votes twice changes nothing by the second vote.
 * Throws PERMISSION_DENIED for a user whose vote is not asked for.
 */
export async function castVote(
  activity: ActivityRow,
  selection: VoteSelection,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<ActivityRow> {
  const pending = pendingOf(activity, { ...context, caller: request.caller });
  if (pending === undefined) {
    if (!isWaiting(activity)) return activity;
    throw requestInvalid(
      'this activity cannot be decided: whoever proposed it is not there any more, or this service takes it no more. Propose it anew.',
    );
  }
  const { caller } = request;
  const viewing = { ...context, caller };
  const approvals = standingApprovals(activity, context);
  const own = approvals.filter(({ user }) => user.userId === caller.user.userId);
  const isShownAgain = own.some(({ credential }) => credential.id === caller.credential.id);
  if (isShownAgain && selection === 'VOTE_SELECTION_APPROVED') return activity;
  const now = context.now();
  checkLiveness(String(request.body.timestampMs), now);
  const isAsked =
    own.length === 0
      ? mayVote(pending.subject, approvals, caller, pending.context)
      : isInScope(pending.subject, caller, pending.context);
  if (!isAsked) {
    throw publicError('REQUEST_NOT_AUTHORIZED', 'request not authorized: this activity does not ask for your vote');
  }

  /** Runs inside the transaction. */
  const finish = (status: ActivityRow['status'], result: string | null, refusal?: PublicError): ActivityRow => {
    caller.use?.();
    const failure = refusal === undefined ? null : statusText(refusal);
    return { ...activity, status, result, failure };
  };
  if (selection === 'VOTE_SELECTION_REJECTED') {
    return store(activity, voteOf(activity.activityId, selection, request, now, null), viewing, () =>
      finish('ACTIVITY_STATUS_REJECTED', null),
    );
  }
  if (awaitsProposer(pending, approvals, caller)) {
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: whoever proposed this activity has to satisfy mfa before others can vote',
    );
  }
  const all = [...approvals, caller];
  const isComplete = isSatisfied(caller.user, pending.subject, all, pending.context);
  const counted = isComplete ? countedApprovals(pending.subject, all, pending.context) : all;
  const decision = authorize(pending.subject, counted, pending.context);
  const vote = voteOf(activity.activityId, selection, request, now, decision.evaluations);
  const wait = (status: ActivityRow['status']) => store(activity, vote, viewing, () => finish(status, null));
  if (decision.outcome !== 'deny' && !isComplete) return wait('ACTIVITY_STATUS_AUTHENTICATORS_NEEDED');
  if (decision.outcome === 'consensus') return wait('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  if (decision.outcome === 'deny') {
    return store(activity, vote, viewing, () => finish('ACTIVITY_STATUS_REJECTED', null, decision.refusal));
  }
  try {
    const commit = await carryOut(pending.subject, {
      ...pending.context,
      activityId: activity.activityId,
      requestedAt: now,
    });
    return store(activity, vote, viewing, () => finish('ACTIVITY_STATUS_COMPLETED', commit()));
  } catch (error) {
    const refusal = publicRefusal(error);
    if (refusal === null) throw error;
    return store(activity, vote, viewing, () => finish('ACTIVITY_STATUS_FAILED', null, refusal));
  }
}

/** Stores a vote with what becomes of the activity by it; nothing when the activity has ended meanwhile. */
function store(
  activity: ActivityRow,
  vote: ReturnType<typeof voteOf>,
  context: QueryContext,
  next: () => ActivityRow,
): ActivityRow {
  const { activityId, organizationId } = activity;
  const {
    store: { activities, transaction },
    now,
  } = context;
  return transaction(() => {
    const current = activities.find(organizationId, activityId);
    if (current === undefined || !isWaiting(current)) return current ?? activity;
    const after = { ...next(), updatedAt: vote.createdAt };
    if (standingVotes(activities.votesOn(activityId), now()).length === 0) activities.removeVotes(activityId);
    activities.insertVote(vote);
    if (isWaiting(after)) activities.setStatus(activityId, after.status, after.updatedAt);
    else activities.end(after);
    recordActivity(after, context);
    return after;
  });
}
