import { AppError } from '../../../../shared/errors/index.ts';
import type { ApiKeyParams } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { curveOf, isExpired, readApiKey } from '../../authentication/api-key.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import type { ApiKeyRow, UserRow } from '../../store/index.ts';
import { wireApiKey } from '../../wire/wire-user.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from './find-user.ts';
import { keepingQuorum } from './keep-quorum.ts';

/** A user has at most this many keys that last, and as many that expire (docs/protocol.md#limits). */
const MAXIMUM_KEYS = 10;

export const getApiKey: QueryHandler<'get_api_key'> = ({ apiKeyId }, { store, caller }) => ({
  apiKey: wireApiKey(found(store.organizations.findApiKey(caller.organization.organizationId, apiKeyId), 'api key')),
});

export const getApiKeys: QueryHandler<'get_api_keys'> = ({ userId }, context) => {
  const { store, caller } = context;
  const rows =
    userId === undefined
      ? store.organizations.apiKeysOfOrganization(caller.organization.organizationId)
      : store.organizations.apiKeysOf(findUser(userId, context).userId);
  return { apiKeys: rows.map(wireApiKey) };
};

export const createApiKeys: ActivityHandler<'create_api_keys'> = ({ userId, apiKeys }, context) => {
  const keys = apiKeys.map(readKey);
  return () => ({ apiKeyIds: addApiKeys(findUser(userId, context), keys, context) });
};

export const deleteApiKeys: ActivityHandler<'delete_api_keys'> =
  ({ userId, apiKeyIds }, context) =>
  () => {
    const { organizations } = context.store;
    const user = findUser(userId, context);
    const remove = (apiKeyId: string) => {
      const row = found(organizations.findApiKey(user.organizationId, apiKeyId), 'api key');
      if (row.userId !== user.userId) throw requestInvalid(`invalid api key: ${row.apiKeyId} is not one of this user`);
      organizations.removeApiKey(row.apiKeyId);
      return row.apiKeyId;
    };
    return { apiKeyIds: keepingQuorum(context, () => apiKeyIds.map(remove)) };
  };

type Storing = Pick<ActivityContext, 'store' | 'requestedAt'>;
export type NewApiKey = Omit<ApiKeyRow, 'apiKeyId' | 'organizationId' | 'userId' | 'createdAt' | 'updatedAt'>;

/** A key as it was given, in the one spelling that stamps have. Throws REQUEST_INVALID. */
export function readKey({ apiKeyName, publicKey, curveType, expirationSeconds }: ApiKeyParams): NewApiKey {
  try {
    const seconds = expirationSeconds === undefined ? null : Number(expirationSeconds);
    const key = readApiKey({ publicKey, curveType });
    return { apiKeyName, ...key, expirationSeconds: seconds, sessionProfileId: null };
  } catch (error) {
    if (error instanceof AppError) throw requestInvalid(`invalid api key: it is not a public key of ${curveType}`);
    throw error;
  }
}

/**
 * Registers keys of a user inside the transaction and returns their ids. A key belongs to one user of an organization.
 * An eleventh key that expires replaces an expired one, or else the oldest (docs/protocol.md#limits).
 */
export function addApiKeys(user: UserRow, keys: readonly NewApiKey[], context: Storing): string[] {
  const { store, requestedAt } = context;
  const { userId, organizationId } = user;
  return keys.map((key) => {
    const { publicKey, expirationSeconds } = key;
    const same = store.organizations
      .apiKeysByPublicKey(publicKey)
      .some((row) => row.organizationId === organizationId && curveOf(row) === curveOf(key));
    if (same) throw requestInvalid('invalid api key: this public key is registered in the organization already');
    makeRoom(store.organizations.apiKeysOf(userId), expirationSeconds !== null, context);
    const apiKeyId = randomUuid();
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    store.organizations.insertApiKey({ apiKeyId, organizationId, userId, ...key, ...times });
    return apiKeyId;
  });
}

function makeRoom(keys: readonly ApiKeyRow[], expires: boolean, { store, requestedAt }: Storing): void {
  const alike = keys.filter(({ expirationSeconds }) => (expirationSeconds !== null) === expires);
  if (alike.length < MAXIMUM_KEYS) return;
  if (!expires) throw overQuota('user has exceeded maximum long-lived api keys');
  const over = alike.find((row) => isExpired(row, requestedAt)) ?? alike[0];
  if (over !== undefined) store.organizations.removeApiKey(over.apiKeyId);
}
