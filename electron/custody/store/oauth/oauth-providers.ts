import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** An identity at an issuer that a user may log in with. Times in rows are milliseconds since the epoch. */
export interface OauthProviderRow {
  readonly providerId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly providerName: string;
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const PROVIDER = `provider_id AS providerId, organization_id AS organizationId, user_id AS userId, provider_name AS providerName,
  issuer, audience, subject, created_at AS createdAt, updated_at AS updatedAt`;

/** OAuth providers, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function oauthProviderTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string], OauthProviderRow>(
    `SELECT ${PROVIDER} FROM oauth_providers WHERE provider_id = ?`,
  );
  const ofUser = database.prepare<[string], OauthProviderRow>(
    `SELECT ${PROVIDER} FROM oauth_providers WHERE user_id = ? ORDER BY rowid`,
  );
  const ofOrganization = database.prepare<[string], OauthProviderRow>(
    `SELECT ${PROVIDER} FROM oauth_providers WHERE organization_id = ? ORDER BY rowid`,
  );
  const bySubject = database.prepare<[string], OauthProviderRow>(
    `SELECT ${PROVIDER} FROM oauth_providers WHERE subject = ? ORDER BY rowid`,
  );
  const ofIssuer = database.prepare<[string], { providerId: string; organizationId: string }>(
    `SELECT provider_id AS providerId, organization_id AS organizationId FROM oauth_providers JOIN organizations USING (organization_id)
     WHERE issuer = ? AND parent_organization_id IS NULL LIMIT 1`,
  );
  const insert = database.prepare<[OauthProviderRow]>(
    `INSERT INTO oauth_providers (provider_id, organization_id, user_id, provider_name, issuer, audience, subject, created_at, updated_at)
     VALUES (@providerId, @organizationId, @userId, @providerName, @issuer, @audience, @subject, @createdAt, @updatedAt)`,
  );
  const remove = database.prepare<[string]>('DELETE FROM oauth_providers WHERE provider_id = ?');

  return {
    find(providerId: string) {
      seals.check('oauth_providers', 'provider_id', providerId);
      return byId.get(providerId);
    },
    ofUser(userId: string) {
      return seals.checked('oauth_providers', 'user_id', userId, 'all', (id) =>
        ofUser.all(id).filter(({ providerId }) => !seals.isDamaged('oauth_providers', providerId)),
      );
    },
    ofOrganization(organizationId: string) {
      seals.check('oauth_providers', 'organization_id', organizationId);
      return ofOrganization.all(organizationId);
    },
    /** Returns the identities of a subject at any issuer, in any organization. */
    withSubject(subject: string) {
      const rows = bySubject.all(subject);
      for (const { providerId } of rows) seals.check('oauth_providers', 'provider_id', providerId);
      return rows;
    },
    /** Returns true when a user of a root organization has an identity at the issuer. */
    letsIn(issuer: string): boolean {
      const known = ofIssuer.get(issuer);
      if (known === undefined) return false;
      seals.check('oauth_providers', 'provider_id', known.providerId);
      seals.check('organizations', 'organization_id', known.organizationId);
      return true;
    },
    insert(row: OauthProviderRow): void {
      insert.run(row);
      seals.wrote('oauth_providers', row.providerId);
    },
    remove(providerId: string): void {
      remove.run(providerId);
      seals.wrote('oauth_providers', providerId);
    },
  };
}
