import type { Operation } from '../../../shared/operations/index.ts';
import { ENTRIES, type Entry } from './catalog.ts';

/** The groups by the names of their operations. The first match counts. */
const GROUPS: readonly (readonly [heading: string, names: RegExp])[] = [
  ['Webhooks', /webhook|outbox/],
  ['TVC apps', /tvc/],
  ['Secrets', /secrets/],
  ['Sub-organizations', /sub_?org/],
  ['Smart contract interfaces', /smart_contract/],
  ['Fiat on-ramp credentials', /fiat/],
  ['Velocity controls', /velocity/],
  ['MFA policies', /mfa/],
  ['Policies', /polic/],
  ['Logins and sessions', /login|session|otp|email_|recover|^oauth$/],
  ['Invitations', /invitation/],
  ['OAuth providers and credentials', /oauth/],
  ['API keys', /api_key/],
  ['Authenticators', /authenticator/],
  ['Tags', /_tags?$/],
  ['Private keys', /private_key/],
  ['Earn', /earn/],
  ['Signatures', /^sign_/],
  ['Transactions and balances', /transaction|balances|nonces|gas|assets|undelegate/],
  ['Wallets and accounts', /wallet/],
  ['Users', /user/],
  ['Activities and votes', /activit/],
  ['Service', /health|service/],
  ['Organization', /organization|allowlist|quorum|origins|whoami/],
];

/** Returns the heading of an operation, in plain words. Null for an operation of no group. */
export function groupOf({ kind, name }: Operation): string | null {
  if (kind === 'gateway') return 'Gateway';
  return GROUPS.find(([, names]) => names.test(name))?.[0] ?? null;
}

/** A line of the list: an operation, or a heading above operations. */
export type Line = { readonly entry: Entry } | { readonly heading: string };

/** The operations used last, then all by their groups. In a group, those that change something come first. */
export function groupedLines(recent: readonly string[]): readonly Line[] {
  const used = [...new Set(recent)].flatMap((name) => ENTRIES.filter(({ operation }) => operation.name === name));
  return [
    ...(used.length === 0 ? [] : [{ heading: 'Recently used' }, ...used.map((entry) => ({ entry }))]),
    ...GROUPED,
  ];
}

const changes = ({ operation: { kind } }: Entry): number => Number(kind === 'activity');

const HEADINGS = [...new Set(ENTRIES.map(({ operation }) => groupOf(operation) ?? 'Others'))].toSorted((one, other) =>
  one.localeCompare(other, 'en'),
);

const GROUPED: readonly Line[] = HEADINGS.flatMap((heading) => [
  { heading },
  ...ENTRIES.filter(({ operation }) => (groupOf(operation) ?? 'Others') === heading)
    .toSorted((one, other) => changes(other) - changes(one))
    .map((entry) => ({ entry })),
]);
