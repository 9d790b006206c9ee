import { verifyTurnkeyWebhookSignature } from '@turnkey/crypto';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  fixedKeySet,
  type Listening,
  listenForDeliveries,
  type Received,
  verifyDelivery,
} from '../../../electron/engine/webhooks/index.ts';
import type { WebhookSubscription } from '../../../shared/operations/index.ts';
import { base64urlDecode, hexEncode } from '../../../shared/wire/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
let database: SqliteDatabase.Database;
const open: Listening[] = [];
beforeAll(async () => {
  const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
  service = await startService();
  database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
  pragma.mockRestore();
});
afterAll(() => service.stop());
afterEach(async () => {
  const { webhookEndpoints } = await service.client.listWebhookEndpoints({ organizationId: service.organizationId });
  for (const { endpointId } of webhookEndpoints)
    await service.client.deleteWebhookEndpoint(
      service.envelope('ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT', { endpointId }),
    );
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

interface PublishedKey {
  readonly kid: string;
  readonly x: string;
}
const keySet = async () => {
  const answer = await fetch(`${service.ready.baseUrl}/public/v1/discovery/webhooks/jwks`);
  return { keys: ((await answer.json()) as { keys: PublishedKey[] }).keys, headers: answer.headers };
};

/** The receiving engine of the product on loopback, with the keys that the service publishes. */
async function receiver() {
  const received: Received[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const keys = fixedKeySet(await keySet());
  const listening = await listenForDeliveries({
    port: 0,
    verify: (delivery) => verifyDelivery(delivery, { keys, now: service.clock.now, maximumAge: 300_000 }),
    onDelivery: (one) => {
      received.push(one);
      for (const { count, done } of waiting) if (received.length >= count) done();
    },
    report: () => undefined,
  });
  open.push(listening);
  return {
    url: listening.url,
    /** Resolves when this many deliveries have arrived. */
    got: async (count: number): Promise<readonly Received[]> => {
      if (received.length < count) await new Promise<void>((done) => void waiting.push({ count, done }));
      return received;
    },
  };
}

const bodyOf = (one: Received | undefined) =>
  JSON.parse(Buffer.from(one?.delivery.body ?? []).toString()) as { id: string; type: string; status: string };

async function subscribe(url: string, subscriptions: WebhookSubscription[] = [{ eventType: 'ACTIVITY_UPDATES' }]) {
  const { activity } = await service.client.createWebhookEndpoint(
    service.envelope('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url, name: 'Ledger', subscriptions }),
  );
  return activity.result.createWebhookEndpointResult!;
}

const makeWallet = async (walletName: string, client = service.client) =>
  (await client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }))).activity;

/** Calls an operation that is ours alone. */
const call = <Answer>(path: string, body: object) => service.client.request<object, Answer>(`/public/v1/${path}`, body);
interface Log {
  readonly webhookDeliveries: {
    deliveryId: string;
    eventId: string;
    state: string;
    attempts: number;
    outcome?: string;
  }[];
}
const logOf = async (endpointId: string) => {
  const { organizationId } = service;
  return (await call<Log>('query/list_webhook_deliveries', { organizationId, endpointId })).webhookDeliveries;
};

it('delivers the result of an activity in a form that our verifier and the official one accept', async () => {
  const { url, got } = await receiver();
  const { endpointId, webhookEndpoint } = await subscribe(url);
  expect(webhookEndpoint).toEqual({
    endpointId,
    organizationId: service.organizationId,
    url,
    name: 'Ledger',
    isActive: true,
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }],
  });
  const made = await makeWallet('Delivered');
  const [first, second] = await got(2);
  expect(bodyOf(first).type).toBe('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT');
  expect(bodyOf(second)).toEqual(made);
  expect(second?.verdict).toMatchObject({
    ok: true,
    organizationId: service.organizationId,
    eventType: 'ACTIVITY_UPDATES',
  });

  const { keys, headers } = await keySet();
  expect(headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400, stale-if-error=604800');
  for (const { delivery } of [first, second].filter((one) => one !== undefined))
    expect(
      verifyTurnkeyWebhookSignature({
        headers: delivery.headers,
        body: delivery.body,
        verificationKeys: keys.map(({ kid, x }) => ({ keyId: kid, publicKey: hexEncode(base64urlDecode(x)) })),
        maxTimestampAgeMs: 300_000,
        nowMs: service.clock.now,
      }),
    ).toMatchObject({ ok: true });
});

