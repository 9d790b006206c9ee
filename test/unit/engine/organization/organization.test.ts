import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

type Wire = Record<string, unknown>;

const START = 1_790_000_000_000;
const USER = '11111111-1111-4111-8111-111111111111';
const TAG = '22222222-2222-4222-8222-222222222222';
/** A sub-organization. */
const DESK = '33333333-3333-4333-8333-333333333333';

const example = (
  name:
    | 'list_velocity_controls'
    | 'list_velocity_usage'
    | 'list_users'
    | 'list_policies'
    | 'get_session_profiles'
    | 'list_secrets'
    | 'list_tvc_apps'
    | 'list_tvc_app_deployments'
    | 'get_mfa_policies',
) => OPERATIONS[name].example.response as unknown as Record<string, Wire[]>;
const user = (changes: Wire = {}): Wire => ({
  ...example('list_users').users?.[0],
  ...{ userId: USER, userName: 'Ada Byrne', userTags: [TAG], userEmail: 'ada@treasury.example' },
  apiKeys: [
    {
      ...{
        apiKeyId: TAG,
        apiKeyName: 'Laptop',
        createdAt: { seconds: '1790000000', nanos: '0' },
        updatedAt: { seconds: '1790000000', nanos: '0' },
      },
      ...{ credential: { publicKey: '02aa', type: 'CREDENTIAL_TYPE_API_KEY_P256' }, expirationSeconds: '3600' },
    },
  ],
  ...changes,
});

let bench: Bench;
let replies: Record<string, Wire>;
let refused: Record<string, number>;
let asked: string[];
/** Replies that are made for each question. */
let pages: Record<string, () => Wire>;

beforeEach(async () => {
  asked = [];
  pages = {};
  refused = {};
  replies = {
    list_users: { users: [user()] },
    list_user_tags: {
      userTags: [{ ...OPERATIONS.list_user_tags.example.response.userTags[0], tagId: TAG, tagName: 'Treasurers' }],
    },
    list_private_key_tags: { privateKeyTags: [] },
    list_policies: example('list_policies'),
    list_velocity_controls: example('list_velocity_controls'),
    list_velocity_usage: example('list_velocity_usage'),
    get_organization_configs: {
      configs: {
        features: [{ name: 'FEATURE_NAME_WEBHOOK', value: 'x' }, {}],
        quorum: { threshold: 2, userIds: [USER] },
      },
    },
    list_suborgs: { organizationIds: [DESK] },
    get_session_profiles: example('get_session_profiles'),
    list_secrets: example('list_secrets'),
    list_tvc_apps: example('list_tvc_apps'),
    list_tvc_app_deployments: example('list_tvc_app_deployments'),
    get_mfa_policies: example('get_mfa_policies'),
    get_organization: { organizationData: {} },
  };
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const name = request.url.split('/').at(-1) ?? '';
      asked.push(name);
      if (!Object.hasOwn(replies, name)) return inner.send(request);
      const status = refused[name] ?? 200;
      if (status === 0) throw new AppError('SERVICE_UNREACHABLE', 'The service did not answer.');
      const refusal = { code: 7, message: 'no permission', details: [{ turnkeyErrorCode: 'FORBIDDEN' }] };
      return {
        status,
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.from(
          Buffer.from(JSON.stringify(status === 200 ? (pages[name]?.() ?? replies[name]) : refusal)),
        ),
      };
    },
  });
});
afterEach(() => bench.end());

const get = () => bench.engine.organization.get();
const refresh = () => bench.engine.organization.refresh();

