import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JWK, NOW, sent } from '../../unit/engine/webhooks/sender.ts';
import { Workstation } from './support.ts';

const BODY = '{"id":"act_123"}';
let workstation: Workstation;
beforeAll(() => {
  workstation = new Workstation();
});
afterAll(() => workstation.close());

const asLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

const verify = (headers: string, body: string, ...more: string[]) => {
  const files = [
    ...['--headers', workstation.write('headers', headers), '--body', workstation.write('body', body)],
    ...['--jwks', workstation.write('jwks', JSON.stringify({ keys: [JWK] }))],
  ];
  return workstation.run(['webhook', 'verify', ...files, ...more]);
};

it('verifies what was saved, offline, and names the step that fails', async () => {
  const held = await verify(`POST /hooks HTTP/1.1\r\n${asLines(sent(BODY))}\r\n`, BODY, '--now', String(NOW));
  expect(held.exitCode).toBe(0);
  expect(JSON.parse(held.stdout)).toMatchObject({ ok: true, eventId: 'evt_123', keyId: JWK.kid, timestampMs: NOW });

  const headers = JSON.stringify(sent(BODY, 'X-Turnkey-'));
  const late = await verify(headers, BODY, '--max-age', '10', '--now', String(NOW + 10_001));
  expect([late.exitCode, JSON.parse(late.stdout)]).toMatchObject([1, { ok: false, reason: 'stale_timestamp' }]);
  const edited = await verify(headers, `${BODY}\n`, '--now', String(NOW));
  expect([edited.exitCode, JSON.parse(edited.stdout)]).toMatchObject([1, { firstDifference: BODY.length }]);
  const unusable = await verify('no headers at all', BODY);
  expect([unusable.exitCode, unusable.stdout]).toEqual([2, '']);
});

/** JSON that `JSON.parse` changes, or that is nested too deep to be printed. */
const LOSSY = ['{"nonce":12345678901234567890}', '{"a":1,"a":2}', `${'['.repeat(9000)}${']'.repeat(9000)}`];

it('listens, verifies each delivery with keys that it fetches, and ends on a signal', async () => {
  const asked: (string | undefined)[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ keys: [JWK] }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const jwks = `http://127.0.0.1:${(service.address() as AddressInfo).port}/jwks`;
  try {
    const listening = workstation.start(['webhook', 'listen', '--jwks', jwks, '--max-age', '315360000']);
    const { url } = JSON.parse(await listening.line()) as { url: string };
    const post = (headers: Record<string, string>, body = BODY) => fetch(url, { method: 'POST', headers, body });
    expect((await post(sent(BODY))).status).toBe(200);
    expect((await post(sent(BODY), '{}')).status).toBe(401);
    expect((await post(sent('text'), 'text')).status).toBe(200);
    for (const body of LOSSY) expect((await post(sent(body), body)).status).toBe(200);
    listening.interrupt();
    const { exitCode, stdout } = await listening.ended;
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(exitCode).toBe(0);
    expect(lines).toMatchObject([
      { ready: true },
      { ok: true, eventId: 'evt_123', body: { id: 'act_123' } },
      { ok: false, reason: 'invalid_signature' },
      { ok: true, repeated: true, body: { base64: Buffer.from('text').toString('base64') } },
      ...LOSSY.map((body) => ({ ok: true, body: { base64: Buffer.from(body).toString('base64') } })),
    ]);
    expect(asked).toEqual(['/jwks']);
  } finally {
    service.close();
  }
});

it('has the local service send a test, and shows the attempt with its failed step', async () => {
  const arrived: { headers: Record<string, string>; body: string }[] = [];
  const state = { status: 200 };
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  try {
    await workstation.json(['init']);
    const endpoint = JSON.stringify({ url, name: 'Ledger' });
    type Made = { activity: { result: { createWebhookEndpointResult: { endpointId: string } } } };
    const made = await workstation.json<Made>(['call', 'create_webhook_endpoint', '--json', endpoint]);
    const { endpointId } = made.activity.result.createWebhookEndpointResult;
    const accepted = await workstation.run(['webhook', 'test', endpointId]);
    expect([accepted.exitCode, JSON.parse(accepted.stdout)]).toMatchObject([
      0,
      { attempts: [{ number: 1, outcome: 'HTTP 200', failedStep: null }] },
    ]);
    expect(JSON.parse(arrived[0]?.body ?? '')).toMatchObject({ type: 'WEBHOOK_TEST', endpointId });
    expect(arrived[0]?.headers['x-service-event-type']).toBe('WEBHOOK_TEST');
    state.status = 500;
    const refused = await workstation.run(['webhook', 'test', endpointId]);
    expect([refused.exitCode, JSON.parse(refused.stdout)]).toMatchObject([
      1,
      { attempts: [{ outcome: 'HTTP 500', failedStep: 'answer' }] },
    ]);
  } finally {
    receiver.close();
  }
});
