import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** The limits of the sessions that use it. It never changes. Times in rows are milliseconds since the epoch. */
export interface SessionProfileRow {
  readonly sessionProfileId: string;
  readonly organizationId: string;
  readonly sessionProfileName: string;
  /** An expression of the policy language that has to hold for each activity of the session. */
  readonly scope: string;
  /** The longest duration of such a session. */
  readonly expirationSeconds: number | null;
  readonly notes: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const PROFILE = `session_profile_id AS sessionProfileId, organization_id AS organizationId, session_profile_name AS sessionProfileName,
  scope, expiration_seconds AS expirationSeconds, notes, created_at AS createdAt, updated_at AS updatedAt`;

/** Session profiles, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function sessionProfileTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string], SessionProfileRow>(
    `SELECT ${PROFILE} FROM session_profiles WHERE session_profile_id = ?`,
  );
  const all = database.prepare<[string], SessionProfileRow>(
    `SELECT ${PROFILE} FROM session_profiles WHERE organization_id = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[SessionProfileRow]>(
    `INSERT INTO session_profiles (session_profile_id, organization_id, session_profile_name, scope, expiration_seconds, notes, created_at, updated_at)
     VALUES (@sessionProfileId, @organizationId, @sessionProfileName, @scope, @expirationSeconds, @notes, @createdAt, @updatedAt)`,
  );
  const remove = database.prepare<[string]>('DELETE FROM session_profiles WHERE session_profile_id = ?');

  return {
    find(sessionProfileId: string) {
      return seals.checked('session_profiles', 'session_profile_id', sessionProfileId, 'find', (id) => byId.get(id));
    },
    list(organizationId: string) {
      seals.check('session_profiles', 'organization_id', organizationId);
      return all.all(organizationId);
    },
    insert(row: SessionProfileRow): void {
      insert.run(row);
      seals.wrote('session_profiles', row.sessionProfileId);
    },
    remove(sessionProfileId: string): void {
      remove.run(sessionProfileId);
      seals.wrote('session_profiles', sessionProfileId);
    },
  };
}
