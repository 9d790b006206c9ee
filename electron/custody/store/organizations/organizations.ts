import type { CredentialType } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface OrganizationRow {
  readonly organizationId: string;
  readonly parentOrganizationId: string | null;
  readonly organizationName: string;
  readonly rootQuorumThreshold: number;
  readonly authProxyConfigId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface UserRow {
  readonly userId: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly userEmail: string | null;
  readonly userPhoneNumber: string | null;
  /** 1 when the user's vote counts for the root quorum. */
  readonly inRootQuorum: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ApiKeyRow {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly apiKeyName: string;
  readonly publicKey: string;
  readonly credentialType: CredentialType;
  readonly expirationSeconds: number | null;
  /** The profile that limits the key's session. Null for a session without limits, and for a key of no session. */
  readonly sessionProfileId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const ORGANIZATION = `organization_id AS organizationId, parent_organization_id AS parentOrganizationId, organization_name AS organizationName,
  root_quorum_threshold AS rootQuorumThreshold, auth_proxy_config_id AS authProxyConfigId,
  created_at AS createdAt, updated_at AS updatedAt`;
const USER = `user_id AS userId, organization_id AS organizationId, user_name AS userName, user_email AS userEmail,
  user_phone_number AS userPhoneNumber, in_root_quorum AS inRootQuorum, created_at AS createdAt, updated_at AS updatedAt`;
const API_KEY = `api_key_id AS apiKeyId, organization_id AS organizationId, user_id AS userId, api_key_name AS apiKeyName, public_key AS publicKey,
  credential_type AS credentialType, expiration_seconds AS expirationSeconds, session_profile_id AS sessionProfileId, created_at AS createdAt, updated_at AS updatedAt`;

/**
 * Organizations, their users and the users' API keys. Reads throw DATABASE_CHANGED for a row that this service did not
 * write.
 */
export function organizationTables(database: Database, seals: RowSeals) {
  const root = database.prepare<[], OrganizationRow>(
    `SELECT ${ORGANIZATION} FROM organizations WHERE parent_organization_id IS NULL`,
  );
  const byId = database.prepare<[string], OrganizationRow>(
    `SELECT ${ORGANIZATION} FROM organizations WHERE organization_id = ? AND deleted_at IS NULL`,
  );
  const insert = database.prepare<[OrganizationRow]>(
    `INSERT INTO organizations (organization_id, parent_organization_id, organization_name, root_quorum_threshold, auth_proxy_config_id,
       created_at, updated_at)
     VALUES (@organizationId, @parentOrganizationId, @organizationName, @rootQuorumThreshold, @authProxyConfigId,
       @createdAt, @updatedAt)`,
  );
  const user = database.prepare<[string], UserRow>(`SELECT ${USER} FROM users WHERE user_id = ?`);
  const insertUser = database.prepare<[UserRow]>(
    `INSERT INTO users (user_id, organization_id, user_name, user_email, user_phone_number, in_root_quorum, created_at, updated_at)
     VALUES (@userId, @organizationId, @userName, @userEmail, @userPhoneNumber, @inRootQuorum, @createdAt, @updatedAt)`,
  );
  const updateUser = database.prepare<[UserRow]>(
    `UPDATE users SET user_name = @userName, user_email = @userEmail, user_phone_number = @userPhoneNumber,
       in_root_quorum = @inRootQuorum, updated_at = @updatedAt WHERE user_id = @userId`,
  );
  const usersOf = database.prepare<[string], UserRow>(
    `SELECT ${USER} FROM users WHERE organization_id = ? ORDER BY rowid`,
  );
  const removeUser = database.prepare<[string]>('DELETE FROM users WHERE user_id = ?');
  const setQuorum = database.prepare<[{ organizationId: string; threshold: number; now: number }]>(
    'UPDATE organizations SET root_quorum_threshold = @threshold, updated_at = @now WHERE organization_id = @organizationId',
  );
  const rename = database.prepare<[{ organizationId: string; organizationName: string; now: number }]>(
    'UPDATE organizations SET organization_name = @organizationName, updated_at = @now WHERE organization_id = @organizationId',
  );
  const apiKey = database.prepare<[string, string], ApiKeyRow>(
    `SELECT ${API_KEY} FROM api_keys WHERE api_key_id = ? AND organization_id = ?`,
  );
  const apiKeysOfUser = database.prepare<[string], ApiKeyRow>(
    `SELECT ${API_KEY} FROM api_keys WHERE user_id = ? ORDER BY rowid`,
  );
  const apiKeysOfOrganization = database.prepare<[string], ApiKeyRow>(
    `SELECT ${API_KEY} FROM api_keys WHERE organization_id = ? ORDER BY rowid`,
  );
  const removeApiKey = database.prepare<[string], Pick<ApiKeyRow, 'organizationId' | 'publicKey'>>(
    'DELETE FROM api_keys WHERE api_key_id = ? RETURNING organization_id AS organizationId, public_key AS publicKey',
  );
  // The same hex can be a key of two curves. Their common list is deleted with the last of them.
  const removeAllowlist = database.prepare<[Pick<ApiKeyRow, 'organizationId' | 'publicKey'>], { allowlist: string }>(
    `DELETE FROM ip_allowlists WHERE allowlist = @organizationId || '/' || @publicKey AND NOT EXISTS (
       SELECT 1 FROM api_keys WHERE public_key = @publicKey AND organization_id = @organizationId)
     RETURNING allowlist`,
  );
  const apiKeysByPublicKey = database.prepare<[string], ApiKeyRow>(
    `SELECT ${API_KEY} FROM api_keys WHERE public_key = ?`,
  );
  const insertApiKey = database.prepare<[ApiKeyRow]>(
    `INSERT INTO api_keys (api_key_id, organization_id, user_id, api_key_name, public_key, credential_type, expiration_seconds,
       session_profile_id, created_at, updated_at)
     VALUES (@apiKeyId, @organizationId, @userId, @apiKeyName, @publicKey, @credentialType, @expirationSeconds,
       @sessionProfileId, @createdAt, @updatedAt)`,
  );

  return {
    /** The one organization without a parent, or undefined before the first start was finished. */
    root() {
      const row = root.get();
      if (row === undefined) seals.requireWhole('organizations');
      else seals.check('organizations', 'organization_id', row.organizationId);
      return row;
    },
    /** An organization that was not deleted. */
    find(organizationId: string) {
      return seals.checked('organizations', 'organization_id', organizationId, 'find', (id) => byId.get(id));
    },
    insert(row: OrganizationRow): void {
      insert.run(row);
      seals.wrote('organizations', row.organizationId);
    },
    setQuorum(organizationId: string, threshold: number, now: number): void {
      setQuorum.run({ organizationId, threshold, now });
      seals.wrote('organizations', organizationId);
    },
    rename(organizationId: string, organizationName: string, now: number): void {
      rename.run({ organizationId, organizationName, now });
      seals.wrote('organizations', organizationId);
    },
    findUser(userId: string) {
      return seals.checked('users', 'user_id', userId, 'find', (id) => user.get(id));
    },
    usersOf(organizationId: string) {
      seals.check('users', 'organization_id', organizationId);
      return usersOf.all(organizationId);
    },
    insertUser(row: UserRow): void {
      insertUser.run(row);
      seals.wrote('users', row.userId);
    },
    updateUser(row: UserRow): void {
      updateUser.run(row);
      seals.wrote('users', row.userId);
    },
    /** Remove everything that belongs to the user first. */
    removeUser(userId: string): void {
      removeUser.run(userId);
      seals.wrote('users', userId);
    },
    findApiKey(organizationId: string, apiKeyId: string) {
      seals.check('api_keys', 'api_key_id', apiKeyId);
      return apiKey.get(apiKeyId, organizationId);
    },
    apiKeysOf(userId: string) {
      return seals.checked('api_keys', 'user_id', userId, 'all', (id) =>
        apiKeysOfUser.all(id).filter(({ apiKeyId }) => !seals.isDamaged('api_keys', apiKeyId)),
      );
    },
    /** Keys with that public key in any organization: the same hex can also be a point of two curves. */
    apiKeysByPublicKey(publicKey: string) {
      return seals.checked('api_keys', 'public_key', publicKey, 'all', (key) => apiKeysByPublicKey.all(key));
    },
    apiKeysOfOrganization(organizationId: string) {
      seals.check('api_keys', 'organization_id', organizationId);
      return apiKeysOfOrganization.all(organizationId);
    },
    /** Throws DATABASE_CHANGED when an API key was changed before the start, so that it may be one of any user. */
    requireEveryApiKey: () => seals.requireWhole('api_keys'),
    insertApiKey(row: ApiKeyRow): void {
      insertApiKey.run(row);
      seals.wrote('api_keys', row.apiKeyId);
    },
    /** Removes a key with its IP allowlist. */
    removeApiKey(apiKeyId: string): void {
      const removed = removeApiKey.get(apiKeyId);
      seals.wrote('api_keys', apiKeyId);
      const list = removed === undefined ? undefined : removeAllowlist.get(removed);
      if (list !== undefined) seals.wrote('ip_allowlists', list.allowlist);
    },
  };
}