/** Does something while nothing can be put into the outbox. */
async function withoutOutbox(work: () => Promise<void>): Promise<void> {
  database.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'full'); END`);
  try {
    await work();
  } finally {
    database.exec('DROP TRIGGER full');
  }
}

it('runs no activity whose delivery cannot be stored', async () => {
  const { url } = await receiver();
  await subscribe(url);
  const { organizationId } = service;
  const kept = async () => (await service.client.getActivities({ organizationId })).activities.map(({ id }) => id);
  const before = await kept();
  await withoutOutbox(() => expect(makeWallet('Lost')).rejects.toThrow());
  expect(await kept()).toEqual(before);
  const { wallets } = await service.client.getWallets({ organizationId });
  expect(wallets.map(({ walletName }) => walletName)).not.toContain('Lost');
});

it('delivers each step of an activity that waits for votes, in order', async () => {
  const robot = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  await service.client.createUsers(
    service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', {
      users: [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
    }),
  );
  await service.client.createPolicy(
    service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'Two votes',
      effect: 'EFFECT_ALLOW' as const,
      condition: "activity.resource == 'WALLET'",
      consensus: 'approvers.count() >= 2',
      notes: '',
    }),
  );
  const { url, got } = await receiver();
  await subscribe(url, [
    { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityTypes":["ACTIVITY_TYPE_CREATE_WALLET"]}' },
  ]);
  const { fingerprint, id } = await makeWallet('Two votes', clientOf(service.ready.baseUrl, robot));
  const approve = () =>
    service.client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }));
  // A vote fails when its delivery cannot be stored.
  await withoutOutbox(() => expect(approve()).rejects.toThrow());
  await approve();
  const deliveries = await got(2);
  expect(deliveries.map((one) => [bodyOf(one).id, bodyOf(one).status])).toEqual([
    [id, 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
    [id, 'ACTIVITY_STATUS_COMPLETED'],
  ]);
});

it('sends only subscribed events', async () => {
  const { url, got } = await receiver();
  await subscribe(url, [
    { eventType: 'ACTIVITY_UPDATES', isActive: false },
    { eventType: 'BALANCE_CONFIRMED_UPDATES' },
    { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityStatuses":["ACTIVITY_STATUS_REJECTED"]}' },
    { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityTypes":["ACTIVITY_TYPE_UPDATE_WALLET"]}' },
  ]);
  const made = await makeWallet('Filtered');
  const { walletId } = made.result.createWalletResult!;
  const renamed = await service.client.updateWallet(
    service.envelope('ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName: 'Renamed' }),
  );
  expect((await got(1)).map((one) => bodyOf(one).id)).toEqual([renamed.activity.id]);
});

it('keeps a log and repeats a delivery with its event id', async () => {
  const { url, got } = await receiver();
  const { endpointId } = await subscribe(url);
  await got(1);
  const [logged] = await logOf(endpointId);
  const { deliveryId = '', eventId } = logged ?? {};
  await call(
    'submit/replay_webhook_delivery',
    service.envelope('ACTIVITY_TYPE_REPLAY_WEBHOOK_DELIVERY', { deliveryId }),
  );
  const again = (await got(3)).filter(({ verdict }) => verdict.ok && verdict.eventId === eventId);
  expect(again.map(({ repeated }) => repeated)).toEqual([false, true]);
});

it('repeats all failed deliveries of one endpoint in their order', async () => {
  const { url, got } = await receiver();
  const made = [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityTypes":["ACTIVITY_TYPE_CREATE_WALLET"]}' }];
  const [endpointId, other] = [(await subscribe(url, made)).endpointId, (await subscribe(url, made)).endpointId];
  for (const name of ['Failed', 'Failed too']) await makeWallet(name);
  const states = async (id: string) => (await logOf(id)).map(({ state }) => state.replace(/.*_/, '')).join();
  for (const id of [endpointId, other]) await expect.poll(() => states(id)).toBe('DELIVERED,DELIVERED');
  database.exec(`UPDATE webhook_deliveries SET state = 'WEBHOOK_DELIVERY_STATE_FAILED'`);
  const body = service.envelope('ACTIVITY_TYPE_REPLAY_FAILED_WEBHOOK_DELIVERIES', { endpointId });
  await call('submit/replay_failed_webhook_deliveries', body);
  const events = (await logOf(endpointId)).map(({ eventId }) => eventId).toReversed();
  expect((await got(6)).slice(4).map(({ verdict }) => verdict.ok && verdict.eventId)).toEqual(events);
  expect(await states(other)).toBe('FAILED,FAILED');
});

it('shows the body of a delivery to its own organization, unless another program changed it', async () => {
  const { url, got } = await receiver();
  const { endpointId } = await subscribe(url);
  const [first] = await got(1);
  const [{ deliveryId } = { deliveryId: '' }] = await logOf(endpointId);
  const read = (organizationId: string, client = service.client) =>
    client.request<object, { body: string; webhookDelivery: object }>('/public/v1/query/get_webhook_delivery', {
      organizationId,
      deliveryId,
    });
  const { body, webhookDelivery } = await read(service.organizationId);
  expect(body).toBe(Buffer.from(first?.delivery.body ?? []).toString());
  expect(webhookDelivery).toMatchObject({ deliveryId, endpointId });

  const stranger = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: stranger.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
      subOrganizationName: 'Stranger',
      rootUsers: [{ userName: 'Stranger', apiKeys, authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    }) as never,
  );
  const { subOrganizationId } = activity.result.createSubOrganizationResultV8!;
  const theirs = clientOf(service.ready.baseUrl, stranger);
  await expect(read(subOrganizationId, theirs)).rejects.toThrow('webhook delivery');

  database.prepare(`UPDATE webhook_deliveries SET body = CAST('{}' AS BLOB) WHERE delivery_id = ?`).run(deliveryId);
  await expect(read(service.organizationId)).rejects.toThrow('was changed by another program');
});

it('sends nothing to a disabled endpoint, and uses an endpoint’s new address', async () => {
  const { url, got } = await receiver();
  const { endpointId } = await subscribe('http://127.0.0.1:9/');
  const update = (change: object) =>
    service.client.updateWebhookEndpoint(
      service.envelope('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, ...change }),
    );
  // Nothing listens at the first address, so this attempt ends at once.
  while ((await logOf(endpointId))[0]?.attempts === 0);
  const { activity } = await update({ isActive: false });
  expect(activity.result.updateWebhookEndpointResult).toMatchObject({
    webhookEndpoint: { isActive: false, name: 'Ledger' },
  });
  await makeWallet('Unseen');
  service.clock.now += 60_000;
  await update({ isActive: true, url, name: 'Moved' });
  const seen = (await got(2)).map((one) => bodyOf(one).type);
  expect(seen).toEqual(['ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT']);
});

it.each([
  ['http://hooks.example.com/', 'https://'],
  ['https://10.0.0.1/', 'public internet'],
  ['https://169.254.169.254/latest', 'public internet'],
  ['https://user:word@hooks.example.com/', 'user name'],
])('refuses the address %s', async (url, why) => {
  await expect(subscribe(url)).rejects.toThrow(why);
  const { webhookEndpoints } = await service.client.listWebhookEndpoints({ organizationId: service.organizationId });
  expect(webhookEndpoints).toEqual([]);
});

it('refuses a receiver on this machine for a sub-organization', async () => {
  const customer = newKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: customer.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const rootUsers = [{ userName: 'Customer', apiKeys, authenticators: [], oauthProviders: [] }];
  const parameters = { subOrganizationName: 'Customer', rootUsers, rootQuorumThreshold: 1 };
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters) as never,
  );
  const organizationId = activity.result.createSubOrganizationResultV8!.subOrganizationId;
  const theirs = clientOf(service.ready.baseUrl, customer);
  const submit = <Type extends string, Parameters>(type: Type, parameters: Parameters) => ({
    ...service.envelope(type, parameters),
    organizationId,
  });
  const subscriptions = [{ eventType: 'ACTIVITY_UPDATES' }];
  const endpoint = (url: string) =>
    submit('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url, name: 'Theirs', subscriptions });
  const { url, got } = await receiver();
  const here = 'it is on this machine, which is for the organization of its operator';
  for (const address of [url, 'http://localhost:9/', 'https://[::1]/'])
    await expect(theirs.createWebhookEndpoint(endpoint(address))).rejects.toThrow(here);
  await expect(
    theirs.setOrganizationFeature(
      submit('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK' as const, value: url }),
    ),
  ).rejects.toThrow(here);
  const made = await theirs.createWebhookEndpoint(endpoint('https://hooks.invalid/'));
  const { endpointId } = made.activity.result.createWebhookEndpointResult!;
  await expect(
    theirs.updateWebhookEndpoint(submit('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, url })),
  ).rejects.toThrow(here);
  // The parent's own receiver, on this machine, gets the notifications about the sub-organization.
  await subscribe(url);
  await theirs.createWallet(submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Theirs', accounts: [] }));
  expect((await got(2)).map((one) => bodyOf(one).type)).toContain('ACTIVITY_TYPE_CREATE_WALLET');
});

it.each(['no JSON', '[]', '{"walletIds":["a"]}', '{"activityTypes":[]}', '{"activityTypes":[1]}'])(
  'refuses the filter %s',
  async (filtersJson) => {
    const subscribing = subscribe('https://hooks.example.com/', [{ eventType: 'ACTIVITY_UPDATES', filtersJson }]);
    await expect(subscribing).rejects.toThrow('invalid filtersJson');
  },
);

it('publishes two keys while the key changes', async () => {
  const before = (await keySet()).keys.map(({ kid }) => kid);
  const rotated = await call<{ activity: { result: { rotateWebhookKeyResult: { keyId: string } } } }>(
    'submit/rotate_webhook_key',
    service.envelope('ACTIVITY_TYPE_ROTATE_WEBHOOK_KEY', {}),
  );
  const { keyId } = rotated.activity.result.rotateWebhookKeyResult;
  expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([...before, keyId]);
  const again = call('submit/rotate_webhook_key', service.envelope('ACTIVITY_TYPE_ROTATE_WEBHOOK_KEY', {}));
  await expect(again).rejects.toThrow('two keys are published until');
});
