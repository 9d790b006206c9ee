import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createServiceKeys } from '../../../../electron/custody/service-keys/service-keys.ts';
import { webhookKeys } from '../../../../electron/custody/service-keys/webhook-keys.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { macOf } from '../../../../electron/custody/webhooks/delivery-mac.ts';
import { createSender } from '../../../../electron/custody/webhooks/sender.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import type { DeliveredType } from '../../../../shared/operations/index.ts';
import type { Courier } from '../../../../shared/processes/index.ts';

const START = 1_700_000_000_000;
const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
type Answer = Awaited<ReturnType<Courier>>;

let directory: string;
let store: Store;
let now: number;
/** Milliseconds of each exchange, by the service's clock. */
let takes: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-attempts-'));
  now = START;
  takes = 0;
  const times = { createdAt: now, updatedAt: now };
  createStore(directory, (tables) => {
    tables.keys.insertMasterCheck(new Uint8Array(1));
    createServiceKeys(tables, keyring);
    tables.organizations.insert({
      organizationId: 'o',
      parentOrganizationId: null,
      organizationName: 'o',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    tables.webhooks.insert({
      endpointId: 'a',
      organizationId: 'o',
      url: 'https://a.example/',
      name: 'a',
      isActive: 1,
      subscriptions: '[]',
      ...times,
    });
    tables.seals.write(keyring);
  });
  store = openStore(directory);
  store.seals.open(keyring);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function enqueue(eventId: string, eventType: DeliveredType, mac?: Uint8Array): void {
  const body = new TextEncoder().encode('{}');
  const content = { deliveryId: `d-${eventId}`, endpointId: 'a', eventId, eventType, organizationId: 'o', body };
  store.webhooks.enqueue({
    ...content,
    mac: mac ?? macOf(content, keyring),
    state: 'WEBHOOK_DELIVERY_STATE_PENDING',
    attempts: 0,
    outcome: null,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

/** Delivers what waits. The receiver gives these answers, one after the other. Returns the ids of the sent events. */
async function deliver(answers: readonly Answer[]): Promise<readonly (string | undefined)[]> {
  const sent: (string | undefined)[] = [];
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  const sender = createSender({
    store,
    keyring,
    now: () => now,
    random: () => 0.5,
    report: () => '',
    async courier({ headers }) {
      const answer = answers[sent.length];
      sent.push(headers['x-service-event-id']);
      now += takes;
      return answer ?? { failure: 'unreachable' };
    },
    later(milliseconds, work) {
      const timer = { at: now + milliseconds, work };
      waiting.push(timer);
      return () => void waiting.splice(waiting.indexOf(timer), waiting.includes(timer) ? 1 : 0);
    },
  });
  sender.wake();
  while (sent.length < answers.length && waiting.length > 0) {
    const next = waiting.toSorted((one, other) => one.at - other.at)[0] ?? waiting[0];
    if (next === undefined) break;
    waiting.splice(waiting.indexOf(next), 1);
    now = Math.max(now, next.at);
    next.work();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
  sender.close();
  return sent;
}

const status = (code: number) => ({ status: code, contentType: null, cacheControl: null, body: new Uint8Array() });
const stateOf = (eventId: string) => store.webhooks.delivery(`d-${eventId}`)?.state;

it('are recorded with their time, result and failed step', async () => {
  enqueue('one', 'ACTIVITY_UPDATES');
  await deliver([{ failure: 'name_unknown' }, status(503), status(200)]);
  expect(store.webhooks.attempts('d-one')).toMatchObject([
    { number: 3, attemptedAt: START + 11_250, outcome: 'HTTP 200', failedStep: null, response: '', responseIsCut: 0 },
    { number: 2, attemptedAt: START + 3750, outcome: 'HTTP 503', failedStep: 'answer', response: '', responseIsCut: 0 },
    {
      number: 1,
      attemptedAt: START,
      outcome: 'the name server does not know the name',
      failedStep: 'name',
      response: null,
      responseIsCut: 0,
    },
  ]);
});

it('have the beginning of the response, as text', async () => {
  enqueue('one', 'ACTIVITY_UPDATES');
  const body = Uint8Array.from([...new TextEncoder().encode('<b>bad</b> \u202e'), 0xff, 0, 0xe2, 0x82]);
  await deliver([{ ...status(400), body, isCut: true }]);
  expect(store.webhooks.attempts('d-one')).toMatchObject([
    { outcome: 'HTTP 400', failedStep: 'answer', response: '<b>bad</b> \u202e\ufffd\0', responseIsCut: 1 },
  ]);
});

it('have their duration, the size of the response and the key that signed', async () => {
  enqueue('one', 'ACTIVITY_UPDATES');
  takes = 112;
  const keyId = webhookKeys(store, now).signing.kid;
  await deliver([{ failure: 'timed_out' }, { ...status(400), body: new TextEncoder().encode('{"error":"bad"}') }]);
  expect(store.webhooks.attempts('d-one')).toMatchObject([
    { number: 2, duration: 112, responseBytes: 15, keyId },
    { number: 1, duration: 112, responseBytes: null, keyId },
  ]);
  expect(store.webhooks.log('a', {})).toMatchObject([{ duration: 112, bodyBytes: 2 }]);
  takes = -5000;
  enqueue('two', 'WEBHOOK_TEST');
  await deliver([status(200)]);
  expect(store.webhooks.attempts('d-two'), 'a clock that is set back').toMatchObject([{ duration: 0 }]);
});

it('have no measures when nothing was sent', async () => {
  enqueue('one', 'ACTIVITY_UPDATES', new Uint8Array(32));
  await deliver([status(200)]);
  const nothing = { duration: null, responseBytes: null, keyId: null, response: null };
  expect(store.webhooks.attempts('d-one')).toMatchObject([{ failedStep: 'record', ...nothing }]);
});

it('are kept up to fifty, and deleted with their delivery', () => {
  enqueue('one', 'ACTIVITY_UPDATES');
  const attempt = { deliveryId: 'd-one', attemptedAt: now, outcome: 'HTTP 500', failedStep: 'answer' } as const;
  for (let made = 0; made < 60; made += 1) store.webhooks.attempted(attempt);
  const numbers = store.webhooks.attempts('d-one').map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 60, 11]);
  store.webhooks.remove('a');
  store.webhooks.attempted(attempt);
  expect(store.webhooks.attempts('d-one')).toEqual([]);
});

it('of a test are one alone, so that it delays no event behind it', async () => {
  enqueue('test', 'WEBHOOK_TEST');
  enqueue('one', 'ACTIVITY_UPDATES');
  expect(await deliver([{ failure: 'unreachable' }, status(200)])).toEqual(['test', 'one']);
  expect([stateOf('test'), stateOf('one')]).toEqual([
    'WEBHOOK_DELIVERY_STATE_FAILED',
    'WEBHOOK_DELIVERY_STATE_DELIVERED',
  ]);
});
