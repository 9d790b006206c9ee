import { AppError } from '../../../shared/errors/index.ts';
import { REQUEST_TIME } from '../../../shared/model/index.ts';
import {
  type Activity,
  type ActivityOperation,
  findActivityByType,
  UNIMPLEMENTED_TYPES,
} from '../../../shared/operations/index.ts';
import { formatFingerprint } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { authorize, type Decision, deciding } from '../activities/authorize.ts';
import { isWaiting } from '../activities/pending.ts';
import { checkLiveness, typeFault } from '../activities/read-request.ts';
import { readSubject } from '../activities/read-subject.ts';
import { currentCaller } from '../activities/standing-approvals.ts';
import { voteOf } from '../activities/vote-of.ts';
import { wireActivity } from '../activities/wire-activity.ts';
import type { AuthenticatedRequest, Caller } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { uuidV7 } from '../identifiers.ts';
import { isSatisfied } from '../policies/mfa.ts';
import { once } from '../policies/once.ts';
import { publicError, refusalOfStatus, requestInvalid, statusText, unimplemented } from '../public-error.ts';
import type { ActivityRow, VoteRow } from '../store/index.ts';
import { recordActivity } from '../webhooks/outbox.ts';
import { carryOut } from './carry-out.ts';
import { checkProposal } from './check-proposal.ts';
import { castVote, voteByFingerprint } from './vote.ts';

/**
 * Receives one activity on the path of `newest`, in the version that its type names. It carries the activity out, keeps
 * it until there are enough votes, or refuses it.
 *
 * The same bytes return the same activity again, however old they are, so a caller who never got the answer can settle
 * a request. From another user they are that user's vote.
 *
 * An invalid request gets an error answer and is not stored. A forbidden one is stored with the reason, unless its
 * content would let somebody in.
 */
