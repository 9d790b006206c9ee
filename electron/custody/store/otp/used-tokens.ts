import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** A token that was used for something, by a name of the token. Kept as long as it could be used again. */
export interface UsedTokenRow {
  readonly token: string;
  readonly organizationId: string;
  /** The organization that it made, or the fingerprint of the request that it attested. */
  readonly usedFor: string;
  /** JSON of the user and the credential that stamped the token's request. Null for an organization. */
  readonly holder: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const TOKEN = 'token, organization_id AS organizationId, used_for AS usedFor, holder, expires_at AS expiresAt';

/** The uses of tokens. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function usedTokenTable(database: Database, seals: RowSeals) {
  const byToken = database.prepare<[string], UsedTokenRow>(`SELECT ${TOKEN} FROM used_tokens WHERE token = ?`);
  const byUse = database.prepare<[string], UsedTokenRow>(`SELECT ${TOKEN} FROM used_tokens WHERE used_for = ?`);
  const insert = database.prepare<[UsedTokenRow]>(
    `INSERT INTO used_tokens (token, organization_id, used_for, holder, expires_at)
     VALUES (@token, @organizationId, @usedFor, @holder, @expiresAt)`,
  );
  const removeOver = database.prepare<[string, number], { token: string }>(
    'DELETE FROM used_tokens WHERE organization_id = ? AND expires_at <= ? RETURNING token',
  );
  const forget = (organizationId: string, now: number): void => {
    for (const { token } of removeOver.all(organizationId, now)) seals.wrote('used_tokens', token);
  };

  return {
    find(token: string) {
      seals.check('used_tokens', 'token', token);
      return byToken.get(token);
    },
    usedFor(use: string) {
      seals.check('used_tokens', 'used_for', use);
      return byUse.all(use);
    },
    /** Also deletes the organization's expired rows. */
    insert(row: UsedTokenRow, now: number): void {
      forget(row.organizationId, now);
      insert.run(row);
      seals.wrote('used_tokens', row.token);
    },
    /** Forgets all of an organization. */
    removeOf: (organizationId: string) => forget(organizationId, Number.MAX_SAFE_INTEGER),
  };
}
