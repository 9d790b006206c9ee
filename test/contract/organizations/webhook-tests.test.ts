import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fixedKeySet, verifyDelivery } from '../../../electron/engine/webhooks/index.ts';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
const closes: (() => void)[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** A receiver that accepts each delivery. */
async function receiver() {
  const arrived: { headers: Record<string, string>; body: Uint8Array }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => void server.close();
  closes.push(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived, close };
}

/** Returns the id of an endpoint without subscriptions. */
async function subscribe(url: string): Promise<string> {
  const { activity } = await service.client.createWebhookEndpoint(
    service.envelope('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url, name: 'Ledger' }),
  );
  return activity.result.createWebhookEndpointResult!.endpointId;
}

/** Calls an operation that is ours alone. */
const call = <Answer>(path: string, body: object) => service.client.request<object, Answer>(`/public/v1/${path}`, body);

interface Log {
  readonly webhookDeliveries: { deliveryId: string; state: string; attempts: number }[];
  readonly endpointLog: { deliveries: number; failed: number; offSince?: object };
}
const logOf = async (endpointId: string) => {
  const { organizationId } = service;
  return (await call<Log>('query/list_webhook_deliveries', { organizationId, endpointId })).webhookDeliveries;
};

interface Attempts {
  readonly webhookAttempts: { number: number; outcome: string; failedStep?: string }[];
}
const attemptsOf = async (deliveryId: string) => {
  const { organizationId } = service;
  return (await call<Attempts>('query/list_webhook_attempts', { organizationId, deliveryId })).webhookAttempts;
};
const sendTest = async (endpointId: string) => {
  const body = service.envelope('ACTIVITY_TYPE_SEND_TEST_WEBHOOK_DELIVERY', { endpointId });
  type Sent = { activity: { result: { sendTestWebhookDeliveryResult: { deliveryId: string } } } };
  const { activity } = await call<Sent>('submit/send_test_webhook_delivery', body);
  return activity.result.sendTestWebhookDeliveryResult.deliveryId;
};

it('sends a signed test to one endpoint, whatever it is subscribed to, and lists its attempt', async () => {
  const { url, arrived } = await receiver();
  const [endpointId, other] = [await subscribe(url), await subscribe(url)];
  const deliveryId = await sendTest(endpointId);
  await expect.poll(() => attemptsOf(deliveryId)).toMatchObject([{ number: 1, outcome: 'HTTP 200' }]);
  const answer = await fetch(`${service.ready.baseUrl}/public/v1/discovery/webhooks/jwks`);
  const checking = { keys: fixedKeySet(await answer.json()), now: service.clock.now, maximumAge: 300_000 };
  const [delivery = { headers: {}, body: new Uint8Array() }] = arrived;
  expect(await verifyDelivery(delivery, checking)).toMatchObject({ ok: true, eventType: 'WEBHOOK_TEST' });
  expect(JSON.parse(Buffer.from(delivery.body).toString())).toMatchObject({
    type: 'WEBHOOK_TEST',
    endpointId,
    organizationId: service.organizationId,
  });
  expect((await attemptsOf(deliveryId))[0]).not.toHaveProperty('failedStep');
  expect(await logOf(endpointId)).toMatchObject([{ deliveryId, state: 'WEBHOOK_DELIVERY_STATE_DELIVERED' }]);
  expect(await logOf(other)).toEqual([]);
});

it('makes one attempt of a test, names the failed step, and sends none to an endpoint that is off', async () => {
  const { url, close } = await receiver();
  close();
  const endpointId = await subscribe(url);
  const deliveryId = await sendTest(endpointId);
  await expect.poll(() => attemptsOf(deliveryId)).toMatchObject([{ number: 1, failedStep: 'connection' }]);
  expect(await logOf(endpointId)).toMatchObject([{ state: 'WEBHOOK_DELIVERY_STATE_FAILED', attempts: 1 }]);
  await call(
    'submit/replay_webhook_delivery',
    service.envelope('ACTIVITY_TYPE_REPLAY_WEBHOOK_DELIVERY', { deliveryId }),
  );
  await expect.poll(async () => (await attemptsOf(deliveryId)).map(({ number }) => number)).toEqual([2, 1]);
  await service.client.updateWebhookEndpoint(
    service.envelope('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, isActive: false }),
  );
  await expect(sendTest(endpointId)).rejects.toThrow('is off');
});

it('reports the measures of each attempt, the numbers of an endpoint, and since when it is off', async () => {
  const { url, close } = await receiver();
  const endpointId = await subscribe(url);
  const deliveryId = await sendTest(endpointId);
  await expect.poll(() => attemptsOf(deliveryId)).toMatchObject([{ outcome: 'HTTP 200' }]);
  const answer = await fetch(`${service.ready.baseUrl}/public/v1/discovery/webhooks/jwks`);
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  const measures = { durationMilliseconds: expect.any(Number), responseBytes: 0, keyId: keys[0]?.kid };
  expect(await attemptsOf(deliveryId)).toMatchObject([measures]);
  expect(await logOf(endpointId)).toMatchObject([
    { durationMilliseconds: expect.any(Number), bodyBytes: expect.any(Number) },
  ]);
  close();
  await expect.poll(async () => attemptsOf(await sendTest(endpointId))).toMatchObject([{ failedStep: 'connection' }]);
  const { organizationId } = service;
  const read = () => call<Log>('query/list_webhook_deliveries', { organizationId, endpointId });
  const set = (change: object) => {
    const body = service.envelope('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, ...change });
    return service.client.updateWebhookEndpoint(body);
  };
  const before = (await read()).endpointLog;
  expect(before).toEqual({ deliveries: before.deliveries, failed: before.deliveries - 1 });
  expect(before.failed).toBeGreaterThan(0);
  await set({ isActive: false });
  const { users } = await service.client.getUsers({ organizationId });
  const off = (await read()).endpointLog;
  expect(off).toMatchObject({ offSince: { seconds: expect.any(String) }, offByUserName: users[0]?.userName });
  // Another name of an endpoint that is off is no later pause.
  service.clock.now += 60_000;
  await set({ name: 'Other' });
  expect((await read()).endpointLog).toMatchObject({ offSince: off.offSince });
  await set({ isActive: true });
  expect((await read()).endpointLog).not.toHaveProperty('offSince');
});
