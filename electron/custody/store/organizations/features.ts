import type { FeatureName } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

interface FeatureRow {
  readonly organizationId: string;
  readonly name: FeatureName;
  /** Null when it was switched off. */
  readonly value: string | null;
}

/**
 * The features that every organization has until they are removed (docs/protocol.md#features). Choice
 * (default-features): these are shown, without a value.
 */
const DEFAULTS: readonly FeatureName[] = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
  'FEATURE_NAME_SMS_AUTH',
];

/** Choice (webauthn-origins): the value of FEATURE_NAME_WEBAUTHN_ORIGINS lists origins, with commas between them. */
export function originsIn(value: string): string[] {
  return value.split(',').map((origin) => origin.trim());
}

/** Features of organizations. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function featureTable(database: Database, seals: RowSeals) {
  const all = database.prepare<[string], FeatureRow>(
    'SELECT organization_id AS organizationId, name, value FROM organization_features WHERE organization_id = ? ORDER BY rowid',
  );
  const put = database.prepare<[FeatureRow & { readonly feature: string }]>(
    `INSERT INTO organization_features (feature, organization_id, name, value) VALUES (@feature, @organizationId, @name, @value)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  const remove = database.prepare<[string], { feature: string }>(
    'DELETE FROM organization_features WHERE organization_id = ? RETURNING feature',
  );
  return {
    /** The enabled features with their values, which may be empty. */
    of(organizationId: string): ReadonlyMap<FeatureName, string> {
      return seals.checked('organization_features', 'organization_id', organizationId, 'of', (id) => {
        const features = new Map<FeatureName, string>(DEFAULTS.map((name) => [name, '']));
        for (const { name, value } of all.all(id)) {
          if (value === null) features.delete(name);
          else features.set(name, value);
        }
        return features;
      });
    },
    put(row: FeatureRow): void {
      const feature = `${row.organizationId}/${row.name}`;
      put.run({ ...row, feature });
      seals.wrote('organization_features', feature);
    },
    /** Deletes all feature settings of an organization. */
    removeAll(organizationId: string): void {
      for (const { feature } of remove.all(organizationId)) seals.wrote('organization_features', feature);
    },
  };
}
