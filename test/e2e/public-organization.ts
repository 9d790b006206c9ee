import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { StandIn } from './stand-in-service.ts';

/**
 * An organization as the public service writes it, member by member from the documentation of its API. Some members are
 * ones that the local service does not have, and others that it always sends are missing.
 */

type Wire = Record<string, unknown>;

interface PublicUser extends Wire {
  readonly userId: string;
  userName: string;
  userTags: string[];
  apiKeys: { readonly apiKeyId: string; readonly apiKeyName: string; readonly credential: Wire }[];
}

export interface PublicOrganization {
  readonly users: PublicUser[];
  readonly tags: Wire[];
  readonly policies: Wire[];
  readonly quorum: { threshold: number; userIds: string[] };
  readonly activities: (Wire & { status: string })[];
  /** Adds a request of another user that waits for a vote. Returns its fingerprint. */
  propose(by: PublicUser, type: string, intent: string, parameters: Wire): string;
}

const time = (seconds: number) => ({ seconds: String(seconds), nanos: '123000000' });
const NOW = Math.floor(Date.now() / 1000);
const times = { createdAt: time(NOW - 86_400), updatedAt: time(NOW - 3_600) };

/** A user with a P-256 key. `mfaPolicies` and `transports` are members of the public service. */
export function publicUser(name: string, publicKey: string, more: Wire = {}): PublicUser {
  return {
    userId: randomUUID(),
    userName: name,
    userTags: [],
    apiKeys: [keyOf(`Key of ${name}`.slice(0, 40), publicKey)],
    authenticators: [
      {
        transports: ['AUTHENTICATOR_TRANSPORT_HYBRID'],
        attestationType: 'none',
        aaguid: '00000000-0000-0000-0000-000000000000',
        credentialId: 'AQIDBA',
        model: '',
        credential: { publicKey: '04aa', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
        authenticatorId: randomUUID(),
        authenticatorName: 'Phone',
        ...times,
      },
    ],
    oauthProviders: [],
    mfaPolicies: [],
    ...times,
    ...more,
  };
}

const keyOf = (apiKeyName: string, publicKey: string) => ({
  credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: randomUUID(),
  apiKeyName,
  ...times,
});

export const publicTag = (tagName: string): Wire & { readonly tagId: string } => ({
  tagId: randomUUID(),
  tagName,
  tagType: 'TAG_TYPE_USER',
  ...times,
});

export const publicPolicy = (policyName: string, more: Wire = {}): Wire => ({
  policyId: randomUUID(),
  policyName,
  effect: 'EFFECT_ALLOW',
  notes: '',
  consensus: 'true',
  condition: 'true',
  ...times,
  ...more,
});

const fingerprintOf = (body: Buffer | string) => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** A P-256 key, with its public key as the service has it. */
function keyPair(): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const isOdd = (Buffer.from(y, 'base64url').at(-1) ?? 0) % 2 === 1;
  const [prefix, hexX] = [isOdd ? '03' : '02', Buffer.from(x, 'base64url').toString('hex')];
  return { privateKey, publicKey: `${prefix}${hexX}` };
}

