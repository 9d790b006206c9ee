import { type FurtherVotes, isJsonObject, type JsonObject } from '../../../shared/model/index.ts';
import { findActivityByType, OPERATIONS } from '../../../shared/operations/index.ts';
import { apiKeyCredential, isExpired } from '../authentication/api-key.ts';
import { passkeyCredential } from '../authentication/passkey.ts';
import type { ServiceContext } from '../context.ts';
import { isSatisfied } from '../policies/mfa.ts';
import type { Approval } from '../policies/names.ts';
import { PublicError } from '../public-error.ts';
import { authorize, deciding } from './authorize.ts';
import { searchVotes } from './missing-votes.ts';
import { type Pending, pendingOf } from './pending.ts';
import { readSubject } from './read-subject.ts';
import { standingApprovals } from './standing-approvals.ts';

interface Asked {
  readonly organizationId: string;
  readonly publicKey: string;
  readonly body: string;
}

type Decided = Pick<Pending, 'subject' | 'context'> & { readonly approvals: readonly Approval[] };

/**
 * Decides a request or an approval as if a key had stamped it now. Returns the votes that are needed after it, or null
 * where they are not known. Stores and logs nothing: the service decides again when the request arrives.
 */
export async function furtherVotes(asked: Asked, service: ServiceContext): Promise<FurtherVotes | null> {
  const context = { ...service, report: () => '' };
  await context.store.archives.checked();
  const body = objectIn(asked.body);
  const voter = voterOf(asked, context);
  const decided = body === null || voter === null ? null : decidedBy(body, voter, context);
  if (decided === null) return null;
  const { subject, approvals, context: acting } = decided;
  const { outcome } = authorize(subject, approvals, acting);
  if (outcome === 'deny') return { outcome: 'refused', more: 0, from: [] };
  // A proof of an MFA policy is missing, and the number of votes is unknown without it.
  if (!approvals.every(({ user }) => isSatisfied(user, subject, approvals, acting))) return null;
  if (outcome === 'allow') return { outcome: 'decided', more: 0, from: [] };
  return { outcome: 'waits', ...(searchVotes(decided, approvals, context) ?? { more: null, from: [] }) };
}

/** Returns the content of the request, or of the activity that it approves, with all approvals. */
function decidedBy(body: JsonObject, voter: Approval, context: ServiceContext): Decided | null {
  const { organizationId } = voter.user;
  const organization = context.store.organizations.find(organizationId);
  const operation = findActivityByType(String(body.type));
  const isOwn = String(body.organizationId).toLowerCase() === organizationId.toLowerCase();
  if (organization === undefined || operation === undefined || !isOwn) return null;
  const acting = { ...context, caller: { organization, user: voter.user } };
  if (operation.governed.by === 'the other activity') {
    const { fingerprint } = isJsonObject(body.parameters) ? body.parameters : {};
    if (operation.name !== OPERATIONS.approve_activity.name || typeof fingerprint !== 'string') return null;
    const activity = context.store.activities.findByFingerprint(organizationId, fingerprint);
    const pending = activity === undefined ? undefined : pendingOf(activity, acting);
    if (activity === undefined || pending === undefined) return null;
    return { ...pending, approvals: [...standingApprovals(activity, context), voter] };
  }
  try {
    return { subject: readSubject(operation, body).subject, context: deciding(acting), approvals: [voter] };
  } catch (error) {
    if (error instanceof PublicError) return null;
    throw error;
  }
}

/** Returns the user of the organization who has the key. Null for an unknown and for an expired one. */
function voterOf({ organizationId, publicKey }: Asked, { store, now }: ServiceContext): Approval | null {
  const { organizations, authenticators } = store;
  const isHere = (row: { readonly organizationId: string }) => row.organizationId === organizationId;
  const apiKey = organizations.apiKeysByPublicKey(publicKey).find((key) => isHere(key) && !isExpired(key, now()));
  if (apiKey !== undefined) {
    const user = organizations.findUser(apiKey.userId);
    return user === undefined ? null : { user, credential: apiKeyCredential(apiKey) };
  }
  for (const user of organizations.usersOf(organizationId)) {
    const passkey = authenticators.ofUser(user.userId).find((one) => one.publicKey === publicKey);
    if (passkey !== undefined) return { user, credential: passkeyCredential(passkey) };
  }
  return null;
}

function objectIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
