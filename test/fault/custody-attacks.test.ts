import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HTTP_LIMITS } from '../../electron/custody/http/limits.ts';
import { createCustodyService } from '../../electron/custody/service.ts';
import type { ReadyLine } from '../../shared/processes/index.ts';
import { startCustody } from '../tools/start-custody.ts';
import { startInput } from './custody-process.ts';

const MEBIBYTE = 1024 * 1024;
const operator = generateP256KeyPair();
const stranger = generateP256KeyPair();
const stamperOf = (key: typeof operator) =>
  new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });

let directory: string;
let ready: ReadyLine;
let service: ReturnType<typeof createCustodyService>;
let sockets: Socket[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-attacks-'));
  sockets = [];
  service = createCustodyService({
    now: Date.now,
    report: () => 'reference',
    limits: { ...HTTP_LIMITS, stopTime: 50 },
  });
  ready = await startCustody(service, startInput(directory, operator.publicKey));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop({});
  rmSync(directory, { recursive: true });
});

const operatorIsAnswered = () =>
  expect(
    new TurnkeyClient({ baseUrl: ready.baseUrl }, stamperOf(operator)).getWhoami({
      organizationId: ready.organizationId,
    }),
  ).resolves.toMatchObject({ username: 'Operator' });

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(ready.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const head = (length: number, stamp: string) =>
  `POST /public/v1/query/whoami HTTP/1.1\r\nHost: ${new URL(ready.baseUrl).host}\r\nX-Stamp: ${stamp}\r\nContent-Length: ${length}\r\n\r\n`;

/** The stamp that a key makes over some body. */
const stampOf = async (key: typeof operator, body: string) => (await stamperOf(key).stamp(body)).stampHeaderValue;

/** Writes, and waits until the system took it all or the service hung up. */
const write = (socket: Socket, data: string | Buffer) =>
  new Promise<void>((done) => {
    socket.once('close', () => done());
    socket.write(data, () => done());
  });

describe('an operator still gets answers', () => {
  it('while strangers try to hold more connections than the limit', async () => {
    for (let count = 0; count < HTTP_LIMITS.connections + 100; count += 1) await open();
    await operatorIsAnswered();
    // The oldest connections were closed, and the newest were kept.
    expect(sockets.slice(-100).filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(sockets.slice(0, 50).filter(({ closed, readableEnded }) => !closed && !readableEnded)).toEqual([]);
  });

  it('while unfinished bodies with a known key use a bounded part of the memory', async () => {
    const before = process.memoryUsage.rss();
    const stamp = await stampOf(operator, 'another body');
    const part = Buffer.alloc(2 * MEBIBYTE, 'x');
    for (let count = 0; count < 200; count += 1) {
      const socket = await open();
      await write(socket, head(4 * MEBIBYTE, stamp));
      await write(socket, part);
    }
    await operatorIsAnswered();
    const grown = process.memoryUsage.rss() - before;
    // 400 MiB were sent. This process holds both ends of each socket.
    expect(grown).toBeLessThan(3 * HTTP_LIMITS.bytesInFlight);
  });

  it('while strangers send large bodies, which are not kept', async () => {
    const stamp = await stampOf(stranger, 'another body');
    const answers: string[] = [];
    for (let count = 0; count < 50; count += 1) {
      const socket = await open();
      socket.once('data', (answer: Buffer) => answers.push(answer.toString().slice(0, 12)));
      await write(socket, head(4 * MEBIBYTE, stamp) + 'x'.repeat(HTTP_LIMITS.strangerBytes + 1));
    }
    await operatorIsAnswered();
    // Before the rest has come, which it never does.
    await vi.waitUntil(() => answers.length === 50, { timeout: 60_000 });
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401']));
  });

  it.each([
    ['a stranger', stranger, 401, 'PUBLIC_KEY_NOT_FOUND'],
    ['a known key', operator, 400, 'REQUEST_INVALID'],
  ] as const)('after 4 MiB of nested lists of %s, which are never parsed', async (_whose, key, status, code) => {
    const body = '['.repeat(2 * MEBIBYTE - 1) + ']'.repeat(2 * MEBIBYTE - 1);
    const stamp = await stampOf(key, body);
    let longest = 0;
    let last = process.cpuUsage();
    const beat = setInterval(() => {
      const { user, system } = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1000);
      last = process.cpuUsage();
    }, 1);
    const parse = JSON.parse;
    let parsed = 0;
    JSON.parse = ((text: string, ...rest: []) => {
      parsed = Math.max(parsed, text.length);
      return parse(text, ...rest);
    }) as typeof JSON.parse;
    try {
      const response = await fetch(`${ready.baseUrl}/public/v1/query/whoami`, {
        method: 'POST',
        headers: { 'x-stamp': stamp },
        body,
      }).catch(() => null);
      if (response !== null)
        expect([response.status, await response.json()]).toMatchObject([status, { turnkeyErrorCode: code }]);
      else expect(key).toBe(stranger);
      await operatorIsAnswered();
    } finally {
      JSON.parse = parse;
      clearInterval(beat);
    }
    expect(parsed).toBeLessThan(MEBIBYTE);
    // Milliseconds of processor time between two turns of the event loop.
    expect(longest).toBeLessThan(5000);
  });
});
