import { createEffects } from '../../../../electron/engine/activities/effects.ts';
import type { OrganizationData } from '../../../../electron/engine/activities/named-in-request.ts';
import type { OrganizationChange } from '../../../../electron/engine/activities/policy-trials.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ComposedRequest, ProfileRow } from '../../../../shared/model/index.ts';
import { type ActivityOperation, findOperation, OPERATIONS } from '../../../../shared/operations/index.ts';

export const id = (index: number) => `00000001-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const TAG = id(90);
export const ORGANIZATION = id(99);
export const NOW = 1_000_000_000_000;
export const NOT_TRIED =
  'Not tried: other accounts, operations, amounts, recipients, contents, chains, times, credentials and numbers of votes. They can be decided differently.';
export const ALIKE = `Each request that was tried is allowed, put to the vote or refused as before. ${NOT_TRIED}`;
export const [exampleUser] = OPERATIONS.list_users.example.response.users;
export const exampleKey = exampleUser?.apiKeys[0];

/** A user with as many keys. */
export const user = (index: number, userName: string, { keys = 1, tags = [] as string[] } = {}) => ({
  ...exampleUser,
  userId: id(index),
  userName,
  userTags: tags,
  authenticators: [],
  oauthProviders: [],
  apiKeys: Array.from({ length: keys }, (_, at) => ({ ...exampleKey, apiKeyId: id(index * 10 + at) })),
});

export const DATA = {
  ...OPERATIONS.get_organization.example.response.organizationData,
  users: [user(1, 'Ada'), user(2, 'Bob'), user(3, 'Cleo', { keys: 2, tags: [TAG] })],
  wallets: ['One', 'Two', 'Three'].map((walletName, at) => ({ walletId: id(50 + at), walletName })),
  privateKeys: [],
  policies: [{ policyId: id(70), policyName: 'P', effect: 'EFFECT_ALLOW', condition: 'a', consensus: 'b' }],
  tags: [{ tagId: TAG, tagName: 'Payers', tagType: 'TAG_TYPE_USER' }],
  rootQuorum: { threshold: 2, userIds: [id(1), id(3)] },
} as unknown as OrganizationData;
export const newUser = (userName: string, members: object = {}) => ({
  ...OPERATIONS.create_users.example.parameters.users[0],
  userName,
  ...members,
});
export const ACCOUNTS = [{ address: `0x${'1'.repeat(40)}`, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }];

const NO_LIMITS = {
  get_policy: OPERATIONS.get_policy.example.response,
  list_velocity_controls: { velocityControls: [] },
};

export type Decide = (
  request: ComposedRequest,
  change: OrganizationChange,
) => readonly ['allow' | 'consensus' | 'deny', 'allow' | 'consensus' | 'deny'] | null;

export const SIGNING = new Set<string>([
  OPERATIONS.sign_raw_payload.activityType,
  OPERATIONS.sign_transaction.activityType,
]);

/** Returns the sentences about a request. The service decides by `decide`. */
export async function effects(
  operation: string,
  parameters: object,
  decide: Decide | AppError,
  data: OrganizationData | AppError = DATA,
  replies: Readonly<Record<string, unknown>> = {},
) {
  const changes: OrganizationChange[] = [];
  const find = createEffects({
    clock: { now: () => NOW },
    queries: {
      ask: (async (name: string) => {
        if (data instanceof Error) throw data;
        const given = { ...NO_LIMITS, ...replies, get_organization: { organizationData: data } };
        const reply = Object.hasOwn(given, name) ? given[name as keyof typeof given] : { accounts: ACCOUNTS };
        if (reply instanceof Error) throw reply;
        return reply;
      }) as never,
    },
    policyTrials: {
      async compare(requests, change) {
        changes.push(change);
        if (decide instanceof AppError) throw decide;
        return requests.map((request) => {
          const [before, after] = decide(request, change) ?? [];
          return before === undefined || after === undefined
            ? null
            : { before: { outcome: before, by: [] }, after: { outcome: after, by: [] } };
        });
      },
    },
  });
  const example = (findOperation(operation) as ActivityOperation).example.parameters as object;
  const body = { organizationId: ORGANIZATION, parameters: { ...example, ...parameters } };
  const profile = { kind: 'local', organizationId: ORGANIZATION } as ProfileRow;
  const found = await find({ profile, operation, body: JSON.stringify(body) });
  return { texts: found.map(({ text }) => text), levels: found.map(({ level }) => level), changes };
}

export const same: Decide = () => ['deny', 'deny'];
export const signsAfter: Decide = ({ type }) => (SIGNING.has(type) ? ['deny', 'allow'] : ['deny', 'deny']);
/** The decision about requests of one type. The others are refused. */
export const only =
  (type: string, decide: (parameters: string) => ReturnType<Decide>): Decide =>
  (request) =>
    request.type === type ? decide(request.parameters) : ['deny', 'deny'];
export const SIGN_ALL = 'send on Ethereum, sign messages and sign digests';
