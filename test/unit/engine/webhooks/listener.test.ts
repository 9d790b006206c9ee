import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import {
  fixedKeySet,
  type Listening,
  listenForDeliveries,
  type Received,
  verifyDelivery,
} from '../../../../electron/engine/webhooks/index.ts';
import { LIMITS } from '../../../../shared/model/index.ts';
import { JWK, NOW, sent } from './sender.ts';

const TEXT = '{"id":"act_123"}';
const open: Listening[] = [];
afterEach(() => Promise.all(open.splice(0).map((listening) => listening.close())));

async function start(verify?: () => Promise<never>, guarded = false) {
  const received: Received[] = [];
  const reported: unknown[] = [];
  const keys = fixedKeySet({ keys: [JWK] });
  const listening = await listenForDeliveries({
    port: 0,
    guarded,
    verify: verify ?? ((delivery) => verifyDelivery(delivery, { keys, now: NOW, maximumAge: 1000 })),
    onDelivery: (one) => received.push(one),
    report: (error) => reported.push(error),
  });
  open.push(listening);
  return { url: listening.url, received, reported };
}

const post = (url: string, headers: Record<string, string>, body: string | Uint8Array = TEXT) =>
  fetch(url, { method: 'POST', headers, body: Buffer.from(body) });

test('a verified delivery is handed on with its raw body, and answered with 200', async () => {
  const { url, received } = await start();
  const bytes = Uint8Array.of(0, 0xff, 0x0d, 0x0a);
  expect((await post(`${url}hooks/any?path=1`, sent(bytes), bytes)).status).toBe(200);
  expect(received).toMatchObject([{ verdict: { ok: true, eventId: 'evt_123' }, repeated: false }]);
  expect(received[0]?.delivery.body).toEqual(bytes);
});

test('another is answered with 401 and the step that failed', async () => {
  const { url, received } = await start();
  const answer = await post(url, sent(TEXT), `${TEXT} `);
  expect([answer.status, await answer.json()]).toEqual([401, { ok: false, reason: 'invalid_signature' }]);
  expect(received).toMatchObject([{ verdict: { ok: false } }]);
});

test('an event that comes again is reported, and one that was refused before is no repetition', async () => {
  const { url, received } = await start();
  await post(url, sent(TEXT), 'changed');
  await post(url, sent(TEXT));
  await post(url, sent(TEXT));
  await post(url, sent(TEXT, 'X-Service-', { eventId: 'evt_124' }));
  expect(received.map(({ repeated }) => repeated)).toEqual([false, false, true, false]);
});

test('a header that came twice proves nothing', async () => {
  const { url } = await start();
  const headers = { ...sent(TEXT), 'X-Service-Signature': [sent(TEXT)['X-Service-Signature'] ?? '', '00'.repeat(64)] };
  const status = await new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(TEXT);
  });
  expect(status).toBe(401);
});

test('a request that is no delivery, or too long, is refused and not passed on', async () => {
  const { url, received } = await start();
  expect((await fetch(url)).status).toBe(405);
  expect((await post(url, sent(TEXT), new Uint8Array(LIMITS.body + 1))).status).toBe(413);
  expect(received).toEqual([]);
});

/** Sends with exactly these headers, as a browser's page could have sent it. */
const answerTo = (url: string, headers: Record<string, string>, method = 'POST') =>
  new Promise<string>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      let text = `${response.statusCode} `;
      response.on('data', (part: Buffer) => {
        text += part.toString();
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end(method === 'POST' ? TEXT : undefined);
  });
const REFUSED = '401 {"ok":false}';

test.each<[string, Record<string, string>]>([
  ['an origin', { Origin: 'https://example.com' }],
  ['no origin of its own', { Origin: 'null' }],
  ['the mark of a page', { 'Sec-Fetch-Site': 'same-site' }],
  ['another host', { Host: 'example.com' }],
  ['another port', { Host: 'localhost:1' }],
])('where it is guarded, a request with %s is refused and not handed on', async (_what, headers) => {
  const { url, received } = await start(undefined, true);
  expect(await answerTo(url, { ...sent(TEXT), ...headers })).toBe(REFUSED);
  expect(received).toEqual([]);
});

test('where it is guarded, every refusal has the same answer', async () => {
  const { url, received } = await start(undefined, true);
  expect(await answerTo(url, { ...sent(TEXT), Host: `localhost:${new URL(url).port}` })).toBe('200 {"ok":true}');
  expect(await answerTo(url, sent('changed'))).toBe(REFUSED);
  expect(await answerTo(url, {}, 'GET')).toBe(REFUSED);
  expect(received.map(({ verdict }) => verdict.ok)).toEqual([true, false]);
  const failing = await start(() => Promise.reject(new Error('nobody answers')), true);
  expect(await answerTo(failing.url, sent(TEXT))).toBe(REFUSED);
  expect(failing.reported).toHaveLength(1);
});

test('while the key set cannot be had, the sender is asked to come again', async () => {
  const { url, received, reported } = await start(() => Promise.reject(new Error('nobody answers')));
  expect((await post(url, sent(TEXT))).status).toBe(503);
  expect([received, reported]).toEqual([[], [new Error('nobody answers')]]);
});

test('a port that is taken is an error that names it', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  const again = listenForDeliveries({
    port,
    verify: () => Promise.reject(new Error('asked')),
    onDelivery: () => undefined,
    report: () => undefined,
  });
  await expect(again).rejects.toMatchObject({ code: 'PORT_IN_USE', message: expect.stringContaining(String(port)) });
});
