import type { Effect } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface PolicyRow {
  readonly policyId: string;
  readonly organizationId: string;
  readonly policyName: string;
  readonly effect: Effect;
  /** Expressions of the policy language. An empty expression is always true. */
  readonly consensus: string;
  readonly condition: string;
  /** The expression of the policy's active time. An empty one is always true. */
  readonly time: string;
  readonly notes: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const POLICY = `policy_id AS policyId, organization_id AS organizationId, policy_name AS policyName, effect, consensus, condition,
  ifnull(time, '') AS time, notes, created_at AS createdAt, updated_at AS updatedAt`;

/** Policies, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function policyTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string], PolicyRow>(
    `SELECT ${POLICY} FROM policies WHERE policy_id = ? AND organization_id = ?`,
  );
  const named = database.prepare<[string, string], PolicyRow>(
    `SELECT ${POLICY} FROM policies WHERE organization_id = ? AND policy_name = ?`,
  );
  const all = database.prepare<[string], PolicyRow>(
    `SELECT ${POLICY} FROM policies WHERE organization_id = ? ORDER BY rowid`,
  );
  const insert = database.prepare<[PolicyRow]>(
    `INSERT INTO policies (policy_id, organization_id, policy_name, effect, consensus, condition, time, notes, created_at, updated_at)
     VALUES (@policyId, @organizationId, @policyName, @effect, @consensus, @condition, nullif(@time, ''), @notes, @createdAt, @updatedAt)`,
  );
  const update = database.prepare<[PolicyRow]>(
    `UPDATE policies SET policy_name = @policyName, effect = @effect, consensus = @consensus, condition = @condition,
       time = nullif(@time, ''), notes = @notes, updated_at = @updatedAt WHERE policy_id = @policyId`,
  );
  const remove = database.prepare<[string]>('DELETE FROM policies WHERE policy_id = ?');

  return {
    find(organizationId: string, policyId: string) {
      seals.check('policies', 'policy_id', policyId);
      return byId.get(policyId, organizationId);
    },
    named: (organizationId: string, policyName: string) => named.get(organizationId, policyName),
    list(organizationId: string) {
      return seals.checked('policies', 'organization_id', organizationId, 'all', (id) => all.all(id));
    },
    insert(row: PolicyRow): void {
      insert.run(row);
      seals.wrote('policies', row.policyId);
    },
    update(row: PolicyRow): void {
      update.run(row);
      seals.wrote('policies', row.policyId);
    },
    remove(policyId: string): void {
      remove.run(policyId);
      seals.wrote('policies', policyId);
    },
  };
}
