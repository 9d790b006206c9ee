import type { Database } from '../../../storage/sqlite/index.ts';

export type ProviderKind = 'oauth2' | 'on_ramp';

/** A credential at a login provider or payment provider. Times are milliseconds since the epoch. */
export interface ProviderCredentialRow {
  readonly credentialId: string;
  readonly organizationId: string;
  readonly kind: ProviderKind;
  /** The request's members, as JSON text. */
  readonly content: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `credential_id AS credentialId, organization_id AS organizationId, kind, content, created_at AS createdAt,
  updated_at AS updatedAt`;

/** Credentials at providers, oldest first. Nothing decides by them, so they have no seals. */
export function providerCredentialTable(database: Database) {
  const byId = database.prepare<[string, string, ProviderKind], ProviderCredentialRow>(
    `SELECT ${COLUMNS} FROM provider_credentials WHERE credential_id = ? AND organization_id = ? AND kind = ?`,
  );
  const all = database.prepare<[string, ProviderKind], ProviderCredentialRow>(
    `SELECT ${COLUMNS} FROM provider_credentials WHERE organization_id = ? AND kind = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[ProviderCredentialRow]>(
    `INSERT INTO provider_credentials (credential_id, organization_id, kind, content, created_at, updated_at)
     VALUES (@credentialId, @organizationId, @kind, @content, @createdAt, @updatedAt)`,
  );
  const update = database.prepare<[ProviderCredentialRow]>(
    'UPDATE provider_credentials SET content = @content, updated_at = @updatedAt WHERE credential_id = @credentialId',
  );
  const remove = database.prepare<[string]>('DELETE FROM provider_credentials WHERE credential_id = ?');
  const removeAll = database.prepare<[string]>('DELETE FROM provider_credentials WHERE organization_id = ?');
  return {
    find: (organizationId: string, kind: ProviderKind, id: string) => byId.get(id, organizationId, kind),
    list: (organizationId: string, kind: ProviderKind) => all.all(organizationId, kind),
    insert: (row: ProviderCredentialRow): void => void insert.run(row),
    /** Writes the content and the time of its change. */
    update: (row: ProviderCredentialRow): void => void update.run(row),
    remove: (credentialId: string): void => void remove.run(credentialId),
    /** Forgets those of an organization. */
    removeAll: (organizationId: string): void => void removeAll.run(organizationId),
  };
}
