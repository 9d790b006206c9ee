import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HTTP_LIMITS, type HttpLimits } from '../../../../electron/custody/http/limits.ts';
import { type HttpListener, listen } from '../../../../electron/custody/http/server.ts';

/** A connection that was to be answered by then was not. */
const WAIT_MILLISECONDS = 5_000;

let listener: HttpListener | undefined;
afterEach(() => listener?.close());

/** A listener that accepts the stamp of requests to `/proven`. It records the order of the requests. */
async function start(limits: Partial<HttpLimits> = {}) {
  const started = await listen(0, { ...HTTP_LIMITS, stopTime: 50, ...limits });
  listener = started;
  const order: string[] = [];
  started.serve(({ target }) => {
    order.push(target);
    const answer = (_body: Uint8Array, proven: () => void) => {
      if (target === '/proven') proven();
      return { status: target === '/proven' ? 200 : 401, body: {} };
    };
    return { sender: 'a key', answer };
  });
  return { started, order };
}

/** A connection that stays open, with its replies so far. */
interface Visit {
  write(text: string): void;
  answered(count: number): Promise<string[]>;
  isClosed(): boolean;
}

async function visit(started: HttpListener): Promise<Visit> {
  const socket = connect(Number(new URL(started.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => String(status));
  return {
    write: (text) => void socket.write(text.replaceAll('Host: x', `Host: ${new URL(started.url).host}`)),
    async answered(count) {
      await vi.waitUntil(() => statuses().length >= count, WAIT_MILLISECONDS);
      return statuses();
    },
    isClosed: () => socket.closed,
  };
}

const post = (target: string, length = 0, sent = length) =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`;

async function provenVisit(started: HttpListener): Promise<Visit> {
  const made = await visit(started);
  made.write(post('/proven'));
  await made.answered(1);
  return made;
}

describe('who has proven a key, and who only claims it', () => {
  it('goes first on its connection, before all that wait', async () => {
    const { started, order } = await start();
    const proven = await provenVisit(started);
    const claiming = await Promise.all(Array.from({ length: 20 }, () => visit(started)));
    for (const one of claiming) one.write(post('/first'));
    for (const one of claiming) expect(await one.answered(1)).toEqual(['401']);
    order.length = 0;
    for (const one of claiming) one.write(post('/claimed'));
    proven.write(post('/proven'));
    await Promise.all([proven.answered(2), ...claiming.map((one) => one.answered(2))]);
    expect(order).toEqual(['/proven', ...Array.from({ length: 20 }, () => '/claimed')]);
  });

  it('waits like all others after a stamp that does not hold', async () => {
    const { started, order } = await start();
    const [former, other] = [await provenVisit(started), await visit(started)];
    former.write(post('/claimed'));
    other.write(post('/other'));
    await Promise.all([former.answered(2), other.answered(1)]);
    order.length = 0;
    other.write(post('/other'));
    former.write(post('/proven'));
    await Promise.all([former.answered(3), other.answered(2)]);
    expect(order).toEqual(['/other', '/proven']);
  });

  it('has room for bodies of its own, while those that hold most of the room for claims give way', async () => {
    const { started, order } = await start({ bodyBytes: 1000, claimedBytes: 1000, bytesInFlight: 1000 });
    const proven = await provenVisit(started);
    const [most, less] = [await visit(started), await visit(started)];
    most.write(post('/most', 700, 600));
    less.write(post('/less', 400, 300));
    await vi.waitUntil(() => order.length === 3, WAIT_MILLISECONDS);
    const third = await visit(started);
    third.write(post('/claimed', 200));
    expect(await third.answered(1)).toEqual(['401']);
    expect(await most.answered(1)).toEqual(['429']);
    proven.write(post('/proven', 1000));
    expect(await proven.answered(2)).toEqual(['200', '200']);
    less.write('x'.repeat(100));
    expect(await less.answered(1)).toEqual(['401']);
    expect(order).toHaveLength(5);
  });

  it('has room for bodies together with its other connections, the oldest giving way', async () => {
    const { started, order } = await start({ bodyBytes: 1000, bytesInFlight: 1000 });
    const [oldest, newest] = [await provenVisit(started), await provenVisit(started)];
    oldest.write(post('/proven', 700, 699));
    await vi.waitUntil(() => order.length === 3, WAIT_MILLISECONDS);
    newest.write(post('/proven', 700));
    expect(await newest.answered(2)).toEqual(['200', '200']);
    expect(await oldest.answered(2)).toEqual(['200', '429']);
  });

  it('is hung up on when it asks again before it was answered, unless it has proven its key', async () => {
    const { started, order } = await start();
    const [claiming, proven] = [await visit(started), await provenVisit(started)];
    claiming.write(post('/claimed').repeat(100));
    await vi.waitUntil(() => claiming.isClosed(), WAIT_MILLISECONDS);
    proven.write(post('/proven').repeat(100));
    expect(await proven.answered(101)).toHaveLength(101);
    expect(order.filter((target) => target === '/claimed')).toEqual([]);
  });
});
