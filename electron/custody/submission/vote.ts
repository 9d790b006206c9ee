import type { VoteSelection } from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation } from '../../../shared/operations/index.ts';
import { formatFingerprint } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { authorize, type Decision, mayVote } from '../activities/authorize.ts';
import { awaitsProposer, isWaiting, type Pending, pendingOf } from '../activities/pending.ts';
import { checkLiveness, readRequest } from '../activities/read-request.ts';
import { currentCaller, standingApprovals, standingVotes } from '../activities/standing-approvals.ts';
import { voteOf } from '../activities/vote-of.ts';
import { wireActivity } from '../activities/wire-activity.ts';
import type { AuthenticatedRequest } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { isInScope } from '../policies/decide.ts';
import { countedApprovals, isSatisfied } from '../policies/mfa.ts';
import type { Approval } from '../policies/names.ts';
import { once } from '../policies/once.ts';
import { notFound, type PublicError, publicError, publicRefusal, requestInvalid, statusText } from '../public-error.ts';
import type { ActingContext, QueryContext } from '../request-context.ts';
import type { ActivityRow } from '../store/index.ts';
import { recordActivity } from '../webhooks/outbox.ts';
import { carryOut } from './carry-out.ts';

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
  const { parameters } = readRequest(operation.request, request.body, false) as VoteEnvelope;
  const { organizationId } = request.caller.organization;
  const { activities, archives } = context.store;
  const waiting = activities.findByFingerprint(organizationId, parameters.fingerprint);
  if (waiting === undefined) await archives.checked();
  const target = waiting ?? activities.findArchived(organizationId, parameters.fingerprint);
  if (target === undefined) {
    throw notFound(
      'No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint',
    );
  }
  const activity = await castVote(target, selection, request, context);
  return { activity: wireActivity(activity, { ...context, caller: request.caller }) };
}

/**
 * Casts a vote on an activity and returns the activity after it. One that does not wait, or already has this user's
 * vote, stays as it is.
 * Choice (one-rejection): one rejection by anybody who may vote ends an activity.
 * Choice (vote-again): a user who votes twice changes nothing by the second vote.
 * Throws REQUEST_NOT_AUTHORIZED for a user who has no vote on it.
 */
