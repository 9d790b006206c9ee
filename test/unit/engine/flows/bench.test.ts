import { expect, it } from 'vitest';
import { createBench, type WantedCheck } from '../../../../electron/engine/flows/bench.ts';
import { createDeliveries } from '../../../../electron/engine/flows/deliveries.ts';
import { createChanges } from '../../../../electron/engine/tools/changes.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { createStarted } from '../../vault/harness.ts';
import { JWK, NOW, sent } from '../webhooks/sender.ts';

const BODY = '{"type":"activity.created","data":{"id":"act_123"}}';
const FOREIGN = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const keySet = JSON.stringify({ keys: [JWK] });

/** A bench with a real vault and a real listener. The service is a stand-in that publishes one key set. */
async function bench({ keys = keySet, record = BODY, agrees = true } = {}) {
  const vault = await createStarted();
  const asked: unknown[] = [];
  const fetched: string[] = [];
  const ports = {
    clock: { now: () => NOW, steady: () => NOW },
    report: (error: unknown) => {
      throw error;
    },
    transport: async ({ url }: { url: string }) => {
      fetched.push(url);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: utf8Encode(keys) };
    },
  };
  const deliveries = createDeliveries(ports as never, { url: async () => 'https://service.example/keys' } as never);
  const changes = createChanges(ports.report);
  const now = { vault: 'unlocked', profile: 'local' };
  const questions: unknown[] = [];
  const consents = {
    async ask({ kind, port }: { kind: string; port: number }) {
      questions.push([kind, port]);
      if (!agrees) throw new Error('refused');
    },
  };
  const parts = {
    deliveries,
    profiles: {
      get: () => ({ name: now.profile, organizationId: FOREIGN, baseUrl: null }),
      current: () => ({ name: now.profile }),
    },
    queries: {
      ask: async (name: string, request: object) => {
        asked.push([name, request]);
        return { body: record };
      },
    },
    webhooks: { get: () => ({ readAt: NOW, endpoints: [{ deliveries: [{ id: FOREIGN, eventId: 'evt_123' }] }] }) },
    vault: { open: async () => vault.ask, state: () => ({ state: now.vault }) },
  };
  const made = createBench({ ports, changes, consents } as never, parts as never);
  return { bench: made, asked, fetched, changes, now, questions };
}

const wanted = (change: Partial<WantedCheck> = {}): WantedCheck => ({
  headers: JSON.stringify(sent(BODY)),
  body: utf8Encode(BODY),
  keySet: null,
  maximumAge: 300_000,
  now: null,
  deliveryId: null,
  ...change,
});

it('verifies with the key set of the service or a pasted one, and repeats the signed headers', async () => {
  const service = await bench();
  const checked = await service.bench.check(wanted());
  expect(checked).toMatchObject({
    failure: null,
    message: '',
    at: NOW,
    signed: { eventId: 'evt_123', keyId: JWK.kid },
  });
  expect(service.fetched).toEqual(['https://service.example/keys']);
  expect(await service.bench.check(wanted({ keySet }))).toMatchObject({ failure: null });
  expect(service.fetched).toHaveLength(1);
  expect(service.asked).toEqual([]);
});

it('takes the body of the saved headers, and refuses a delivery without one', async () => {
  const { bench: one } = await bench();
  const headers = JSON.stringify({ headers: sent(BODY), body: BODY });
  expect(await one.check(wanted({ headers, body: null }))).toMatchObject({ failure: null });
  await expect(one.check(wanted({ body: null }))).rejects.toThrow('a body is missing');
  await expect(one.check(wanted({ keySet: '{' }))).rejects.toThrow(
    'The key set cannot be read, because it is not JSON',
  );
});

it('compares with the service’s own record of a delivery', async () => {
  const { bench: one, asked } = await bench();
  const body = utf8Encode(BODY.replace('act_123', 'act_124'));
  expect(await one.check(wanted({ body, deliveryId: FOREIGN }))).toMatchObject({
    failure: 'invalid_signature',
    difference: { at: BODY.indexOf('3"'), sentLength: BODY.length },
  });
  expect(asked).toEqual([['get_webhook_delivery', { deliveryId: FOREIGN }]]);
});

