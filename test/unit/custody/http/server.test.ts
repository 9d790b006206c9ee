import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HTTP_LIMITS, type HttpLimits } from '../../../../electron/custody/http/limits.ts';
import type { Admitted, HttpHead } from '../../../../electron/custody/http/serve-one.ts';
import { type HttpListener, listen, listenError } from '../../../../electron/custody/http/server.ts';

let listener: HttpListener | undefined;
let seen: (HttpHead & { readonly body: Uint8Array })[] = [];
afterEach(async () => {
  await listener?.close();
  seen = [];
});

/** Admits a request as one of a known key. */
const known = (answer: Admitted['answer']): Admitted => ({ sender: 'a key', answer });

/** A listener that echoes its requests. */
async function start(limits: Partial<HttpLimits> = {}): Promise<HttpListener> {
  const started = await listen(0, { ...HTTP_LIMITS, stopTime: 50, ...limits });
  listener = started;
  started.serve((request) =>
    known((body) => {
      seen.push({ ...request, body });
      return { status: 200, body: { got: body.length } };
    }),
  );
  return started;
}

const portOf = ({ url }: HttpListener) => Number(new URL(url).port);

/** A request with the Host of the listener in place of `x`. */
const ours = (started: HttpListener, text: string) => text.replaceAll('Host: x', `Host: 127.0.0.1:${portOf(started)}`);

/** Writes bytes to the port and returns all replies until the service closes the connection. */
async function exchange(started: HttpListener, text: string, then?: (socket: Socket) => void): Promise<string> {
  const socket = connect(portOf(started), '127.0.0.1');
  const closed = new Promise((done) => void socket.on('close', done));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.write(ours(started, text));
  then?.(socket);
  await closed;
  return received;
}

const head = (...lines: string[]) => `${['POST / HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;

describe('the listener', () => {
  it('is reached on 127.0.0.1 and no other address', async () => {
    const started = await start();
    expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect((await fetch(started.url)).status).toBe(200);
    const elsewhere = connect(portOf(started), '127.0.0.2');
    await expect(once(elsewhere, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers that it failed, and goes on, when an answer cannot be written as JSON', async () => {
    const started = await start();
    started.serve(({ target }) => ({ status: 200, body: target === '/bad' ? 1n : {} }));
    const failed = await fetch(`${started.url}/bad`);
    expect([failed.status, await failed.json()]).toEqual([500, expect.objectContaining({ code: 13 })]);
    expect((await fetch(started.url)).status).toBe(200);
  });

  it('says that a port is taken, or needs rights, and what to do', async () => {
    const port = portOf(await start());
    await expect(listen(port)).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringContaining(`Port ${port} on 127.0.0.1 is already used`),
    });
    const refused = listenError(Object.assign(new Error('x'), { code: 'EACCES' }), 80);
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('Port 80 needs rights') });
    const other = new Error('x');
    expect(listenError(other, 80)).toBe(other);
  });

  it('asks to come again before the service is ready', async () => {
    listener = await listen(0);
    const response = await fetch(listener.url);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      code: 14,
      message: 'the service is starting; try again',
      details: [],
      turnkeyErrorCode: '',
    });
  });

  it('gives the exact bytes of a body', async () => {
    const started = await start();
    const body = Uint8Array.from({ length: 256 }, (_, index) => index);
    await fetch(`${started.url}/path?query`, { method: 'POST', body });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', target: '/path?query' });
    expect([...seen[0]!.body]).toEqual([...body]);
  });

  it('answers JSON that nobody keeps or guesses about', async () => {
    const { headers } = await fetch((await start()).url);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a body', () => {
  const limits = { bodyBytes: 1000, discardedBytes: 10_000 };

  it('of the largest size is taken', async () => {
    const started = await start(limits);
    const response = await fetch(started.url, { method: 'POST', body: 'x'.repeat(1000) });
    expect(await response.json()).toEqual({ got: 1000 });
  });

  it('that is larger is read away and refused, and the connection goes on', async () => {
    const started = await start(limits);
    const large = `${head('Content-Length: 1001')}${'x'.repeat(1001)}`;
    const answer = await exchange(started, large, (socket) =>
      socket.once('data', () => socket.write(ours(started, head('Content-Length: 0', 'Connection: close')))),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*larger than 1000 bytes.*HTTP\/1\.1 200 .*\{"got":0\}$/s);
    expect(seen).toHaveLength(1);
  });

  it('without an end is cut off', async () => {
    const started = await start(limits);
    const chunk = `${(5000).toString(16)}\r\n${'x'.repeat(5000)}\r\n`;
    const answer = await exchange(started, `${head('Transfer-Encoding: chunked')}${chunk.repeat(3)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
    expect(seen).toEqual([]);
  });
});