export async function castVote(
  activity: ActivityRow,
  selection: VoteSelection,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<ActivityRow> {
  if (!isWaiting(activity)) return activity;
  const { caller } = request;
  const viewing = { ...context, caller };
  const pending = requirePending(activity, viewing);
  const approvals = standingApprovals(activity, context);
  const isShownAgain = ownOf(approvals, caller).some(({ credential }) => credential.id === caller.credential.id);
  if (isShownAgain && selection === 'VOTE_SELECTION_APPROVED') return activity;
  const now = context.now();
  checkLiveness(String(request.body.timestampMs), now);
  requireAsked(pending, approvals, caller);

  /** Runs inside the transaction. */
  const finish = (
    { status, refusal, evaluations }: Decided,
    result: string | null,
    use = () => caller.use?.(),
  ): Voted => {
    use();
    const failure = refusal === undefined ? null : statusText(refusal);
    const vote = voteOf(activity.activityId, selection, request, now, evaluations);
    return { vote, after: { ...activity, status, result, failure, updatedAt: now } };
  };
  if (selection === 'VOTE_SELECTION_REJECTED') {
    return store(activity, viewing, () => finish({ status: 'ACTIVITY_STATUS_REJECTED', evaluations: null }, null));
  }
  const changes = context.store.changes();
  const decided = decideVote(pending, approvals, caller);
  if (decided.status !== 'ACTIVITY_STATUS_COMPLETED') return store(activity, viewing, () => finish(decided, null));

  /** Decides with what is stored now, since anything may have changed while the activity was prepared. */
  const decideAgain = (): Decided => {
    const voter = currentCaller(request, formatFingerprint(sha256(request.bytes)), context);
    const again = requirePending(activity, { ...context, caller: voter });
    const standing = standingApprovals(activity, context);
    requireAsked(again, standing, voter);
    return decideVote(again, standing, voter);
  };
  let refused: unknown;
  try {
    const commit = await carryOut(pending.subject, {
      ...pending.context,
      activityId: activity.activityId,
      requestedAt: now,
      proposedWith: pending.proposedWith,
    });
    return store(activity, viewing, () => {
      const use = once(() => caller.use?.());
      let current = decided;
      try {
        if (context.store.changes() !== changes) {
          use();
          current = decideAgain();
        }
      } catch (error) {
        refused = error;
        throw error;
      }
      return finish(current, current.status === 'ACTIVITY_STATUS_COMPLETED' ? commit() : null, use);
    });
  } catch (error) {
    const refusal = publicRefusal(error);
    // A vote that is no longer one does not end the activity.
    if (refusal === null || error === refused) throw error;
    return store(activity, viewing, () => finish({ ...decided, status: 'ACTIVITY_STATUS_FAILED', refusal }, null));
  }
}

/** Returns the waiting activity with its content. Throws REQUEST_INVALID for one that nobody can decide any more. */
function requirePending(activity: ActivityRow, context: ActingContext): Pending {
  const pending = pendingOf(activity, context);
  if (pending !== undefined) return pending;
  const proposal = context.store.activities.proposal(activity.activityId);
  const isProposerGone = proposal !== undefined && context.store.organizations.findUser(proposal.userId) === undefined;
  const why = isProposerGone ? 'the user who proposed it was deleted' : 'this service no longer accepts its request';
  throw requestInvalid(`this activity cannot be decided: ${why}. Nothing was changed. Propose it again.`);
}

const ownOf = (approvals: readonly Approval[], { user }: Pick<Approval, 'user'>) =>
  approvals.filter((one) => one.user.userId === user.userId);

/** Throws REQUEST_NOT_AUTHORIZED for a voter whose vote is not asked for. */
function requireAsked({ subject, context }: Pending, approvals: readonly Approval[], voter: Approval): void {
  const isAsked =
    ownOf(approvals, voter).length === 0
      ? mayVote(subject, approvals, voter, context)
      : isInScope(subject, voter, context);
  if (isAsked) return;
  throw publicError('REQUEST_NOT_AUTHORIZED', 'request not authorized: this activity does not ask for your vote');
}

/** The status of an activity after a vote, and the outcome of each policy. */
interface Decided {
  readonly status: ActivityRow['status'];
  readonly evaluations: Decision['evaluations'];
  readonly refusal?: PublicError;
}

interface Voted {
  readonly vote: ReturnType<typeof voteOf>;
  readonly after: ActivityRow;
}

/** Decides with the approvals that stand and that of `voter`, the newest. Throws REQUEST_NOT_AUTHORIZED for one who has to wait. */
function decideVote(pending: Pending, standing: readonly Approval[], voter: Approval): Decided {
  if (awaitsProposer(pending, standing, voter)) {
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: whoever proposed this activity has to satisfy mfa before others can vote',
    );
  }
  const { subject, context } = pending;
  const approvals = [...standing, voter];
  const isComplete = isSatisfied(voter.user, subject, approvals, context);
  const counted = isComplete ? countedApprovals(subject, approvals, context) : approvals;
  const decision = authorize(subject, counted, context);
  const { evaluations } = decision;
  if (decision.outcome === 'deny')
    return { status: 'ACTIVITY_STATUS_REJECTED', evaluations, refusal: decision.refusal };
  if (!isComplete) return { status: 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED', evaluations };
  const isAllowed = decision.outcome === 'allow';
  return { status: isAllowed ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_CONSENSUS_NEEDED', evaluations };
}

/** Stores a vote and its effect on the activity. Stores nothing when the activity has ended meanwhile. */
function store(activity: ActivityRow, context: QueryContext, next: () => Voted): ActivityRow {
  const { activityId, organizationId } = activity;
  const { activities, share } = context.store;
  return share(() => {
    const current = activities.find(organizationId, activityId);
    if (current === undefined || !isWaiting(current)) return current ?? activity;
    const { vote, after } = next();
    if (standingVotes(activities.votesOn(activityId), context.now()).length === 0) activities.removeVotes(activityId);
    activities.insertVote(vote);
    if (isWaiting(after)) activities.setStatus(activityId, after.status, after.updatedAt);
    else activities.end(after);
    recordActivity(after, () => wireActivity(after, context), context);
    return after;
  });
}
