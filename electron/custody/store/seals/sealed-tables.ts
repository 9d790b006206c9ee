import { hexEncode } from '../../../../shared/wire/index.ts';

type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

interface Declared {
  readonly key: string;
  /** Every column for lookups. */
  readonly lookedUpBy: readonly string[];
  /** The name of a row. */
  readonly name: string;
  /**
   * The refusals because of a row that was changed while the service was stopped. Its key names the row, and any other
   * value of it may be wrong.
   *
   * `uses`, the default, refuses each request that finds the row. It refuses each lookup by another column than the key,
   * because the row may belong there and forbid something.
   *
   * `own uses` allows lookups by the columns of `givesBy`. There the row only gives a permission, so its absence allows
   * nothing.
   *
   * `start` refuses the start of the service, for the reason beside it.
   */
  readonly damaged?: 'uses' | 'own uses' | 'start';
  readonly givesBy?: readonly string[];
  /** The columns of `givesBy` whose lookups leave the row out, so that its user can still be shown and do the rest. */
  readonly leftOutBy?: readonly string[];
}

/** The tables whose rows decide permissions. A row that is missing or was never written always refuses the start. */
export const SEALED_TABLES = {
  organizations: {
    key: 'organization_id',
    lookedUpBy: ['organization_id'],
    name: 'The organization {organization_id}',
  },
  users: {
    key: 'user_id',
    lookedUpBy: ['user_id', 'organization_id'],
    name: 'The user {user_id} of the organization {organization_id}',
  },
  api_keys: {
    key: 'api_key_id',
    lookedUpBy: ['api_key_id', 'user_id', 'organization_id', 'public_key'],
    name: 'The API key {public_key} of the user {user_id}',
    damaged: 'own uses',
    givesBy: ['user_id', 'public_key'],
    leftOutBy: ['user_id'],
  },
  authenticators: {
    key: 'authenticator_id',
    lookedUpBy: ['authenticator_id', 'user_id', 'organization_id'],
    name: 'The authenticator {authenticator_id} of the user {user_id}',
    damaged: 'own uses',
    givesBy: ['user_id'],
    leftOutBy: ['user_id'],
  },
  policies: {
    key: 'policy_id',
    lookedUpBy: ['policy_id', 'organization_id'],
    name: 'The policy {policy_id} of the organization {organization_id}',
  },
  tags: {
    key: 'tag_id',
    lookedUpBy: ['tag_id', 'organization_id'],
    name: 'The tag {tag_id} of the organization {organization_id}',
  },
  tag_members: {
    key: 'membership',
    lookedUpBy: ['tag_id', 'member_id'],
    name: 'The membership of {member_id} in the tag {tag_id}',
    // A deny policy may depend on the tags, and each answer shows those of all voters.
    damaged: 'start',
  },
  proposals: {
    key: 'activity_id',
    lookedUpBy: ['activity_id'],
    name: 'The pending work of the activity {activity_id}',
  },
  mfa_policies: {
    key: 'mfa_policy_id',
    lookedUpBy: ['user_id'],
    name: 'The MFA policy {mfa_policy_id} of the user {user_id}',
    // It may require a proof of each request, and each answer shows the policies of all voters.
    damaged: 'start',
  },
  secrets: { key: 'secret_id', lookedUpBy: ['secret_id'], name: 'The secret {secret_id}' },
  session_profiles: {
    key: 'session_profile_id',
    lookedUpBy: ['session_profile_id', 'organization_id'],
    name: 'The session profile {session_profile_id} of the organization {organization_id}',
  },
  oauth_providers: {
    key: 'provider_id',
    lookedUpBy: ['provider_id', 'user_id', 'organization_id'],
    name: 'The OAuth provider {provider_id} of the user {user_id}',
    damaged: 'own uses',
    givesBy: ['user_id'],
    leftOutBy: ['user_id'],
  },
  otps: { key: 'otp_id', lookedUpBy: ['otp_id', 'organization_id'], name: 'The one-time code {otp_id} for {contact}' },
  webhook_endpoints: {
    key: 'endpoint_id',
    lookedUpBy: ['endpoint_id', 'organization_id'],
    name: 'The webhook endpoint {endpoint_id} of the organization {organization_id}',
  },
  organization_features: {
    key: 'feature',
    lookedUpBy: ['organization_id'],
    name: 'The feature {name} of the organization {organization_id}',
  },
  ip_allowlists: {
    key: 'allowlist',
    lookedUpBy: ['allowlist'],
    name: 'The IP allowlist of the organization {organization_id}',
  },
  velocity_controls: {
    key: 'velocity_control_id',
    lookedUpBy: ['velocity_control_id', 'organization_id'],
    name: 'The velocity control {identifier} of the organization {organization_id}',
  },
  velocity_usage: {
    key: 'usage',
    lookedUpBy: ['bucket', 'velocity_control_id'],
    name: 'The used amount of the velocity control {velocity_control_id}',
  },
  verified_contacts: {
    key: 'verification',
    lookedUpBy: ['user_id', 'organization_id'],
    name: 'The verified contact {contact} of the user {user_id}',
  },
  smart_contract_interfaces: {
    key: 'smart_contract_interface_id',
    lookedUpBy: ['smart_contract_address'],
    name: 'The smart contract interface {smart_contract_interface_id} of the organization {organization_id}',
  },
  earn_wrappers: {
    key: 'wrapper',
    lookedUpBy: ['wrapper_address', 'organization_id'],
    name: 'The earn wrapper {wrapper_address} of the organization {organization_id}',
  },
  used_tokens: { key: 'token', lookedUpBy: ['token', 'used_for'], name: 'The use of a token, {used_for}' },
  // The ready line names all of them, and clients check signatures with them.
  service_keys: { key: 'name', lookedUpBy: ['name'], name: 'The service’s own key {name}', damaged: 'start' },
  activity_archives: {
    key: 'month',
    lookedUpBy: ['month'],
    name: 'The archive of the activities of {month}',
    // Without it an earlier signature of the same request is not found, and the request is signed once more.
    damaged: 'start',
  },
  evidence_marks: {
    key: 'mark',
    lookedUpBy: ['mark'],
    name: 'The mark that its activities are {mark}',
    // Without it the service would seal all activities and keys as they are, damage included.
    damaged: 'start',
  },
} as const satisfies Readonly<Record<string, Declared>>;
export type SealedTable = keyof typeof SEALED_TABLES;

/** As declared, for any table. */
export const declarationOf = (table: SealedTable): Declared => SEALED_TABLES[table];

/** Letter case does not matter in ids, and the hex of public keys is lowercase. */
export function lookup(table: SealedTable, column: string, value: Value = ''): string {
  return `${table}.${column}=${String(value).toLowerCase()}`;
}

/** Names a row in the whole store. */
export function placeOf(table: SealedTable, key: Value | undefined): string {
  return `${table}/${String(key)}`;
}

/** The text that the seal of a row covers. No two rows, of one table or of two, have the same text. */
export function textOf(table: SealedTable, row: Row): string {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? { hex: hexEncode(value) } : value,
  ]);
  return JSON.stringify([table, values]);
}

/** The name of a row in an error. */
export function nameOf(table: SealedTable, row: Row): string {
  return SEALED_TABLES[table].name.replace(/\{(\w+)\}/g, (_match, column: string) => quoted(row[column]));
}

/** A value that somebody else may have written: short, and with its control characters spelled out. */
export function quoted(value: Value | undefined): string {
  return JSON.stringify(String(value).slice(0, 80));
}