export async function submitActivity(
  newest: ActivityOperation,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<{ activity: Activity }> {
  const type = String(request.body.type);
  const operation = findActivityByType(type);
  const reason = UNIMPLEMENTED_TYPES.get(type);
  if (reason !== undefined) throw unimplemented({ name: type, reason });
  if (operation?.path !== newest.path)
    throw requestInvalid(
      `bad request body: /type must be ${newest.activityType} for ${newest.path}${typeFault(request.body.type)}`,
    );
  const { governed } = operation;
  const { organization, user } = request.caller;
  if (user.organizationId !== organization.organizationId && !beginsLogin(operation))
    throw publicError('REQUEST_NOT_AUTHORIZED', 'request not authorized: a parent organization can only read this one');
  if (governed.by === 'the other activity') return voteByFingerprint(operation, governed.vote, request, context);

  const { caller } = request;
  const { organizationId } = caller.organization;
  const fingerprint = formatFingerprint(sha256(request.bytes));
  const known =
    context.store.activities.findByFingerprint(organizationId, fingerprint) ??
    (await archived(organizationId, fingerprint, { timestampMs: request.body.timestampMs, context }));
  const { activity, votes }: Begun =
    known === undefined
      ? await begin(operation, fingerprint, request, context)
      : { activity: await castVote(known, 'VOTE_SELECTION_APPROVED', request, context) };
  if (activity.status === 'ACTIVITY_STATUS_REJECTED' && activity.failure !== null) {
    const refusal = refusalOfStatus(activity.failure);
    context.report(`denied ${operation.name}`, new AppError('SERVICE_REFUSED', refusal.message));
    throw refusal;
  }
  return { activity: wireActivity(activity, { ...context, caller }, votes) };
}

/**
 * Finds the activity of a request in the archives. A request that was made after the last archived month is in none, so
 * it is not looked up there. Throws UNAVAILABLE when the activity may be in an unusable archive.
 */
async function archived(
  organizationId: string,
  fingerprint: string,
  { timestampMs, context }: { readonly timestampMs: unknown; readonly context: ServiceContext },
): Promise<ActivityRow | undefined> {
  const { archives, activities } = context.store;
  if (!(Number(timestampMs) < archives.until() + REQUEST_TIME.ahead)) return undefined;
  await archives.checked();
  return activities.findArchived(organizationId, fingerprint);
}

/**
 * True when a parent may run the operation in a sub-organization: send codes and recovery credentials, and log in users
 * who prove their identity.
 * Choice (parent-logins): the parent's root quorum and policies decide, at once or not at all, because votes are of one
 * organization.
 */
function beginsLogin({ governed }: ActivityOperation): boolean {
  return governed.by === 'policies' && BEGINNING.includes(governed.resource) && governed.logsInCaller !== true;
}

/** A stored activity. `votes` are all votes on it when this request has stored it, and absent otherwise. */
interface Begun {
  readonly activity: ActivityRow;
  readonly votes?: readonly VoteRow[];
}

/** Creates the activity and carries it out as far as it is allowed. */
async function begin(
  operation: ActivityOperation,
  fingerprint: string,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<Begun> {
  const { caller } = request;
  const { organizationId } = caller.organization;
  const { timestampMs, parameters, subject } = readSubject(operation, request.body);
  const now = context.now();
  checkLiveness(timestampMs, now);
  const activityId = uuidV7(now);
  const { governed } = operation;
  const acting = { ...context, caller };
  const use = once(() => caller.use?.());
  const decide = (proposer: Caller): { readonly decision: Decision; readonly status: ActivityRow['status'] } => {
    const current = { ...context, caller: proposer };
    const decision = authorize(subject, [proposer], deciding(current));
    const status =
      decision.outcome === 'deny' || isSatisfied(proposer.user, subject, [proposer], current)
        ? STATUS_OF[decision.outcome]
        : 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED';
    if (governed.by === 'policies' && governed.isKeptWaiting === false && status !== 'ACTIVITY_STATUS_COMPLETED')
      throw decision.outcome === 'deny' ? decision.refusal : publicError('REQUEST_NOT_AUTHORIZED', NOT_KEPT);
    if (isWaiting({ status }) && caller.user.organizationId !== organizationId)
      throw publicError(
        'REQUEST_NOT_AUTHORIZED',
        'request not authorized: it needs more votes of the parent organization, and cannot wait for them',
      );
    return { decision, status };
  };
  const { activities, share } = context.store;
  const carrying = { ...acting, activityId, requestedAt: now, proposedWith: caller.credential.publicKey };
  const changes = context.store.changes();
  const decided = decide(caller);
  /**
   * Decides with what is stored now, since anything may have changed while the activity was prepared. One that was not
   * prepared to be carried out keeps its first decision when it is allowed by now.
   */
  const decideAgain = () => {
    use();
    const again = decide(currentCaller(request, fingerprint, context));
    return again.status === 'ACTIVITY_STATUS_COMPLETED' && again.status !== decided.status ? decided : again;
  };
  if (isWaiting(decided)) await checkProposal(subject, carrying);
  const commit = decided.status === 'ACTIVITY_STATUS_COMPLETED' ? await carryOut(subject, carrying) : () => null;
  return share((): Begun => {
    // The same bytes may have arrived twice at once, and the other request was stored first.
    const first = activities.findByFingerprint(organizationId, fingerprint);
    if (first !== undefined) return { activity: first };
    const { decision, status } = context.store.changes() === changes ? decided : decideAgain();
    const activity: ActivityRow = {
      activityId,
      organizationId,
      type: operation.activityType,
      status,
      intent: JSON.stringify({ [operation.intentMember]: parameters }),
      result: status === 'ACTIVITY_STATUS_COMPLETED' ? commit() : null,
      failure: decision.outcome === 'deny' ? statusText(decision.refusal) : null,
      fingerprint,
      createdAt: now,
      updatedAt: now,
    };
    activities.insert(activity);
    use();
    const votes = [voteOf(activityId, 'VOTE_SELECTION_APPROVED', request, now, decision.evaluations)] as const;
    activities.insertFirstVote(votes[0]);
    if (isWaiting(activity)) activities.propose({ activityId, userId: caller.user.userId, request: request.text });
    recordActivity(activity, () => wireActivity(activity, { ...context, caller }, votes), context);
    return { activity, votes };
  });
}

const BEGINNING: readonly string[] = ['AUTH', 'OTP', 'RECOVERY'];

const NOT_KEPT =
  'request not authorized: it needs more votes or proofs, and cannot wait for them with what lets somebody in';

const STATUS_OF = {
  allow: 'ACTIVITY_STATUS_COMPLETED',
  consensus: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  deny: 'ACTIVITY_STATUS_REJECTED',
} as const satisfies Record<Decision['outcome'], ActivityRow['status']>;
