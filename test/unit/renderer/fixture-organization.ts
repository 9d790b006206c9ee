import { AppError } from '../../../shared/errors/index.ts';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import type {
  AppDeployment,
  Member,
  OrganizationContent,
  OverTimeLimit,
  PolicyAround,
  VerifiableApp,
} from '../../../shared/model/index.ts';
import { ORGANIZATION_ID } from './fixture-data.ts';

const DAY = 24 * 3_600_000;
const id = (kind: number, index: number) => `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const TAG_IDS = { treasurers: id(3, 1), approvers: id(3, 2), programs: id(3, 3) };

/** A wallet that a policy may name. */
export const WALLET_ID = id(8, 1);

interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly tag: keyof typeof TAG_IDS;
  /** Days until each key ends. Null for a key without an end. */
  readonly keys: readonly (number | null)[];
  readonly passkeys: number;
}

const PEOPLE: readonly Person[] = [
  { name: 'Ada Byrne', email: 'ada@treasury.example', tag: 'treasurers', keys: [null, 200], passkeys: 2 },
  { name: 'Ines Duarte', email: 'ines@treasury.example', tag: 'treasurers', keys: [null], passkeys: 1 },
  { name: 'Marek Novák', email: 'marek@treasury.example', tag: 'approvers', keys: [null], passkeys: 1 },
  { name: 'Tom Okafor', email: 'tom@treasury.example', tag: 'approvers', keys: [6.5, null], passkeys: 1 },
  { name: 'Sam Whitaker', email: 'sam@treasury.example', tag: 'approvers', keys: [null], passkeys: 1 },
  { name: 'Lena Fischer', email: 'lena@treasury.example', tag: 'approvers', keys: [], passkeys: 0 },
  { name: 'Payroll bot', email: null, tag: 'programs', keys: [0.7, 0.7], passkeys: 0 },
  { name: 'Deposit sweeper', email: null, tag: 'programs', keys: [12, 12, null], passkeys: 0 },
  { name: 'CI deploy', email: null, tag: 'programs', keys: [26], passkeys: 0 },
];

function member({ name, email, tag, keys, passkeys }: Person, index: number, now: number): Member {
  return {
    id: id(1, index),
    name,
    email,
    phone: null,
    tagIds: [TAG_IDS[tag]],
    keys: keys.map((days, at) => ({
      id: id(2, index * 10 + at),
      name: `Key ${at + 1}`,
      publicKey: `02${String(index * 10 + at)
        .repeat(32)
        .slice(0, 64)
        .padEnd(64, 'a')}`,
      type: 'CREDENTIAL_TYPE_API_KEY_P256',
      sessionProfileId: null,
      createdAt: now - 60 * DAY,
      expiresAt: days === null ? null : now + days * DAY,
    })),
    passkeys: Array.from({ length: passkeys }, (_, at) => ({
      id: id(5, index * 10 + at),
      name: 'YubiKey 5C',
      model: 'YubiKey 5 Series',
      aaguid: id(6, 1),
      credentialId: 'AQIDBAUGBwgJCgsMDQ4PEA',
      createdAt: now - 90 * DAY,
    })),
    providers: [],
    createdAt: now - 90 * DAY,
  };
}

/** A limit of 10 ETH in a day, of which 4 are used, with changes. */
export function overTime(at: number, now: number, changed: Partial<OverTimeLimit> = {}): OverTimeLimit {
  return {
    id: id(9, at),
    name: 'Limit',
    identifier: 'limit',
    threshold: '10',
    unit: 'ETH',
    seconds: '86400',
    method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM',
    operator: 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL',
    assets: 'ETH on Ethereum',
    definition: [{ caip19: 'eip155:1/slip44:60', decimals: '18' }],
    types: [],
    scope: 'organization',
    createdAt: now - 30 * DAY,
    hasUnlisted: false,
    uses: [
      {
        scope: 'organization',
        scopeId: ORGANIZATION_ID,
        scopeName: 'Treasury Ltd',
        used: '4',
        remaining: '6',
        since: now - DAY,
        nextAmount: '1',
        nextAt: now + 3_600_000,
        emptyAt: now + 7_200_000,
      },
    ],
    ...changed,
  };
}

/** An application with a live deployment, another one, and one that is marked for deletion. */
function app(at: number, now: number): VerifiableApp {
  const operators = { name: 'Operators', threshold: 1, operators: ['Ada Byrne'] };
  const deployment = (index: number, isDeleted: boolean): AppDeployment => ({
    id: id(0, 10 * at + index),
    image: `registry.example.com/signer:${index}`,
    version: '1.0.0',
    isDeleted,
    digest: 'ab'.repeat(32),
    path: '/signer',
    arguments: ['--port', '3000'],
    isDebug: false,
    approvals: 1,
    createdAt: now - DAY,
  });
  return {
    id: id(0, at),
    name: `Signer ${at}`,
    quorumKey: '04'.repeat(65),
    domain: '',
    hasEgress: false,
    liveDeploymentId: id(0, 10 * at + 1),
    allowsDebug: false,
    manifestSet: operators,
    shareSet: operators,
    createdAt: now - DAY,
    problem: null,
    deployments: [deployment(1, false), deployment(2, false), deployment(3, true)],
  };
}

/** An organization of nine users, or of more. */
export function organization(now: number, more = 0): OrganizationContent {
  const others = Array.from(
    { length: more },
    (_, index): Person => ({ ...(PEOPLE[3] as Person), name: `User ${index}` }),
  );
  const users = [...PEOPLE, ...others].map((person, index) => member(person, index, now));
  const read = { readAt: now - 120_000, problem: null };
  const policy = (
    at: number,
    name: string,
    effect: 'EFFECT_ALLOW' | 'EFFECT_DENY',
    consensus: string,
    condition: string,
  ) => ({ id: id(4, at), name, effect, consensus, condition, time: '', notes: '', createdAt: now - 30 * DAY });
  const isIn = (tag: string) => `user, user.tags.contains('${tag}')`;
  return {
    id: ORGANIZATION_ID,
    name: 'Treasury Ltd',
    me: id(1, 0),
    users,
    tags: Object.entries(TAG_IDS).map(([name, tagId]) => ({
      id: tagId,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      kind: 'user' as const,
      privateKeys: [],
      createdAt: now - 90 * DAY,
    })),
    policies: [
      policy(1, 'No exports', 'EFFECT_DENY', '', "activity.action == 'EXPORT'"),
      policy(
        2,
        'Small payments',
        'EFFECT_ALLOW',
        `approvers.any(${isIn(TAG_IDS.approvers)})`,
        "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' && eth.tx.value <= 10000000000000000000",
      ),
      policy(
        3,
        'New accounts',
        'EFFECT_ALLOW',
        `approvers.filter(${isIn(TAG_IDS.approvers)}).count() >= 2`,
        "activity.resource == 'WALLET' && activity.action == 'CREATE'",
      ),
      policy(
        4,
        'Odd one',
        'EFFECT_ALLOW',
        `approvers.any(user, user.id == '${id(1, 6)}')`,
        "eth.tx.data[0..10] == '0xa9059cbb'",
      ),
      policy(5, 'Daily ether', 'EFFECT_DENY', '', "activity.action == 'SIGN' && controls.ether_a_day == false"),
    ],
    limits: [
      overTime(1, now, { name: 'Ether a day', identifier: 'ether_a_day' }),
      overTime(2, now, { name: 'Unbound', identifier: 'unbound', scope: 'wallet', seconds: null, uses: null }),
    ],
    quorum: { threshold: 2, userIds: [id(1, 0), id(1, 1), id(1, 2)] },
    features: [{ name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: 'true' }],
    subOrganizations: [{ id: id(7, 1), name: 'Customer one' }],
    sessionProfiles: [],
    secrets: [
      { id: id(9, 51), name: 'Exchange key', properties: [{ key: 'kind', value: 'exchange' }], createdAt: now - DAY },
      { id: id(9, 52), name: null, properties: [], createdAt: null },
    ],
    apps: [
      app(1, now),
      { ...app(2, now), deployments: [] },
      { ...app(3, now), deployments: null, problem: 'no permission' },
    ],
    factors: [],
    named: [{ id: WALLET_ID, name: 'Treasury hot' }],
    parts: {
      users: read,
      tags: read,
      policies: read,
      limits: read,
      configuration: read,
      subOrganizations: read,
      sessionProfiles: read,
      secrets: read,
      apps: read,
      factors: read,
    },
  };
}

/** The same organization around a policy. */
function policyAround({ users, tags, policies, quorum, named }: OrganizationContent): PolicyAround {
  const tagsOf = (kind: string) =>
    tags.filter((tag) => tag.kind === kind).map(({ id: tagId, name }) => ({ id: tagId, name }));
  return {
    users: users.map(({ id: userId, name, tagIds }) => ({ id: userId, name, tagIds })),
    userTags: tagsOf('user'),
    privateKeyTags: tagsOf('private key'),
    wallets: named,
    privateKeys: [],
    addresses: [],
    rootQuorum: quorum,
    policies: policies.map(({ id: policyId, name: policyName, effect, condition, consensus, time }) => ({
      policyId,
      policyName,
      effect,
      condition,
      consensus,
      time,
    })),
  };
}

/** Main's replies about the organization. */
export const organizationFixture = (now: number) => ({
  calls: {
    'organization.get': (): CallOutput<'organization.get'> => organization(now),
    'organization.listed': (): CallOutput<'organization.listed'> => ({ rows: [] }),
  },
  jobs: {
    'organization.refresh': async () => ({ parts: 6 }),
    'factors.refresh': async () => ({ factors: 0 }),
    'policies.around': async () => policyAround(organization(now)),
    'access.check': async () => ({ trials: [], untried: 0 }),
    'policies.try': async () => ({ trials: [] }),
    'credentials.addPasskeyFor': async (): Promise<never> => {
      throw new AppError('PASSKEY_UNAVAILABLE', 'There is no passkey window here.');
    },
  },
});
