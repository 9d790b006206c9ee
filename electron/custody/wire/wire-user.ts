import { toTimestamp } from '../../../shared/model/index.ts';
import type { ApiKey, Authenticator, MfaPolicy, User } from '../../../shared/operations/index.ts';
import type { ApiKeyRow, AuthenticatorRow, MfaPolicyRow, Store, UserRow } from '../store/index.ts';
import { wireOauthProvider } from './wire-oauth-provider.ts';

/** A user with everything that belongs to one. */
export function wireUser(user: UserRow, store: Store): User {
  const { organizations, authenticators, oauthProviders, tags, mfaPolicies } = store;
  const { userId, userName, userEmail, userPhoneNumber, createdAt, updatedAt } = user;
  return {
    userId,
    userName,
    ...(userEmail === null ? {} : { userEmail }),
    ...(userPhoneNumber === null ? {} : { userPhoneNumber }),
    authenticators: authenticators.ofUser(userId).map(wireAuthenticator),
    apiKeys: organizations.apiKeysOf(userId).map(wireApiKey),
    userTags: [...tags.tagsOf(userId)],
    oauthProviders: oauthProviders.ofUser(userId).map(wireOauthProvider),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
    mfaPolicies: mfaPolicies.ofUser(userId).map(wireMfaPolicy),
  };
}

export function wireApiKey(row: ApiKeyRow): ApiKey {
  return {
    credential: {
      publicKey: row.publicKey,
      type: row.credentialType,
      ...(row.sessionProfileId === null ? {} : { sessionProfileId: row.sessionProfileId }),
    },
    apiKeyId: row.apiKeyId,
    apiKeyName: row.apiKeyName,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    ...(row.expirationSeconds === null ? {} : { expirationSeconds: String(row.expirationSeconds) }),
  };
}

export function wireMfaPolicy(row: MfaPolicyRow): MfaPolicy {
  return {
    mfaPolicyId: row.mfaPolicyId,
    mfaPolicyName: row.mfaPolicyName,
    condition: row.condition,
    requiredAuthenticationMethods: JSON.parse(row.steps),
    order: row.order,
    ...(row.notes === null ? {} : { notes: row.notes }),
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}

export function wireAuthenticator(row: AuthenticatorRow): Authenticator {
  return {
    transports: JSON.parse(row.transports),
    attestationType: row.attestationType,
    aaguid: row.aaguid,
    credentialId: row.credentialId,
    model: '',
    credential: { publicKey: row.publicKey, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
    authenticatorId: row.authenticatorId,
    authenticatorName: row.authenticatorName,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}
