import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface AuthenticatorRow {
  readonly authenticatorId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly authenticatorName: string;
  /** base64url, as is the COSE key. */
  readonly credentialId: string;
  readonly publicKey: string;
  readonly aaguid: string;
  readonly attestationType: string;
  /** JSON of the list. */
  readonly transports: string;
  /**
   * SHA-256 of the relying party it was registered for, in base64url. Null in rows of an earlier version, which cannot
   * be used.
   */
  readonly rpIdHash: string | null;
  /** 1 when it was registered with user verification. */
  readonly userVerified: 0 | 1 | null;
  /** The counter of its last use, and the challenge it was used for. */
  readonly signCount: number | null;
  readonly lastChallenge: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const AUTHENTICATOR = `authenticator_id AS authenticatorId, organization_id AS organizationId, user_id AS userId,
  authenticator_name AS authenticatorName, credential_id AS credentialId, public_key AS publicKey, aaguid,
  attestation_type AS attestationType, transports, rp_id_hash AS rpIdHash, user_verified AS userVerified,
  sign_count AS signCount, last_challenge AS lastChallenge, created_at AS createdAt, updated_at AS updatedAt`;

/** Users' passkeys, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function authenticatorTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string], AuthenticatorRow>(
    `SELECT ${AUTHENTICATOR} FROM authenticators WHERE authenticator_id = ? AND organization_id = ?`,
  );
  const byCredential = database.prepare<[string], AuthenticatorRow>(
    `SELECT ${AUTHENTICATOR} FROM authenticators WHERE credential_id = ?`,
  );
  const ofUser = database.prepare<[string], AuthenticatorRow>(
    `SELECT ${AUTHENTICATOR} FROM authenticators WHERE user_id = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[AuthenticatorRow]>(
    `INSERT INTO authenticators (authenticator_id, organization_id, user_id, authenticator_name, credential_id, public_key, aaguid,
       attestation_type, transports, rp_id_hash, user_verified, sign_count, last_challenge, created_at, updated_at)
     VALUES (@authenticatorId, @organizationId, @userId, @authenticatorName, @credentialId, @publicKey, @aaguid,
       @attestationType, @transports, @rpIdHash, @userVerified, @signCount, @lastChallenge, @createdAt, @updatedAt)`,
  );
  const setUse = database.prepare<[number, string, string]>(
    'UPDATE authenticators SET sign_count = ?, last_challenge = ? WHERE authenticator_id = ?',
  );
  const remove = database.prepare<[string]>('DELETE FROM authenticators WHERE authenticator_id = ?');

  return {
    find(organizationId: string, authenticatorId: string) {
      seals.check('authenticators', 'authenticator_id', authenticatorId);
      return byId.get(authenticatorId, organizationId);
    },
    /** Returns the authenticators of any organization. */
    withCredential(credentialId: string) {
      const rows = byCredential.all(credentialId);
      for (const { authenticatorId } of rows) seals.check('authenticators', 'authenticator_id', authenticatorId);
      return rows;
    },
    ofUser(userId: string) {
      return seals.checked('authenticators', 'user_id', userId, 'all', (id) =>
        ofUser.all(id).filter(({ authenticatorId }) => !seals.isDamaged('authenticators', authenticatorId)),
      );
    },
    insert(row: AuthenticatorRow): void {
      insert.run(row);
      seals.wrote('authenticators', row.authenticatorId);
    },
    setUse(authenticatorId: string, signCount: number, challenge: string): void {
      setUse.run(signCount, challenge, authenticatorId);
      seals.wrote('authenticators', authenticatorId);
    },
    remove(authenticatorId: string): void {
      remove.run(authenticatorId);
      seals.wrote('authenticators', authenticatorId);
    },
  };
}