it('finds the record of a changed body by its event', async () => {
  const { bench: one, asked } = await bench();
  const body = utf8Encode(BODY.replace('act_123', 'act_124'));
  expect(await one.check(wanted({ body }))).toMatchObject({ difference: { at: BODY.indexOf('3"') } });
  expect(asked).toEqual([['get_webhook_delivery', { deliveryId: FOREIGN }]]);
});

it('receives deliveries on loopback until it is cancelled, and keeps the last twenty', async () => {
  const { bench: one, changes } = await bench();
  const end = new AbortController();
  const progress: { url: string; received: number }[] = [];
  let changed = 0;
  changes.on('deliveries', () => {
    changed += 1;
  });
  const started = new Promise<string>((resolve) => {
    const listening = one.listen(
      { port: 0, maximumAge: 300_000 },
      {
        signal: end.signal,
        progress(step) {
          progress.push(step);
          resolve(step.url);
        },
      },
    );
    void listening.then(() => progress.push({ url: 'ended', received: -1 }));
  });
  const url = await started;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect(
    one.listen({ port: 0, maximumAge: 1 }, { signal: end.signal, progress: () => undefined }),
  ).rejects.toThrow('the listener is running already');
  for (let index = 0; index < 21; index += 1) await fetch(url, { method: 'POST', headers: sent(BODY), body: BODY });
  expect(one.received()).toHaveLength(20);
  expect(one.received()[0]).toMatchObject({ failure: null, repeated: true });
  expect(progress.at(-1)).toEqual({ url, received: 21 });
  expect(changed).toBe(21);
  end.abort();
  await expect.poll(() => progress.at(-1)?.url).toBe('ended');
  await expect(fetch(url)).rejects.toThrow();
});

it('asks before it receives, and never at a port of the system', async () => {
  const { bench: one, questions } = await bench({ agrees: false });
  const options = { signal: new AbortController().signal, progress: () => undefined };
  await expect(one.listen({ port: 1023, maximumAge: 1 }, options)).rejects.toThrow('Port 1023 is for programs of');
  expect(questions).toEqual([]);
  await expect(one.listen({ port: 0, maximumAge: 1 }, options)).rejects.toThrow('refused');
  expect(questions).toEqual([['listen', 0]]);
});

it.each([
  ['the vault locks', { vault: 'locked', profile: 'local' }],
  ['another profile is used', { vault: 'unlocked', profile: 'other' }],
])('stops and forgets what it received when %s', async (_when, next) => {
  const { bench: one, changes, now } = await bench();
  let listening: Promise<void> | undefined;
  const url = await new Promise<string>((resolve) => {
    const options = { signal: new AbortController().signal, progress: (step: { url: string }) => resolve(step.url) };
    listening = one.listen({ port: 0, maximumAge: 300_000 }, options);
  });
  expect((await fetch(url, { method: 'POST', headers: sent(BODY), body: BODY })).status).toBe(200);
  changes.announce('state');
  expect(one.received()).toHaveLength(1);
  Object.assign(now, next);
  changes.announce('state');
  expect(one.received()).toEqual([]);
  await listening;
  await expect(fetch(url)).rejects.toThrow();
});

it('signs a test delivery that only its own key set verifies', async () => {
  const { bench: one } = await bench();
  const signed = await one.sign({ body: utf8Encode(BODY), eventType: 'ACTIVITY_UPDATES' });
  const headers = signed.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const check = (change: Partial<WantedCheck>) => one.check(wanted({ headers, ...change }));
  expect(await check({ keySet: signed.keySet })).toMatchObject({ failure: null });
  expect(await check({})).toMatchObject({ failure: 'missing_key' });
  expect(await check({ keySet: signed.keySet, body: utf8Encode('{}') })).toMatchObject({
    failure: 'invalid_signature',
  });
  expect(JSON.parse(signed.keySet).keys[0].kid).toMatch(/^castellan-test-[0-9a-f]{16}$/);
});