describe('a client', () => {
  const impatient = { headersTime: 40, requestTime: 80, checkInterval: 10 };

  it('that trickles its headers gets an answer that it took too long', async () => {
    const answer = await exchange(await start(impatient), 'POST / HTTP/1.1\r\nHost: x\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"message":"bad request: it took too long to arrive"/s);
  });

  it('that trickles its body is cut off too', async () => {
    const answer = await exchange(await start(impatient), `${head('Content-Length: 10')}x`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(seen).toEqual([]);
  });

  it('with headers that are too large is refused', async () => {
    const answer = await exchange(await start(), head(`X-Stamp: ${'x'.repeat(HTTP_LIMITS.headerBytes)}`));
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*its headers are too large/s);
  });

  it('that does not speak HTTP is refused', async () => {
    expect(await exchange(await start(), '\u0016\u0003\u0001 hello\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*it is not HTTP\/1\.1/s,
    );
  });

  it('with two different lengths of its body is refused', async () => {
    expect(await exchange(await start(), head('Content-Length: 1', 'Transfer-Encoding: chunked'))).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(seen).toEqual([]);
  });

  it('that goes away in the middle of its body harms nobody', async () => {
    const started = await start();
    await exchange(started, `${head('Content-Length: 10')}x`, (socket) =>
      socket.once('ready', () => socket.resetAndDestroy()),
    );
    expect((await fetch(started.url)).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('that goes away while its request is worked on harms nobody', async () => {
    const started = await start();
    let work: () => void = () => undefined;
    const working = new Promise<void>((begun) => {
      started.serve(() =>
        known(async () => {
          begun();
          await new Promise<void>((done) => {
            work = done;
          });
          return { status: 200, body: {} };
        }),
      );
    });
    const request = httpRequest(started.url);
    request.on('error', () => undefined);
    request.end();
    await working;
    const gone = new Promise((done) => void request.on('close', done));
    request.destroy();
    await gone;
    work();
    started.serve(() => ({ status: 200, body: 'still here' }));
    expect(await (await fetch(started.url)).json()).toBe('still here');
  });
});

describe('the Host of a request', () => {
  const asks = async (host: string | null) => {
    const started = await start();
    const named = host?.replace('PORT', String(portOf(started)));
    const text = `POST / HTTP/1.0\r\n${named === undefined ? '' : `Host: ${named}\r\n`}Content-Length: 1\r\n\r\nx`;
    return exchange(started, text);
  };

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT'])('may be %s', async (host) => {
    expect(await asks(host)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['attacker.example:PORT', 'attacker.example', '127.0.0.1:1', '127.0.0.1', '[::1]:PORT', null])(
    'may not be %s',
    async (host) => {
      expect(await asks(host)).toMatch(/^HTTP\/1\.1 421 .*its Host is not the address of this service/s);
      expect(seen).toEqual([]);
    },
  );
});

describe('closing', () => {
  it('lets a request under way end, and takes no other', async () => {
    const started = await start({ stopTime: 10_000 });
    let work: () => void = () => undefined;
    const working = new Promise<void>((begun) => {
      started.serve(() =>
        known(async () => {
          begun();
          await new Promise<void>((done) => {
            work = done;
          });
          return { status: 200, body: 'answered' };
        }),
      );
    });
    const answer = fetch(started.url, { headers: { connection: 'close' } });
    await working;
    const closed = started.close();
    await expect(fetch(started.url)).rejects.toThrow();
    work();
    expect(await (await answer).json()).toBe('answered');
    await closed;
    listener = undefined;
  });

  it('does not wait for ever', async () => {
    const started = await start({ stopTime: 10 });
    let hanging: Promise<string> | undefined;
    await new Promise<void>((begun) => {
      started.serve(() =>
        known(() => {
          begun();
          return new Promise(() => undefined);
        }),
      );
      hanging = exchange(started, head('Content-Length: 0'));
    });
    await started.close();
    expect(await hanging).toBe('');
    listener = undefined;
  });
});
