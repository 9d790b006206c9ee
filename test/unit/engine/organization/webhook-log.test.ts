import { afterEach, beforeEach, expect, it } from 'vitest';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

const START = 1_790_000_000_000;
const ADA = '11111111-1111-4111-8111-111111111111';
const [endpoint] = OPERATIONS.list_webhook_endpoints.example.response.webhookEndpoints;
const [delivery] = OPERATIONS.list_webhook_deliveries.example.response.webhookDeliveries;
const [attempt] = OPERATIONS.list_webhook_attempts.example.response.webhookAttempts;

if (delivery === undefined || attempt === undefined) throw new Error('no examples');

let replies: Record<string, object>;
let bench: Bench;
beforeEach(async () => {
  replies = {
    list_webhook_endpoints: { webhookEndpoints: [{ ...endpoint, isActive: false }] },
    list_webhook_deliveries: { webhookDeliveries: [delivery] },
    list_webhook_attempts: { webhookAttempts: [attempt] },
  };
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const reply = replies[request.url.split('/').at(-1) ?? ''];
      if (reply === undefined) return inner.send(request);
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: Uint8Array.from(Buffer.from(JSON.stringify(reply))) };
    },
  });
});
afterEach(() => bench.end());

async function read() {
  await bench.engine.webhooks.refresh();
  return bench.engine.webhooks.get().endpoints[0];
}

it('has the size and the duration of each delivery, and the measures of each attempt', async () => {
  expect((await read())?.deliveries).toMatchObject([{ bodyBytes: 1812, duration: 84 }]);
  const { tries } = await bench.engine.webhooks.tries(delivery.deliveryId);
  expect(tries).toMatchObject([{ responseBytes: 13, duration: 112, keyId: 'b1946ac9' }]);
});

it('has nothing for a service that reports no measures', async () => {
  const { bodyBytes: _bytes, durationMilliseconds: _duration, ...bare } = delivery;
  const { number, attemptedAt, outcome } = attempt;
  replies.list_webhook_deliveries = { webhookDeliveries: [bare] };
  replies.list_webhook_attempts = { webhookAttempts: [{ number, attemptedAt, outcome }] };
  const one = await read();
  for (const absent of ['counts', 'off']) expect(one).not.toHaveProperty(absent);
  for (const absent of ['bodyBytes', 'duration']) expect(one?.deliveries[0]).not.toHaveProperty(absent);
  const { tries } = await bench.engine.webhooks.tries(delivery.deliveryId);
  expect(tries).toMatchObject([{ responseBytes: null, duration: null, keyId: null }]);
});

it('has the numbers of all deliveries, and since when and by whom an endpoint is off', async () => {
  const endpointLog = { deliveries: 1204, failed: 2, offSince: { seconds: String(START / 1000), nanos: '0' } };
  replies.list_webhook_deliveries = { webhookDeliveries: [], endpointLog };
  expect(await read()).toMatchObject({ counts: { deliveries: 1204, failed: 2 }, off: { since: START, by: null } });
  const by = { offByUserId: ADA, offByUserName: 'Ada' };
  replies.list_webhook_deliveries = { webhookDeliveries: [], endpointLog: { ...endpointLog, ...by } };
  expect(await read()).toMatchObject({ off: { by: { userId: ADA, name: 'Ada' } } });
});

it('names an activity by its words once this machine has described it', async () => {
  const { activities, activityWords } = bench.engine;
  await activities.refresh();
  activityWords.describe();
  await activityWords.idle();
  const [row] = activities.list({ search: 'wallet', offset: 0, limit: 1 }).rows;
  const about = { activityId: row?.activityId, activityType: row?.type, activityStatus: row?.status };
  replies.list_webhook_deliveries = { webhookDeliveries: [{ ...delivery, ...about }] };
  const words = { what: 'Create wallet “Treasury”', party: null };
  expect((await read())?.deliveries[0]?.activity).toMatchObject({ id: row?.activityId, words });
  replies.list_webhook_deliveries = { webhookDeliveries: [{ ...delivery, ...about, activityId: ADA }] };
  expect((await read())?.deliveries[0]?.activity, 'an activity that is not cached').not.toHaveProperty('words');
});
