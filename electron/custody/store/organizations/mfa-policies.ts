import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface MfaPolicyRow {
  readonly mfaPolicyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly mfaPolicyName: string;
  readonly condition: string;
  /** JSON of the list of steps. */
  readonly steps: string;
  readonly order: number;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * MFA policies, in the order in which a user's are evaluated. Reads throw DATABASE_CHANGED for a row that this service
 * did not write.
 */
export function mfaPolicyTable(database: Database, seals: RowSeals) {
  const ofUser = database.prepare<[string], MfaPolicyRow>(
    `SELECT mfa_policy_id AS mfaPolicyId, organization_id AS organizationId, user_id AS userId, mfa_policy_name AS mfaPolicyName,
       condition, steps, position AS "order", notes, created_at AS createdAt, updated_at AS updatedAt
     FROM mfa_policies WHERE user_id = ? ORDER BY position, rowid`,
  );
  const insert = database.prepare<[MfaPolicyRow]>(
    `INSERT INTO mfa_policies (mfa_policy_id, organization_id, user_id, mfa_policy_name, condition, steps, position, notes, created_at, updated_at)
     VALUES (@mfaPolicyId, @organizationId, @userId, @mfaPolicyName, @condition, @steps, @order, @notes, @createdAt, @updatedAt)`,
  );
  const update = database.prepare<[MfaPolicyRow]>(
    `UPDATE mfa_policies SET mfa_policy_name = @mfaPolicyName, condition = @condition, steps = @steps, position = @order,
       notes = @notes, updated_at = @updatedAt WHERE mfa_policy_id = @mfaPolicyId`,
  );
  const remove = database.prepare<[string]>('DELETE FROM mfa_policies WHERE mfa_policy_id = ?');

  return {
    ofUser(userId: string) {
      return seals.checked('mfa_policies', 'user_id', userId, 'all', (id) => ofUser.all(id));
    },
    insert(row: MfaPolicyRow): void {
      insert.run(row);
      seals.wrote('mfa_policies', row.mfaPolicyId);
    },
    update(row: MfaPolicyRow): void {
      update.run(row);
      seals.wrote('mfa_policies', row.mfaPolicyId);
    },
    remove(mfaPolicyId: string): void {
      remove.run(mfaPolicyId);
      seals.wrote('mfa_policies', mfaPolicyId);
    },
  };
}
