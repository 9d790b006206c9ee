import type { Database } from '../../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface SecretRow {
  readonly secretId: string;
  readonly organizationId: string;
  readonly name: string | null;
  /** JSON of the list of keys and values, which policies look at. */
  readonly staticProperties: string;
  readonly sealedSecret: Uint8Array;
  readonly createdAt: number;
}

const SECRET = `secret_id AS secretId, organization_id AS organizationId, name, static_properties AS staticProperties,
  sealed_secret AS sealedSecret, created_at AS createdAt`;

/** Secrets, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function secretTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string], SecretRow>(
    `SELECT ${SECRET} FROM secrets WHERE secret_id = ? AND organization_id = ?`,
  );
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT sequence FROM secrets WHERE secret_id = ? AND organization_id = ?',
  );
  const select = (order: string) =>
    database.prepare<[{ organizationId: string } & Window], SecretRow>(
      `SELECT ${SECRET} FROM secrets WHERE organization_id = @organizationId AND sequence > @above AND sequence < @below
         ORDER BY sequence ${order} LIMIT @limit`,
    );
  const listing = { order: 'rising', rising: select('ASC'), falling: select('DESC') } as const;
  const insert = database.prepare<[SecretRow]>(
    `INSERT INTO secrets (secret_id, organization_id, name, static_properties, sealed_secret, created_at)
     VALUES (@secretId, @organizationId, @name, @staticProperties, @sealedSecret, @createdAt)`,
  );
  const remove = database.prepare<[string]>('DELETE FROM secrets WHERE secret_id = ?');

  return {
    find(organizationId: string, secretId: string) {
      seals.check('secrets', 'secret_id', secretId);
      return byId.get(secretId, organizationId);
    },
    list(organizationId: string, page: PageRequest) {
      seals.requireWhole('secrets');
      const rows = readPage(listing, { organizationId }, page, (id) => sequence.get(id, organizationId)?.sequence);
      for (const { secretId } of rows) seals.check('secrets', 'secret_id', secretId);
      return rows;
    },
    insert(row: SecretRow): void {
      insert.run(row);
      seals.wrote('secrets', row.secretId);
    },
    remove(secretId: string): void {
      remove.run(secretId);
      seals.wrote('secrets', secretId);
    },
  };
}
