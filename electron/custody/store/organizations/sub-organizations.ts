import type { OtpType, SubOrganizationFilter } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import { type PageRequest, readPage, type Window } from '../pages.ts';
import type { RowSeals } from '../seals/row-seals.ts';

interface Since {
  readonly time: number;
  readonly now: number;
}

type Scope = { readonly parentOrganizationId: string; readonly value: string };

const ofUsers = (column: string) => `organization_id IN (SELECT organization_id FROM users WHERE ${column} = @value)`;

const verified = (otpType: OtpType) =>
  `organization_id IN (SELECT organization_id FROM verified_contacts WHERE contact = @value AND otp_type = '${otpType}')`;

/**
 * The filters of a listing, each with the sealed table that decides it. The value is JSON of addresses (each format
 * that it has and its spelling there) or of OIDC tokens (iss, aud and sub).
 */
const FILTERS = {
  ALL: { where: "@value = ''", decidedBy: null },
  NAME: { where: 'organization_name = @value', decidedBy: null },
  USERNAME: { where: ofUsers('user_name'), decidedBy: 'users' },
  EMAIL: { where: ofUsers('user_email'), decidedBy: 'users' },
  PHONE_NUMBER: { where: ofUsers('user_phone_number'), decidedBy: 'users' },
  CREDENTIAL_ID: {
    where: 'organization_id IN (SELECT organization_id FROM authenticators WHERE credential_id = @value)',
    decidedBy: 'authenticators',
  },
  VERIFIED: {
    where: 'organization_id IN (SELECT organization_id FROM verified_contacts)',
    decidedBy: 'verified_contacts',
  },
  VERIFIED_EMAIL: { where: verified('OTP_TYPE_EMAIL'), decidedBy: 'verified_contacts' },
  VERIFIED_PHONE_NUMBER: { where: verified('OTP_TYPE_SMS'), decidedBy: 'verified_contacts' },
  OIDC_TOKEN: {
    where: `organization_id IN (SELECT organization_id FROM oauth_providers
      WHERE issuer = @value ->> 'iss' AND audience = @value ->> 'aud' AND subject = @value ->> 'sub')`,
    decidedBy: 'oauth_providers',
  },
  PUBLIC_KEY: {
    where: 'organization_id IN (SELECT organization_id FROM api_keys WHERE public_key = @value)',
    decidedBy: 'api_keys',
  },
  WALLET_ACCOUNT_ADDRESS: {
    where: `EXISTS (SELECT 1 FROM wallet_accounts, json_each(@value) AS spelling
      WHERE wallet_accounts.organization_id = organizations.organization_id
        AND address_format = spelling.value ->> 'format' AND normalized_address = spelling.value ->> 'normalized')`,
    decidedBy: null,
  },
} as const satisfies Record<
  SubOrganizationFilter | 'ALL' | 'VERIFIED' | 'VERIFIED_EMAIL' | 'VERIFIED_PHONE_NUMBER',
  { where: string; decidedBy: 'users' | 'authenticators' | 'api_keys' | 'verified_contacts' | 'oauth_providers' | null }
>;
export type StoredFilter = keyof typeof FILTERS;

/** Sub-organizations, oldest first. Reads throw DATABASE_CHANGED for a row that this service did not write. */
export function subOrganizationTable(database: Database, seals: RowSeals) {
  const listings = Object.fromEntries(
    Object.entries(FILTERS).map(([filter, { where }]) => {
      const select = (order: string) =>
        database.prepare<[Scope & Window], { organizationId: string }>(
          `SELECT organization_id AS organizationId FROM organizations
           WHERE parent_organization_id = @parentOrganizationId AND deleted_at IS NULL AND ${where}
             AND rowid > @above AND rowid < @below ORDER BY rowid ${order} LIMIT @limit`,
        );
      return [filter, { order: 'rising', rising: select('ASC'), falling: select('DESC') } as const];
    }),
  );
  const sequence = database.prepare<[string, string], { sequence: number }>(
    'SELECT rowid AS sequence FROM organizations WHERE organization_id = ? AND parent_organization_id = ?',
  );
  const madeSince = database.prepare<
    [{ parentOrganizationId: string; time: number; now: number; isVerified: 0 | 1 }],
    { count: number }
  >(
    `SELECT count(*) AS count FROM organizations
     WHERE parent_organization_id = @parentOrganizationId AND created_at > @time AND created_at <= @now AND @isVerified = EXISTS (
       SELECT 1 FROM verified_contacts WHERE verified_contacts.organization_id = organizations.organization_id)`,
  );
  const remove = database.prepare<[{ organizationId: string; now: number }]>(
    'UPDATE organizations SET deleted_at = @now, updated_at = @now WHERE organization_id = @organizationId',
  );

  return {
    /** Returns one page of the ids that match a filter. */
    list(parentOrganizationId: string, filter: StoredFilter, value: string, page: PageRequest): string[] {
      const { decidedBy } = FILTERS[filter];
      seals.requireWhole('organizations');
      const listing = listings[filter];
      if (listing === undefined) return [];
      const rows = readPage(
        listing,
        { parentOrganizationId, value },
        page,
        (id) => sequence.get(id, parentOrganizationId)?.sequence,
      );
      return rows.map(({ organizationId }) => {
        seals.check('organizations', 'organization_id', organizationId);
        if (decidedBy !== null) seals.check(decidedBy, 'organization_id', organizationId);
        return organizationId;
      });
    },
    /**
     * The number of sub-organizations made after a time, deleted ones included. Those from later than now were made
     * before the clock was set back, and do not keep others from signing up.
     */
    madeSince(parentOrganizationId: string, { time, now }: Since, isVerified: boolean): number {
      seals.requireWhole('organizations');
      seals.requireWhole('verified_contacts');
      return madeSince.get({ parentOrganizationId, time, now, isVerified: isVerified ? 1 : 0 })?.count ?? 0;
    },
    /** Remove everything that belongs to it first. Its row and its activities stay as a record. */
    remove(organizationId: string, now: number): void {
      remove.run({ organizationId, now });
      seals.wrote('organizations', organizationId);
    },
  };
}
