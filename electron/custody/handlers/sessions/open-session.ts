import { AppError } from '../../../../shared/errors/index.ts';
import { type CredentialType, toRfc3339 } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { readApiKey } from '../../authentication/api-key.ts';
import { sessionToken } from '../../authentication/session-token.ts';
import { requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import { withServiceSigner } from '../../service-keys/service-keys.ts';
import type { Store, UserRow } from '../../store/index.ts';
import type { ActivityHandler } from '../types.ts';
import { addApiKeys } from '../users/api-keys.ts';
import { findSessionProfile } from './session-profiles.ts';

/** The duration of a session whose request names none (docs/protocol.md#sessions). */
export const DEFAULT_SECONDS = 15 * 60;

export const stampLogin: ActivityHandler<'stamp_login'> = (parameters, context) =>
  openSession(context.caller.user, parameters, context, context.proposedWith);

/**
 * Begins a session of a user. The commit stores a login key that expires. A profile makes it shorter, never longer.
 * Choice (login-key): a login key is a P-256 key, named after its time of creation. Logging in again with the same key
 * restarts its time. A public key that is registered as anything else is refused.
 * @param openedWith the public key of the user that asked for the session. Its IP allowlist binds the session too
 */
export function openSession(
  user: UserRow,
  parameters: ActivityParameters<'stamp_login'>,
  context: Omit<ActivityContext, 'activityId' | 'proposedWith'>,
  openedWith: string | null = null,
): () => { session: string } {
  const { store, keyring, requestedAt } = context;
  const { sessionProfileId, invalidateExisting } = parameters;
  const publicKey = readSessionKey(parameters.publicKey);
  const profile = sessionProfileId === undefined ? undefined : findSessionProfile(sessionProfileId, context);
  const limits = [parameters.expirationSeconds, profile?.expirationSeconds].flatMap((given) => given ?? []).map(Number);
  const expirationSeconds = limits.length === 0 ? DEFAULT_SECONDS : Math.min(...limits);
  const claims = {
    exp: Math.floor(requestedAt / 1000) + expirationSeconds,
    public_key: publicKey,
    session_type: profile?.sessionProfileName ?? 'SESSION_TYPE_READ_WRITE',
    user_id: user.userId,
    organization_id: user.organizationId,
    ...(profile === undefined ? {} : { session_profile_id: profile.sessionProfileId, scope: profile.scope }),
  };
  const session = withServiceSigner(store, keyring, 'notarizer', (signer) => sessionToken(claims, signer));
  const key = {
    apiKeyName: `Login - ${toRfc3339(requestedAt)}`,
    publicKey,
    credentialType: 'CREDENTIAL_TYPE_LOGIN',
    expirationSeconds,
    sessionProfileId: profile?.sessionProfileId ?? null,
  } as const;
  return () => {
    const list = listFor(user, openedWith, store) ?? store.ipAllowlists.find(user.organizationId, publicKey);
    endSessions(user, key.credentialType, store, invalidateExisting === true ? undefined : publicKey);
    addApiKeys(user, [key], context);
    // The same key gets a new row, so its allowlist must not be deleted with the old one.
    if (list !== undefined) store.ipAllowlists.put({ ...list, publicKey });
    return { session };
  };
}

/** Returns the IP allowlist of the key that opens a session, or undefined when it has none. */
export function listFor({ organizationId }: UserRow, openedWith: string | null, { ipAllowlists }: Store) {
  return openedWith === null ? undefined : ipAllowlists.find(organizationId, openedWith);
}

/** Removes the keys of that type that a user has, or the one of them with that public key. */
export function endSessions(
  { userId }: UserRow,
  credentialType: CredentialType,
  { organizations }: Store,
  publicKey?: string,
): void {
  // A session that is not found would not be ended.
  if (publicKey === undefined) organizations.requireEveryApiKey();
  for (const row of organizations.apiKeysOf(userId))
    if (row.credentialType === credentialType && (publicKey === undefined || row.publicKey === publicKey))
      organizations.removeApiKey(row.apiKeyId);
}

function readSessionKey(publicKey: string): string {
  try {
    return readApiKey({ publicKey, curveType: 'API_KEY_CURVE_P256' }).publicKey;
  } catch (error) {
    if (error instanceof AppError) throw requestInvalid('invalid public key: the key of a session is a point of P-256');
    throw error;
  }
}
