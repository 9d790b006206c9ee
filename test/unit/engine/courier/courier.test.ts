import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCourier } from '../../../../electron/engine/courier/index.ts';
import type { Errand } from '../../../../shared/processes/index.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

const open: { close(): void }[] = [];
const asked: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[] = [];
beforeEach(() => {
  asked.length = 0;
});
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a receiver on loopback. Returns its port. */
const receiver = (answer: RequestListener) =>
  listening(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    }),
  );

const carry = createCourier();
const get = (url: string, more: Partial<Errand> = {}): Errand => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json' },
  body: null,
  timeout: 30_000,
  mayBeHere: true,
  maximumAnswer: 1024,
  ...more,
});
const post = (url: string, text: string, more: Partial<Errand> = {}): Errand =>
  get(url, { method: 'POST', body: new TextEncoder().encode(text), maximumAnswer: 0, ...more });

describe('an errand', () => {
  it('sends exactly these bytes and headers, and brings back status, a few headers and the body', async () => {
    const port = await receiver((_request, response) => {
      response.writeHead(201, { 'content-type': 'text/plain', 'cache-control': 'max-age=60', 'set-cookie': 'a=b' });
      response.end('ok');
    });
    const errand = post(`http://127.0.0.1:${port}/hook?a=1`, '{"a": "ä"}', {
      headers: { 'content-type': 'application/json', 'x-service-event-id': 'e' },
      maximumAnswer: 2,
    });
    expect(await carry(errand)).toEqual({
      status: 201,
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      body: Uint8Array.from(Buffer.from('ok')),
    });
    expect(asked).toMatchObject([{ method: 'POST', url: '/hook?a=1', body: '{"a": "ä"}' }]);
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-service-event-id',
    ]);
  });

  it('follows no redirect', async () => {
    const port = await receiver((_request, response) => response.writeHead(302, { location: '/other' }).end());
    expect(await carry(get(`http://localhost:${port}/`))).toMatchObject({ status: 302 });
    expect(asked).toHaveLength(1);
  });

  it('reads no more of the answer than it may be long, and nothing of it where that is zero', async () => {
    const port = await receiver((_request, response) => response.end('x'.repeat(2000)));
    expect(await carry(get(`http://127.0.0.1:${port}/`))).toEqual({ failure: 'answer_too_long' });
    expect(await carry(post(`http://127.0.0.1:${port}/`, ''))).toMatchObject({ status: 200, body: new Uint8Array() });
  });

  it('cuts the answer where it may, and takes a status whose body breaks off or never ends', async () => {
    const start = { maximumAnswer: 4, cutsAnswer: true };
    const whole = await receiver((_request, response) => response.end('okay'));
    expect(await carry(post(`http://127.0.0.1:${whole}/`, '', start))).toEqual({
      status: 200,
      contentType: null,
      cacheControl: null,
      body: Uint8Array.from(Buffer.from('okay')),
    });
    const long = await receiver((_request, response) => response.writeHead(400).end('x'.repeat(100_000)));
    expect(await carry(post(`http://127.0.0.1:${long}/`, '', start))).toMatchObject({
      status: 400,
      body: Uint8Array.from(Buffer.from('xxxx')),
      isCut: true,
    });
    const broken = await receiver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('ab', () => response.destroy());
    });
    expect(await carry(post(`http://127.0.0.1:${broken}/`, '', start))).toMatchObject({ status: 200, isCut: true });
    const endless = await receiver((_request, response) => void response.writeHead(202).write('ab'));
    const started = Date.now();
    expect(await carry(post(`http://127.0.0.1:${endless}/`, '', start))).toMatchObject({
      status: 202,
      body: Uint8Array.from(Buffer.from('ab')),
      isCut: true,
    });
    expect(Date.now() - started).toBeLessThan(5000);
  });

  it('ends in time when no answer comes, or a name server that says nothing', async () => {
    const port = await receiver(() => undefined);
    expect(await carry(get(`http://127.0.0.1:${port}/`, { timeout: 50 }))).toEqual({ failure: 'timed_out' });
    const waiting = createCourier({ resolve: () => new Promise(() => undefined) });
    expect(await waiting(get('https://hooks.example.com/', { timeout: 1 }))).toEqual({ failure: 'timed_out' });
  });

  it('reports the cause of a failure', async () => {
    const silent = await listening(createPlainServer((socket) => socket.destroy()) as unknown as Server);
    expect(await carry(get(`http://127.0.0.1:${silent}/`))).toEqual({ failure: 'connection_lost' });
    for (const server of open.splice(0)) server.close();
    expect(await carry(get(`http://127.0.0.1:${silent}/`))).toEqual({ failure: 'unreachable' });
    const nameless = createCourier({
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    expect(await nameless(get('https://hooks.example.com/'))).toEqual({ failure: 'name_unknown' });
    const stranger = await listening(
      createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_request, response) => response.end()),
    );
    expect(await carry(get(`https://localhost:${stranger}/`))).toEqual({ failure: 'certificate_refused' });
  });
});

describe('where it may go', () => {
  it.for(['http://hooks.example.com/', 'https://10.0.0.1/', 'https://user@hooks.example.com/', 'no address'])(
    'not to %s, and no name is looked up for it',
    async (url) => {
      const lookedUp: string[] = [];
      const asking = createCourier({
        resolve: async (host) => {
          lookedUp.push(host);
          return [];
        },
      });
      expect(await asking(get(url))).toEqual({ failure: 'address_refused' });
      expect(lookedUp).toEqual([]);
    },
  );

  it('and a refused errand is over: nothing of it fails when its time is', async () => {
    const failures: unknown[] = [];
    const note = (reason: unknown) => void failures.push(reason);
    process.on('unhandledRejection', note);
    await carry(get('no address', { timeout: 1 }));
    // Timers end in the order of their times.
    await once(AbortSignal.timeout(20), 'abort');
    process.off('unhandledRejection', note);
    expect(failures).toEqual([]);
  });

  it('not to this machine where it may not be', async () => {
    const port = await receiver((_request, response) => response.end());
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await carry(get(`http://${host}:${port}/`, { mayBeHere: false }))).toEqual({ failure: 'address_refused' });
    expect(asked).toEqual([]);
  });

  it('not to a private address behind a public name, not even as one of several', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const asking = createCourier({ resolve });
    expect(await asking(get('https://hooks.example.com/'))).toEqual({ failure: 'address_refused' });
  });

  it('to the very address that was judged: a name that then leads elsewhere is not asked again', async () => {
    const port = await receiver((_request, response) => response.end());
    // The first lookup returns loopback, as the name requires. A second lookup would lead elsewhere.
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '192.0.2.1', family: 4 }]];
    let asks = 0;
    const asking = createCourier({
      resolve: async () => {
        asks += 1;
        return answers.shift() ?? [];
      },
    });
    expect(await asking(get(`http://localhost:${port}/`))).toMatchObject({ status: 200 });
    expect([asks, asked.length]).toEqual([1, 1]);
    expect(await asking(get(`http://localhost:${port}/`))).toEqual({ failure: 'address_refused' });
    expect(asked).toHaveLength(1);
  });
});
