import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, textOf } from '../../../../shared/errors/index.ts';
import { LAST_MOMENT } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

type Wire = Record<string, unknown>;

const START = 1_790_000_000_000;
const [ADA, BEN] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const NAMES = [
  ...(['list_users', 'list_user_tags', 'list_private_key_tags', 'list_policies', 'list_velocity_controls'] as const),
  ...(['list_suborgs', 'get_session_profiles', 'list_secrets', 'list_tvc_apps', 'list_tvc_app_deployments'] as const),
  ...(['get_organization_configs', 'get_mfa_policies', 'list_webhook_endpoints', 'list_webhook_deliveries'] as const),
];

/** Queries without a reply, and queries that are refused. */
let silent: Set<string>;
let refused: Set<string>;
let asked: string[];
let replies: Record<string, (request: Wire) => unknown>;
let bench: Bench;

const user = (userId: string, userName: string, more: Wire = {}): Wire => ({
  ...OPERATIONS.list_users.example.response.users[0],
  userId,
  userName,
  ...more,
});

beforeEach(async () => {
  [silent, refused, asked] = [new Set(), new Set(), []];
  replies = Object.fromEntries(NAMES.map((name) => [name, () => OPERATIONS[name].example.response]));
  replies.list_users = () => ({ users: [user(ADA, 'Ada'), user(BEN, 'Ben')] });
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const name = request.url.split('/').at(-1) ?? '';
      const reply = replies[name];
      if (reply === undefined) return inner.send(request);
      asked.push(name);
      if (silent.has(name)) throw new AppError('SERVICE_UNREACHABLE', `No reply to ${name}.`);
      const status = refused.has(name) ? 403 : 200;
      const body = status === 200 ? reply(JSON.parse(Buffer.from(request.body ?? []).toString()) as Wire) : {};
      const headers = { 'content-type': 'application/json' };
      return { status, headers, body: Uint8Array.from(Buffer.from(JSON.stringify(body))) };
    },
  });
});
afterEach(() => bench.end());

const get = () => bench.engine.organization.get();
const refresh = () => bench.engine.organization.refresh();
const refreshFactors = () => bench.engine.organization.refreshFactors();

describe('an organization whose service does not answer every query', () => {
  it('keeps the earlier rows of the one part without a reply, with the reason, and reads the others', async () => {
    await refresh();
    silent.add('list_user_tags');
    replies.list_users = () => ({ users: [user(ADA, 'Ada B.')] });
    await expect(refresh()).resolves.toEqual({ parts: 9 });
    expect(get().users.map(({ name }) => name)).toEqual(['Ada B.']);
    expect(get().tags).toHaveLength(2);
    expect(get().parts.tags).toMatchObject({
      readAt: START,
      problem: { text: expect.stringMatching(/^The local service did not answer\./) },
    });
    expect(get().parts.secrets.problem).toBeNull();
  });

  it('ends after a second query in a row without a reply, and keeps what it read', async () => {
    silent = new Set(['list_user_tags', 'list_policies']);
    await expect(refresh()).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(asked).not.toContain('list_secrets');
    expect(get().users).toHaveLength(2);
    expect(get().parts.policies).toEqual({ readAt: null, problem: null });
  });

  it('clears the error of a part once its read succeeds, whatever ends the refresh later', async () => {
    silent.add('list_users');
    await refresh();
    expect(get().parts.users.problem).not.toBeNull();
    silent.clear();
    replies.list_user_tags = () => {
      throw new AppError('VAULT_LOCKED', 'The vault was locked.');
    };
    await expect(refresh()).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect(get().parts.users).toEqual({ readAt: START, problem: null });
  });

  it('shows the first rows before the next query is answered', async () => {
    let shown = 0;
    replies.list_user_tags = () => {
      shown = get().users.length;
      return OPERATIONS.list_user_tags.example.response;
    };
    await refresh();
    expect(shown).toBe(2);
  });

  it('does not lose second factors that were read meanwhile', async () => {
    let reading: Promise<unknown> | null = null;
    replies.list_tvc_apps = () => {
      reading ??= refreshFactors();
      return OPERATIONS.list_tvc_apps.example.response;
    };
    const around = refresh();
    await around;
    await reading;
    expect(get().factors).toHaveLength(2);
    await refresh();
    expect(get().factors).toHaveLength(2);
    expect(get().parts.factors.readAt).toBe(START);
  });

  it('keeps the second factors of the users whose query fails, and names the first of these users', async () => {
    await refresh();
    await refreshFactors();
    replies.get_mfa_policies = ({ userId }) =>
      userId === ADA ? 'nonsense' : OPERATIONS.get_mfa_policies.example.response;
    await refreshFactors();
    expect(get().factors.map(({ userId }) => userId)).toEqual([ADA, BEN]);
    expect(get().parts.factors).toMatchObject({
      readAt: START,
      problem: {
        text: expect.stringMatching(/^Second factors of “Ada”: The reply to/),
        key: 'Second factors of “{0}”: {1}',
      },
    });
    refused.add('get_mfa_policies');
    await refreshFactors();
    expect(get().factors).toHaveLength(2);
    expect(textOf(get().parts.factors.problem ?? '')).toMatch(/^Second factors of “Ada” and of 1 more: /);
  });

  it('reads everything else where the service reports an id that none can be', async () => {
    const [app] = OPERATIONS.list_tvc_apps.example.response.tvcApps;
    replies.list_tvc_apps = () => ({ tvcApps: [{ ...app, id: '', name: 'Odd' }, app] });
    replies.list_users = () => ({ users: [user('', 'Odd'), user(BEN, 'Ben')] });
    await expect(refresh()).resolves.toEqual({ parts: 9 });
    expect(get().apps).toMatchObject([
      { name: 'Odd', deployments: null, problem: { text: expect.stringContaining('not valid') } },
      { problem: null },
    ]);
    await refreshFactors();
    expect(get().factors.map(({ userId }) => userId)).toEqual([BEN]);
    expect(textOf(get().parts.factors.problem ?? '')).toMatch(/^Second factors of “Odd”: /);
  });

  it('keeps the earlier deployments of an application whose deployments are refused', async () => {
    await refresh();
    refused.add('list_tvc_app_deployments');
    await refresh();
    expect(get().apps).toMatchObject([{ deployments: [{ version: '1.0.0' }], problem: { text: expect.any(String) } }]);
  });

  it('keeps the earlier deliveries of an endpoint whose deliveries fail, with their age', async () => {
    const { webhooks } = bench.engine;
    await webhooks.refresh();
    const { deliveries } = webhooks.get().endpoints[0] ?? {};
    expect(deliveries).not.toEqual([]);
    for (const failing of [silent, refused]) {
      failing.add('list_webhook_deliveries');
      await webhooks.refresh();
      expect(webhooks.get().endpoints).toMatchObject([
        { deliveries, deliveriesReadAt: START, problem: expect.anything() },
      ]);
      failing.clear();
    }
    await webhooks.refresh();
    expect(webhooks.get().endpoints).toMatchObject([{ problem: null }]);
  });
});

