import { APPROVALS_LAST, isJsonObject, type JsonObject } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { formatFingerprint, PASSKEY_SCHEME, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { apiKeyOfVote } from '../authentication/api-key.ts';
import { attestedOfVote, isAttested } from '../authentication/attested.ts';
import type { AuthenticatedRequest, Caller } from '../authentication/authenticate.ts';
import type { Credential } from '../authentication/claim.ts';
import { passkeyOfVote } from '../authentication/passkey.ts';
import type { ServiceContext } from '../context.ts';
import type { Approval } from '../policies/names.ts';
import { publicError } from '../public-error.ts';
import type { ActivityRow, VoteRow } from '../store/index.ts';
import { voteOf } from './vote-of.ts';

/** The votes on an activity that waits whose window is open, by the times that the voters stamped: the first after one begins the next. */
export function standingVotes(votes: readonly VoteRow[], now: number): readonly VoteRow[] {
  const timed = votes
    .map((vote) => ({ vote, at: Number(bodyOf(vote.message).timestampMs) }))
    .filter(({ at }) => Number.isFinite(at));
  let begin = Number.NEGATIVE_INFINITY;
  for (const { at } of timed.toSorted((one, other) => one.at - other.at)) if (at - begin >= APPROVALS_LAST) begin = at;
  return now - begin >= APPROVALS_LAST ? [] : timed.filter(({ at }) => at >= begin).map(({ vote }) => vote);
}

/** Parses a voter's stamped body. Returns an empty object when it is not a JSON object. */
function bodyOf(message: string): JsonObject {
  try {
    const body: unknown = JSON.parse(message);
    return isJsonObject(body) ? body : {};
  } catch {
    return {};
  }
}

/**
 * Returns the valid approvals. A vote counts only when all of these hold:
 * - Its stamp holds over its message.
 * - Its message is the activity's own body or an approval that names it.
 * - Its credential is one that its user has now.
 * So rows that somebody wrote into the database are no votes.
 */
export function standingApprovals(activity: ActivityRow, context: ServiceContext): readonly Approval[] {
  const votes = standingVotes(context.store.activities.votesOn(activity.activityId), context.now());
  return votes.flatMap((vote) => approvalOf(vote, activity, context) ?? []);
}

/** Returns the approval of a vote, with the present user and credential. Returns undefined when the vote does not stand. */
export function approvalOf(
  vote: VoteRow,
  activity: Pick<ActivityRow, 'fingerprint' | 'organizationId'>,
  { store, now }: ServiceContext,
): Approval | undefined {
  const user = store.organizations.findUser(vote.userId);
  if (vote.selection !== 'VOTE_SELECTION_APPROVED' || user?.organizationId !== activity.organizationId)
    return undefined;
  if (!isFor(activity, vote.message)) return undefined;
  const credential = credentialOf(vote, { store, now });
  return credential === undefined ? undefined : { user, credential };
}

/**
 * Reads the caller of a request again, inside the transaction that stores its activity. Users, keys and the organization may have
 * changed since the request was authenticated. Throws REQUEST_NOT_AUTHORIZED when its user or credential was removed.
 */
export function currentCaller(request: AuthenticatedRequest, fingerprint: string, context: ServiceContext): Caller {
  const { caller } = request;
  const { organizationId } = caller.user;
  const vote = voteOf('', 'VOTE_SELECTION_APPROVED', request, context.now(), null);
  const approval = approvalOf(vote, { fingerprint, organizationId }, context);
  const organization = context.store.organizations.find(caller.organization.organizationId);
  if (approval !== undefined && organization !== undefined) return { ...caller, ...approval, organization };
  throw publicError(
    'REQUEST_NOT_AUTHORIZED',
    'request not authorized: its user or credential was removed meanwhile. Nothing was done.',
  );
}

function credentialOf(vote: VoteRow, { store, now }: Pick<ServiceContext, 'store' | 'now'>): Credential | undefined {
  if (isAttested(vote)) return attestedOfVote(vote, store);
  return vote.scheme === PASSKEY_SCHEME
    ? passkeyOfVote(vote, store.authenticators.ofUser(vote.userId))
    : apiKeyOfVote(vote, store.organizations.apiKeysOf(vote.userId), now());
}

/** Returns true when a message is the body of the activity, or approves it. */
function isFor({ fingerprint, organizationId }: Parameters<typeof approvalOf>[1], message: string): boolean {
  if (formatFingerprint(sha256(utf8Encode(message))) === fingerprint) return true;
  const body = bodyOf(message);
  return (
    body.type === OPERATIONS.approve_activity.activityType &&
    String(body.organizationId).toLowerCase() === organizationId.toLowerCase() &&
    isJsonObject(body.parameters) &&
    body.parameters.fingerprint === fingerprint
  );
}
