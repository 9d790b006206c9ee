import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

export interface IpRule {
  readonly cidr: string;
  readonly label?: string;
  /** Milliseconds since the epoch, in digits. */
  readonly createdAt: string;
}

export interface IpAllowlistRow {
  readonly organizationId: string;
  /** The API key that it belongs to (lowercase hex). Null for the whole organization. */
  readonly publicKey: string | null;
  /** Lists of API keys are always enabled. */
  readonly isEnabled: boolean;
  readonly rules: readonly IpRule[];
}

interface StoredRow {
  readonly organizationId: string;
  readonly publicKey: string | null;
  readonly isEnabled: 0 | 1;
  readonly rules: string;
}

/**
 * IP allowlists of organizations and of their API keys. Reads throw DATABASE_CHANGED for a row that this service did
 * not write.
 */
export function ipAllowlistTable(database: Database, seals: RowSeals) {
  const one = database.prepare<[string], StoredRow>(
    `SELECT organization_id AS organizationId, public_key AS publicKey, is_enabled AS isEnabled, rules
     FROM ip_allowlists WHERE allowlist = ?`,
  );
  const put = database.prepare<[StoredRow & { readonly allowlist: string }]>(
    `INSERT INTO ip_allowlists (allowlist, organization_id, public_key, is_enabled, rules)
     VALUES (@allowlist, @organizationId, @publicKey, @isEnabled, @rules)
     ON CONFLICT DO UPDATE SET is_enabled = excluded.is_enabled, rules = excluded.rules`,
  );
  const remove = database.prepare<[string]>('DELETE FROM ip_allowlists WHERE allowlist = ?');
  const keyOf = ({ organizationId, publicKey }: Pick<IpAllowlistRow, 'organizationId' | 'publicKey'>) =>
    `${organizationId}/${publicKey ?? ''}`;
  return {
    /** The list of an organization, or of its API key with that public key. Undefined when none exists. */
    find(organizationId: string, publicKey: string | null): IpAllowlistRow | undefined {
      const allowlist = keyOf({ organizationId, publicKey });
      return seals.checked('ip_allowlists', 'allowlist', allowlist, 'find', (list) => {
        const row = one.get(list);
        return row && { ...row, isEnabled: row.isEnabled === 1, rules: JSON.parse(row.rules) as IpRule[] };
      });
    },
    put(row: IpAllowlistRow): void {
      const allowlist = keyOf(row);
      put.run({ ...row, allowlist, isEnabled: row.isEnabled ? 1 : 0, rules: JSON.stringify(row.rules) });
      seals.wrote('ip_allowlists', allowlist);
    },
    remove(row: Pick<IpAllowlistRow, 'organizationId' | 'publicKey'>): void {
      remove.run(keyOf(row));
      seals.wrote('ip_allowlists', keyOf(row));
    },
  };
}
