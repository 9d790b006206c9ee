import { type ActivityOperation, findActivityByType } from '../../../shared/operations/index.ts';
import { formatFingerprint, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { isSatisfied } from '../policies/mfa.ts';
import type { Approval } from '../policies/names.ts';
import type { Subject } from '../policies/subject.ts';
import { PublicError } from '../public-error.ts';
import type { ActingContext } from '../request-context.ts';
import type { ActivityRow } from '../store/index.ts';
import { readSubject } from './read-subject.ts';

/** The content and the proposer's context of an activity that waits for votes. */
export interface Pending {
  readonly subject: Subject;
  readonly context: ActingContext;
  /** The public key that stamped the proposal. */
  readonly proposedWith: string;
}

/** Returns true when votes, or further proofs of those who voted, can still decide an activity. */
export function isWaiting({ status }: Pick<ActivityRow, 'status'>): boolean {
  return status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' || status === 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED';
}

/**
 * Returns the subject of a waiting activity and the context of its proposer. Returns undefined when the activity has ended, its
 * proposer was deleted, or this service no longer takes the request. The fingerprint is the hash of the body and proves the proposal.
 */
export function pendingOf(activity: ActivityRow, context: ActingContext): Pending | undefined {
  const { store, caller } = context;
  if (!isWaiting(activity)) return undefined;
  const proposal = store.activities.proposal(activity.activityId);
  const operation = findActivityByType(activity.type);
  const user = proposal === undefined ? undefined : store.organizations.findUser(proposal.userId);
  if (proposal === undefined || operation === undefined || user === undefined) return undefined;
  if (formatFingerprint(sha256(utf8Encode(proposal.request))) !== activity.fingerprint) return undefined;
  const subject = subjectOf(operation, proposal.request);
  const [vote] = store.activities
    .votesOn(activity.activityId)
    .filter(({ userId, message }) => userId === proposal.userId && message === proposal.request);
  if (subject === undefined || vote === undefined) return undefined;
  return {
    subject,
    proposedWith: vote.publicKey,
    context: { ...context, caller: { organization: caller.organization, user } },
  };
}

/** Reads a stored proposal. Returns undefined when this service no longer accepts it. Nobody can decide it then. */
function subjectOf(operation: ActivityOperation, request: string): Subject | undefined {
  try {
    return readSubject(operation, JSON.parse(request)).subject;
  } catch (error) {
    if (error instanceof PublicError) return undefined;
    throw error;
  }
}

/**
 * Returns true when a voter has to wait until the proposer, who approved, has supplied the required proofs
 * (docs/protocol.md#second-methods).
 */
export function awaitsProposer(
  { subject, context }: Pending,
  approvals: readonly Approval[],
  voter: Pick<Approval, 'user'>,
): boolean {
  const { user } = context.caller;
  const hasApproved = approvals.some((one) => one.user.userId === user.userId);
  return voter.user.userId !== user.userId && hasApproved && !isSatisfied(user, subject, approvals, context);
}