describe('the organization', () => {
  it('is empty before its first read, with the id of the profile', () => {
    const { organizationId } = bench.engine.profiles.get();
    expect(get()).toMatchObject({ id: organizationId, users: [], policies: [], quorum: null });
    expect(Object.values(get().parts)).toEqual(Array.from({ length: 10 }, () => ({ readAt: null, problem: null })));
  });

  it('is read part by part and cached', async () => {
    let announced = 0;
    bench.engine.on('organization', () => (announced += 1));
    await expect(refresh()).resolves.toEqual({ parts: 9 });
    // The first rows of each part are shown at once.
    expect(announced).toBe(9);
    await refresh();
    expect(announced).toBe(10);
    expect(get()).toMatchObject({
      users: [{ id: USER, name: 'Ada Byrne', email: 'ada@treasury.example', phone: null, tagIds: [TAG] }],
      tags: [{ id: TAG, name: 'Treasurers', kind: 'user' }],
      quorum: { threshold: 2, userIds: [USER] },
      features: [{ name: 'FEATURE_NAME_WEBHOOK', value: 'x' }],
      subOrganizations: [{ id: DESK, name: null }],
    });
    expect(get().policies).toHaveLength(1);
    expect(get().parts.users).toEqual({ readAt: START, problem: null });
  });

  it('asks for the name of each sub-organization once, and keeps it', async () => {
    replies.get_organization = { organizationData: { organizationId: DESK, name: 'Customer 1' } };
    await refresh();
    await refresh();
    expect(get().subOrganizations).toEqual([{ id: DESK, name: 'Customer 1' }]);
    expect(asked.filter((name) => name === 'get_organization')).toHaveLength(1);
  });

  it('has the end of each key, and none for a key without one', async () => {
    await refresh();
    expect(get().users[0]?.keys[0]).toMatchObject({ createdAt: 1_790_000_000_000, expiresAt: 1_790_003_600_000 });
    const [key] = user().apiKeys as Wire[];
    replies.list_users = { users: [user({ apiKeys: [{ ...key, expirationSeconds: undefined }] })] };
    await refresh();
    expect(get().users[0]?.keys[0]).toMatchObject({ expiresAt: null });
  });

  it('has the last use of a key that is kept here, and of no other', async () => {
    const { profile } = bench.engine.state();
    const [own] = bench.engine.credentials.list(profile ?? '');
    const [key] = user().apiKeys as Wire[];
    const kept = { ...key, credential: { publicKey: own?.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' } };
    replies.list_users = { users: [user({ apiKeys: [key, kept] })] };
    await refresh();
    const [other, mine] = get().users[0]?.keys ?? [];
    expect(other).not.toHaveProperty('usedAt');
    expect(mine).toHaveProperty('usedAt', own?.lastUsedAt);
  });

  it('has each limit with its use, and without one from a service that does not report it', async () => {
    await refresh();
    expect(get().limits).toMatchObject([
      {
        ...{ name: 'Ether a day', identifier: 'ether_a_day', threshold: '10', unit: 'ETH', assets: 'ETH on Ethereum' },
        ...{ seconds: '86400', scope: 'organization', uses: [{ used: '4', remaining: '6', nextAmount: '4' }] },
      },
    ]);
    refused.list_velocity_usage = 404;
    await refresh();
    expect(get().limits).toMatchObject([{ name: 'Ether a day', uses: null }]);
    expect(get().parts.limits.problem).toBeNull();
  });

  it('has secrets without their contents, and applications with their deployments', async () => {
    await refresh();
    expect(get().secrets).toEqual([
      {
        ...{ id: expect.any(String), name: 'Exchange key', createdAt: 1_745_383_555_000 },
        properties: [{ key: 'kind', value: 'exchangeApiKey' }],
      },
    ]);
    expect(get().apps).toMatchObject([
      { name: 'Signer', liveDeploymentId: null, problem: null, manifestSet: { threshold: 1, operators: ['Operator'] } },
    ]);
    expect(get().apps[0]?.deployments).toMatchObject([{ version: '1.0.0', digest: null, isDeleted: false }]);
  });

  it('reads the digest that a manifest states', async () => {
    const [deployment] = example('list_tvc_app_deployments').tvcDeployments ?? [];
    const stating = (manifest: string) => ({
      ...deployment,
      manifest: { ...(deployment?.manifest as Wire), manifest },
    });
    const tvcDeployments = ['{"expectedPivotDigest":"aa"}', '{"pivot":{"hash":"bb"}}', '{"pivot":{"hash":[1]}}', 'no'];
    replies.list_tvc_app_deployments = { tvcDeployments: tvcDeployments.map(stating) };
    await refresh();
    expect(get().apps[0]?.deployments?.map(({ digest }) => digest)).toEqual(['aa', 'bb', null, null]);
  });

  it('names what the service said where it refuses deployments, and reads all else', async () => {
    refused.list_tvc_app_deployments = 501;
    refused.list_secrets = 501;
    await refresh();
    expect(get().apps).toMatchObject([
      { name: 'Signer', deployments: null, problem: { text: expect.stringContaining('no per') } },
    ]);
    expect(get().parts.apps.problem).toBeNull();
    expect(get().parts.secrets).toMatchObject({
      readAt: null,
      problem: { text: expect.stringContaining('no permission') },
    });
    expect(get().users).toHaveLength(1);
  });

  describe('a list of more than one page', () => {
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));
    const [secret] = example('list_secrets').secrets ?? [];
    const [control] = example('list_velocity_controls').velocityControls ?? [];
    const cases: readonly [string, 'secrets' | 'subOrganizations' | 'limits', (page: readonly string[]) => Wire][] = [
      ['list_secrets', 'secrets', (page) => ({ secrets: page.map((secretId) => ({ ...secret, secretId })) })],
      ['list_suborgs', 'subOrganizations', (page) => ({ organizationIds: page })],
      [
        'list_velocity_controls',
        'limits',
        (page) => ({
          ...example('list_velocity_controls'),
          velocityControls: page.map((velocityControlId) => ({ ...control, velocityControlId })),
        }),
      ],
    ];

    it.each(cases)('is read to its end: %s', async (operation, part, reply) => {
      let page = 0;
      pages[operation] = () => reply(ids(page++ * 100, page === 3 ? 1 : 100));
      await refresh();
      expect(get()[part]).toHaveLength(201);
      expect(get().parts[part]).toMatchObject({ problem: null });
      expect(asked.filter((name) => name === operation)).toHaveLength(3);
    });

    it.each(cases)('shows what was read of a list without end, and says so: %s', async (operation, part, reply) => {
      let page = 0;
      pages[operation] = () => reply(ids(page++ * 100, 100));
      await refresh();
      expect(get()[part]).toHaveLength(5000);
      expect(get().parts[part]).toMatchObject({
        isCut: true,
        problem: { text: expect.stringContaining('reads at most') },
      });
    });

    it.each(cases)('is not read in a circle by a service that repeats a page: %s', async (operation, part, reply) => {
      pages[operation] = () => reply(ids(0, 100));
      await refresh();
      expect(get()[part]).toHaveLength(100);
      expect(get().parts[part]).toMatchObject({ isCut: true });
      expect(asked.filter((name) => name === operation)).toHaveLength(2);
    });
  });

  it('says that second factors were read of a part of the users', async () => {
    const users = Array.from({ length: 101 }, (_, at) =>
      user({ userId: `${String(at).padStart(8, '0')}-1111-4111-8111-111111111111` }),
    );
    replies.list_users = { users };
    await refresh();
    await bench.engine.organization.refreshFactors();
    expect(get().parts.factors).toMatchObject({
      isCut: true,
      problem: { text: expect.stringContaining('of 100 of 101 users') },
    });
  });

  it('reads the private keys of each tag, and shows the tag also where the service lists no private keys', async () => {
    const [tag] = OPERATIONS.list_private_key_tags.example.response.privateKeyTags;
    const [key] = OPERATIONS.list_private_keys.example.response.privateKeys;
    replies.list_private_key_tags = { privateKeyTags: [{ ...tag, tagId: DESK, tagName: 'Cold' }] };
    replies.list_private_keys = {
      privateKeys: [
        { ...key, privateKeyId: USER, privateKeyName: 'Cold key', privateKeyTags: [DESK] },
        { ...key, privateKeyId: TAG, privateKeyName: 'Hot key', privateKeyTags: [] },
      ],
    };
    await refresh();
    expect(get().tags).toMatchObject([
      { kind: 'user', privateKeys: [] },
      { kind: 'private key', name: 'Cold', privateKeys: [{ id: USER, name: 'Cold key' }] },
    ]);
    expect(get().privateKeys).toEqual([
      { id: USER, name: 'Cold key' },
      { id: TAG, name: 'Hot key' },
    ]);
    refused.list_private_keys = 501;
    await refresh();
    expect(get().privateKeys).toBeNull();
    expect(get().tags).toMatchObject([{ kind: 'user' }, { name: 'Cold', privateKeys: null }]);
    expect(get().parts.tags.problem).toBeNull();
  });

  it('names nobody where the service returns the id of an owner as its name', async () => {
    const [use] = example('list_velocity_usage').velocityUsage ?? [];
    const gone = { ...use, scope: 'user', scopeId: USER, countedFor: USER };
    replies.list_velocity_usage = { velocityUsage: [gone] as never, unlisted: 3 as never };
    await refresh();
    expect(get().limits).toMatchObject([{ hasUnlisted: false, uses: [{ scopeId: USER, scopeName: null }] }]);
  });

  it('keeps the earlier rows of a part that the service refuses, with the reason', async () => {
    await refresh();
    refused.list_policies = 403;
    replies.list_users = { users: [user({ userName: 'Ada B.' })] };
    await refresh();
    expect(get().users[0]?.name).toBe('Ada B.');
    expect(get().policies).toHaveLength(1);
    expect(get().parts.policies).toMatchObject({
      readAt: START,
      problem: { text: expect.stringContaining('no permission') },
    });
    expect(get().parts.users.problem).toBeNull();
    refused = {};
    await refresh();
    expect(get().parts.policies.problem).toBeNull();
  });

  it('stays as it was while the service cannot be reached', async () => {
    await refresh();
    const before = get();
    Object.assign(refused, { whoami: 0, list_users: 0, list_user_tags: 0 });
    replies.whoami = { ...OPERATIONS.whoami.example.response };
    await expect(refresh()).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(get()).toEqual(before);
    expect(before.users).toHaveLength(1);
  });

  it('names a wallet that a policy names by its id', async () => {
    await bench.engine.accounts.refresh();
    const [wallet] = bench.engine.accounts.wallets().rows;
    const [policy] = example('list_policies').policies ?? [];
    replies.list_policies = { policies: [{ ...policy, condition: `wallet.id == '${wallet?.walletId}'` }] };
    await refresh();
    expect(get().named).toEqual([{ id: wallet?.walletId, name: 'Treasury' }]);
  });

  it('counts an unknown effect as Deny', async () => {
    const [policy] = example('list_policies').policies ?? [];
    replies.list_policies = { policies: [{ ...policy, effect: 'EFFECT_LATER' }] };
    await refresh();
    expect(get().policies[0]).toMatchObject({ effect: 'EFFECT_DENY', unknownEffect: 'EFFECT_LATER' });
  });
});