describe('nonsense of a service', () => {
  it('does not have accounts read in a circle', async () => {
    const [account] = OPERATIONS.list_wallet_accounts.example.response.accounts;
    let page = 0;
    replies.list_wallet_accounts = () => {
      page += 1;
      const idOf = (at: number) => `${page % 2}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
      return { accounts: Array.from({ length: 100 }, (_, at) => ({ ...account, walletAccountId: idOf(at) })) };
    };
    await bench.engine.accounts.refresh();
    expect(page).toBe(3);
    expect(bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).total).toBe(200);
  });

  it('is no date where it is beyond every date', async () => {
    const beyond = { seconds: '99999999999999999', nanos: '0' };
    const made = { seconds: '1790000000', nanos: '0' };
    const credential = { publicKey: '02aa', type: 'CREDENTIAL_TYPE_API_KEY_P256' };
    const key = { apiKeyId: BEN, apiKeyName: 'Laptop', credential, createdAt: made, updatedAt: made };
    const apiKeys = [{ ...key, expirationSeconds: '9007199254740991' }];
    replies.list_users = () => ({ users: [user(ADA, 'Ada', { createdAt: beyond, apiKeys })] });
    await refresh();
    expect(get().users).toMatchObject([{ createdAt: null, keys: [{ expiresAt: LAST_MOMENT }] }]);
  });

  it.each([
    ['', '1790000000'],
    ['forever', '1790000000'],
    ['-60', '1790000000'],
    ['1e9', '1790000000'],
    ['3600 s', '1790000000'],
    ['3600', '99999999999999999'],
  ])('is no end, and not “none”, for the lifetime “%s” from %s', async (expirationSeconds, seconds) => {
    const made = { seconds, nanos: '0' };
    const credential = { publicKey: '02aa', type: 'CREDENTIAL_TYPE_API_KEY_P256' };
    const key = { apiKeyId: BEN, apiKeyName: 'Laptop', credential, createdAt: made, updatedAt: made };
    replies.list_users = () => ({ users: [user(ADA, 'Ada', { apiKeys: [{ ...key, expirationSeconds }] })] });
    await refresh();
    expect(get().users[0]?.keys).toHaveLength(1);
    expect(get().users[0]?.keys[0]).not.toHaveProperty('expiresAt');
  });
});

describe('second factors', () => {
  it('are read only when they are wanted, of each user, and kept where the service refuses them', async () => {
    await refresh();
    expect(asked).not.toContain('get_mfa_policies');
    await expect(refreshFactors()).resolves.toEqual({ factors: 2 });
    expect(get().factors.map(({ userId }) => userId)).toEqual([ADA, BEN]);
    expect(get().factors[0]?.steps).toEqual([[{ type: 'AUTHENTICATION_TYPE_PASSKEY', id: null }]]);
    refused.add('get_mfa_policies');
    await refreshFactors();
    expect(get().factors).toHaveLength(2);
    expect(textOf(get().parts.factors.problem ?? '')).toContain('“Ada”');
  });
});
