import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ed25519Verify } from '../../../../electron/crypto/index.ts';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createServiceKeys } from '../../../../electron/custody/service-keys/service-keys.ts';
import { rotateWebhookKey, webhookKeys } from '../../../../electron/custody/service-keys/webhook-keys.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { macOf } from '../../../../electron/custody/webhooks/delivery-mac.ts';
import { createSender, type Sender } from '../../../../electron/custody/webhooks/sender.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import type { Courier, Errand } from '../../../../shared/processes/index.ts';
import { base64urlDecode, deliveryMessage, hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';

const HOUR = 3_600_000;
const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const CHECK = new Uint8Array(1);

let directory: string;
let store: Store;
let sender: Sender;
let now: number;
/** Scheduled work, with its time. */
let timers: { at: number; work: () => void }[];
/** Errands under way, in the order in which they were given. */
let errands: (Errand & { readonly at: number; answer: (answer: Awaited<ReturnType<Courier>> | Error) => void })[];
const reports: unknown[] = [];

function start(): void {
  store = openStore(directory);
  store.seals.open(keyring);
  timers = [];
  errands = [];
  sender = createSender({
    store,
    keyring,
    courier: (errand) =>
      new Promise((resolve, reject) => {
        const answer = (given: Awaited<ReturnType<Courier>> | Error) =>
          given instanceof Error ? reject(given) : resolve(given);
        errands.push({ ...errand, at: now, answer });
      }),
    report: (_during, error) => String(reports.push(error)),
    now: () => now,
    random: () => 0.5,
    later(milliseconds, work) {
      const timer = { at: now + milliseconds, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  sender.wake();
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-sender-'));
  now = 1_700_000_000_000;
  reports.length = 0;
  createStore(directory, (tables) => {
    tables.keys.insertMasterCheck(CHECK);
    createServiceKeys(tables, keyring);
    tables.organizations.insert({
      organizationId: 'o',
      parentOrganizationId: null,
      organizationName: 'o',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      createdAt: now,
      updatedAt: now,
    });
    for (const endpointId of ['a', 'b'])
      tables.webhooks.insert({
        endpointId,
        organizationId: 'o',
        url: `https://${endpointId}.example/`,
        name: endpointId,
        isActive: 1,
        subscriptions: '[]',
        createdAt: now,
        updatedAt: now,
      });
    tables.seals.write(keyring);
  });
  start();
});
afterEach(() => {
  sender.close();
  store.close();
  rmSync(directory, { recursive: true });
});

/** Puts an event into the outbox of an endpoint. */
function enqueue(endpointId: string, eventId: string): void {
  const body = new TextEncoder().encode(`{"event":"${eventId}"}`);
  const content = {
    deliveryId: `d-${eventId}`,
    endpointId,
    eventId,
    eventType: 'ACTIVITY_UPDATES',
    organizationId: 'o',
    body,
  } as const;
  store.webhooks.enqueue({
    ...content,
    mac: macOf(content, keyring),
    state: 'WEBHOOK_DELIVERY_STATE_PENDING',
    attempts: 0,
    outcome: null,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  });
  sender.wake();
}

/** Lets everything happen that is due until then, in order. */
async function pass(milliseconds: number): Promise<void> {
  const until = now + milliseconds;
  for (;;) {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    const next = timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0];
    if (next === undefined) break;
    timers = timers.filter((one) => one !== next);
    now = Math.max(now, next.at);
    next.work();
  }
  now = until;
}

/** Sets the wall clock back. Timers are monotonic, so each keeps its remaining time. */
function setBack(milliseconds: number): void {
  now -= milliseconds;
  timers = timers.map(({ at, work }) => ({ at: at - milliseconds, work }));
}

const status = (code: number) => ({ status: code, contentType: null, cacheControl: null, body: new Uint8Array() });
const eventOf = (errand: Errand | undefined) => errand?.headers['x-service-event-id'];
const stateOf = (eventId: string) => {
  const { state = '', attempts, outcome } = store.webhooks.delivery(`d-${eventId}`) ?? {};
  return [state.replace('WEBHOOK_DELIVERY_STATE_', ''), attempts, outcome];
};

describe('one delivery', () => {
  it('is signed anew at each attempt and keeps its event id', async () => {
    enqueue('a', 'one');
    await pass(0);
    errands[0]?.answer(status(503));
    await pass(3750);
    errands[1]?.answer(status(204));
    await pass(0);
    expect(stateOf('one')).toEqual(['DELIVERED', 2, 'HTTP 204']);
    expect(errands.map(({ at }) => at - 1_700_000_000_000)).toEqual([0, 3750]);

    const key = webhookKeys(store, now).signing;
    for (const { headers, body, at, url } of errands) {
      expect([url, headers['content-type']]).toEqual(['https://a.example/', 'application/json']);
      for (const prefix of ['x-service-', 'x-turnkey-']) {
        const header = (name: string) => headers[`${prefix}${name}`] ?? '';
        expect(header('event-id')).toBe('one');
        expect(header('timestamp')).toBe(String(at));
        expect(header('organization-id')).toBe('o');
        expect(header('event-type')).toBe('ACTIVITY_UPDATES');
        expect(header('webhook-version')).toBe('1');
        const message = deliveryMessage(
          { keyId: key.kid, timestamp: String(at), eventId: 'one' },
          body ?? new Uint8Array(),
        );
        const publicKey = hexEncode(base64urlDecode(key.x));
        expect(ed25519Verify(publicKey, message, hexDecode(header('signature')))).toBe(true);
      }
    }
  });

  it('is given up after fifteen attempts', async () => {
    enqueue('a', 'one');
    await pass(0);
    for (let attempt = 0; attempt < 15; attempt += 1) {
      errands[attempt]?.answer(attempt % 2 === 0 ? status(500) : { failure: 'unreachable' });
      await pass(HOUR);
    }
    expect(errands).toHaveLength(15);
    expect(stateOf('one')).toEqual(['FAILED', 15, 'HTTP 500']);
    await pass(24 * HOUR);
    expect(errands).toHaveLength(15);
  });

  it('waits twice as long each time, less a random part', async () => {
    enqueue('a', 'one');
    await pass(0);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      errands[attempt]?.answer({ failure: 'timed_out' });
      await pass(0);
      const { dueAt = 0 } = store.webhooks.delivery('d-one') ?? {};
      waits.push((dueAt - now) / 1000);
      await pass(dueAt - now);
    }
    expect(waits).toEqual([3.75, 7.5, 15, 30, 60, 120, 240, 480, 960, 1920, 2700, 2700, 2700]);
  });

  it.for([302, 400, 401, 404, 410, 429])('is not tried again after HTTP %i', async (code) => {
    enqueue('a', 'one');
    await pass(0);
    errands[0]?.answer(status(code));
    await pass(24 * HOUR);
    expect(stateOf('one')).toEqual(['FAILED', 1, `HTTP ${code}`]);
    expect(errands).toHaveLength(1);
  });

  it('is not tried again where the address may not be used', async () => {
    enqueue('a', 'one');
    await pass(0);
    errands[0]?.answer({ failure: 'address_refused' });
    await pass(24 * HOUR);
    expect([errands.length, stateOf('one')[0]]).toEqual([1, 'FAILED']);
  });

  it.for<[string, string | Buffer]>([
    ['body', Buffer.from('{"event":"forged"}')],
    ['endpoint_id', 'b'],
    ['event_id', 'forged'],
    ['event_type', 'FORGED'],
    ['organization_id', 'forged'],
  ])('whose %s another program changed is not sent, and it is reported', async ([column, value]) => {
    enqueue('a', 'one');
    sender.close();
    store.close();
    const database = openToTamper(directory);
    database.prepare(`UPDATE webhook_deliveries SET ${column} = ?`).run(value);
    database.close();
    start();
    await pass(0);
    expect(errands).toEqual([]);
    expect(stateOf('one')).toEqual(['FAILED', 1, 'not sent: this service did not write it']);
    expect(reports).toEqual([expect.objectContaining({ code: 'DATABASE_CHANGED' })]);
  });
});

describe('several deliveries', () => {
  it('go to an endpoint one after the other, in the order of the events', async () => {
    for (const eventId of ['one', 'two', 'three']) enqueue('a', eventId);
    await pass(0);
    expect(errands.map(eventOf)).toEqual(['one']);
    errands[0]?.answer(status(500));
    await pass(3750);
    expect(errands.map(eventOf)).toEqual(['one', 'one']);
    errands[1]?.answer(status(200));
    await pass(0);
    errands[2]?.answer(status(404));
    await pass(0);
    errands[3]?.answer(status(200));
    await pass(0);
    expect(errands.map(eventOf)).toEqual(['one', 'one', 'two', 'three']);
    expect(['one', 'two', 'three'].map((eventId) => stateOf(eventId)[0])).toEqual(['DELIVERED', 'FAILED', 'DELIVERED']);
  });

  it('are not held by an endpoint that does not answer', async () => {
    enqueue('a', 'dead');
    for (const eventId of ['one', 'two', 'three']) enqueue('b', eventId);
    for (let turn = 0; turn < 3; turn += 1) {
      await pass(0);
      errands.findLast(({ url }) => url === 'https://b.example/')?.answer(status(200));
    }
    await pass(0);
    expect(errands.map(eventOf)).toEqual(['dead', 'one', 'two', 'three']);
    expect(stateOf('dead')[0]).toBe('PENDING');
  });

  it('wait while their endpoint is switched off', async () => {
    const endpoint = store.webhooks.find('a');
    const set = (isActive: 0 | 1) =>
      store.transaction(() => endpoint !== undefined && store.webhooks.update({ ...endpoint, isActive }));
    set(0);
    enqueue('a', 'one');
    await pass(24 * HOUR);
    expect(errands).toEqual([]);
    set(1);
    sender.wake();
    await pass(0);
    expect(errands.map(eventOf)).toEqual(['one']);
  });

  it('that an end cut off are sent again under the same event id', async () => {
    enqueue('a', 'one');
    await pass(0);
    const [cut] = errands;
    sender.close();
    cut?.answer(status(200));
    await pass(HOUR);
    expect(stateOf('one')).toEqual(['PENDING', 0, null]);
    store.close();
    start();
    await pass(0);
    expect(errands.map(eventOf)).toEqual(['one']);
  });

  it('are held up by no clock that is set back, neither a retry nor the events after it', async () => {
    enqueue('a', 'one');
    await pass(0);
    errands[0]?.answer(status(503));
    await pass(1000);
    setBack(2 * HOUR);
    enqueue('a', 'two');
    enqueue('b', 'three');
    await pass(2750);
    expect(errands.map(eventOf).toSorted()).toEqual(['one', 'one', 'three']);
    errands.findLast((errand) => eventOf(errand) === 'one')?.answer(status(200));
    await pass(0);
    expect(errands.map(eventOf).at(-1)).toBe('two');
  });

  it('go on after a failure of the service itself, a minute later', async () => {
    enqueue('a', 'one');
    await pass(0);
    errands[0]?.answer(new Error('the host is gone'));
    await pass(59_999);
    expect([errands.length, reports.length]).toEqual([1, 1]);
    await pass(1);
    expect(errands.map(eventOf)).toEqual(['one', 'one']);
  });
});

describe('a change of the key', () => {
  const kids = () => webhookKeys(store, now).published.map(({ kid }) => kid);
  const rotate = () => store.transaction(() => rotateWebhookKey(store, keyring, now).kid);

  it('publishes the new key a day before it signs, and the old one a day after', async () => {
    const [first = ''] = kids();
    const second = rotate();
    expect(kids()).toEqual([first, second]);
    expect(rotate).toThrow('two keys are published until');
    now += 24 * HOUR - 1;
    expect([webhookKeys(store, now).signing.kid, kids()]).toEqual([first, [first, second]]);
    now += 1;
    expect([webhookKeys(store, now).signing.kid, kids()]).toEqual([second, [second, first]]);
    enqueue('a', 'one');
    await pass(0);
    expect(errands[0]?.headers['x-service-signature-key-id']).toBe(second);
    now += 24 * HOUR;
    expect(kids()).toEqual([second]);
    const third = rotate();
    expect(kids()).toEqual([second, third]);
    now += 48 * HOUR;
    expect(kids()).toEqual([third]);
  });
});