/** Puts an organization behind a stand-in. Its first user is the owner of `publicKey`. */
export function publicOrganization(service: StandIn, name: string, publicKey: string): PublicOrganization {
  const { organizationId } = service;
  const me = publicUser(name, publicKey);
  const users = [me];
  const quorum = { threshold: 1, userIds: [me.userId] };
  const [tags, policies, activities]: [Wire[], Wire[], PublicOrganization['activities']] = [[], [], []];

  const voteOf = (user: PublicUser, message: string, signature: string) => ({
    id: randomUUID(),
    userId: user.userId,
    user,
    activityId: '',
    selection: 'VOTE_SELECTION_APPROVED',
    message,
    publicKey: user.apiKeys[0]?.credential.publicKey,
    signature,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    createdAt: time(NOW),
  });
  const activityOf = (type: string, intent: Wire, fingerprint: string, more: Wire) => ({
    id: randomUUID(),
    organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type,
    intent,
    result: {} as Wire,
    votes: [] as Wire[],
    appProofs: [],
    fingerprint,
    canApprove: false,
    canReject: false,
    createdAt: time(NOW),
    updatedAt: time(NOW),
    ...more,
  });

  const run: Readonly<Record<string, (parameters: Wire) => Wire>> = {
    create_users({ users: added }) {
      const made = (added as Wire[]).map(({ userName, userTags, apiKeys }) => ({
        ...publicUser(String(userName), '', { userTags, apiKeys: [], authenticators: [] }),
        apiKeys: ((apiKeys ?? []) as Wire[]).map((key) => keyOf(String(key.apiKeyName), String(key.publicKey))),
      }));
      users.push(...made);
      return { createUsersResult: { userIds: made.map(({ userId }) => userId) } };
    },
    create_policy({ policyName, ...policy }) {
      const made = publicPolicy(String(policyName), policy);
      policies.push(made);
      return { createPolicyResult: { policyId: made.policyId } };
    },
    delete_api_keys({ userId, apiKeyIds }) {
      const user = users.find((one) => one.userId === userId);
      if (user !== undefined)
        user.apiKeys = user.apiKeys.filter((key) => !(apiKeyIds as string[]).includes(key.apiKeyId));
      return { deleteApiKeysResult: { apiKeyIds } };
    },
    delete_authenticators({ userId, authenticatorIds }) {
      const user = users.find((one) => one.userId === userId);
      if (user !== undefined) user.authenticators = [];
      return { deleteAuthenticatorsResult: { authenticatorIds } };
    },
    delete_users({ userIds }) {
      for (const id of userIds as string[])
        users.splice(
          users.findIndex(({ userId }) => userId === id),
          1,
        );
      return { deleteUsersResult: { userIds } };
    },
    update_user_tag: ({ userTagId }) => ({ updateUserTagResult: { userTagId } }),
  };
  const submit = (path: string, intent: string) =>
    service.answer(`/public/v1/submit/${path}`, (body: Buffer) => {
      const { type, parameters } = JSON.parse(body.toString()) as { type: string; parameters: Wire };
      const activity = activityOf(type, { [intent]: parameters }, fingerprintOf(body), {
        result: run[path]?.(parameters),
        votes: [voteOf(me, body.toString(), '')],
      });
      activities.unshift(activity);
      return { activity };
    });
  const list = (path: string, member: string, rows: () => unknown) =>
    service.answer(`/public/v1/query/${path}`, () => ({ [member]: rows() }));

  service.answer('/public/v1/query/whoami', () => ({
    organizationId,
    organizationName: 'Treasury Ltd',
    userId: me.userId,
    username: me.userName,
  }));
  list('list_users', 'users', () => users);
  list('list_user_tags', 'userTags', () => tags);
  list('list_private_key_tags', 'privateKeyTags', () => []);
  list('list_private_keys', 'privateKeys', () => []);
  list('list_policies', 'policies', () => policies);
  list('list_velocity_controls', 'velocityControls', () => []);
  list('list_suborgs', 'organizationIds', () => []);
  list('list_webhook_endpoints', 'webhookEndpoints', () => []);
  list('get_session_profiles', 'sessionProfiles', () => []);
  list('get_mfa_policies', 'mfaPolicies', () => []);
  list('list_wallets', 'wallets', () => []);
  list('list_wallet_accounts', 'accounts', () => []);
  list('list_activities', 'activities', () => activities);
  list('get_organization_configs', 'configs', () => ({ features: [{ name: 'FEATURE_NAME_EMAIL_AUTH' }], quorum }));
  service.answer('/public/v1/query/get_activity', (body: Buffer) => {
    const { activityId } = JSON.parse(body.toString()) as { activityId: string };
    return { activity: activities.find(({ id }) => id === activityId) };
  });
  submit('create_users', 'createUsersIntentV4');
  submit('create_policy', 'createPolicyIntentV3');
  submit('delete_api_keys', 'deleteApiKeysIntent');
  submit('delete_authenticators', 'deleteAuthenticatorsIntent');
  submit('delete_users', 'deleteUsersIntent');
  submit('update_user_tag', 'updateUserTagIntent');
  service.answer('/public/v1/submit/approve_activity', (body: Buffer) => {
    const { parameters } = JSON.parse(body.toString()) as { parameters: { fingerprint: string } };
    const activity = activities.find(({ fingerprint }) => fingerprint === parameters.fingerprint);
    if (activity === undefined) throw new Error('there is no such activity');
    const [[intent, asked] = ['', {}]] = Object.entries(activity.intent as Record<string, Wire>);
    const path = intent.startsWith('createPolicy') ? 'create_policy' : 'create_users';
    (activity.votes as Wire[]).push(voteOf(me, body.toString(), ''));
    Object.assign(activity, { status: 'ACTIVITY_STATUS_COMPLETED', result: run[path]?.(asked), canApprove: false });
    return { activity };
  });

  return {
    users,
    tags,
    policies,
    quorum,
    activities,
    propose(by, type, intent, parameters) {
      const { privateKey, publicKey: theirs } = keyPair();
      by.apiKeys = [keyOf('Signer', theirs)];
      const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });
      const signature = sign('sha256', Buffer.from(body), privateKey).toString('hex');
      const fingerprint = fingerprintOf(body);
      activities.unshift(
        activityOf(type, { [intent]: parameters }, fingerprint, {
          status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
          canApprove: true,
          canReject: true,
          votes: [voteOf(by, body, signature)],
        }),
      );
      return fingerprint;
    },
  };
}
