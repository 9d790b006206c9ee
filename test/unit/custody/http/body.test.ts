import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { discardBody, readBody } from '../../../../electron/custody/http/body.ts';

const hold = () => ({ grow: () => true, keep: () => undefined, release: () => undefined });
const LIMIT = 5000;

/** A body of 5000 bytes that comes byte by byte. */
const text = Buffer.from(Array.from({ length: LIMIT }, (_, index) => index % 251));
const trickling = () => Readable.from(Array.from(text, (byte) => Buffer.of(byte))) as unknown as IncomingMessage;

it.each<[string, () => Promise<unknown>]>([
  [
    'is sent for a key',
    async () => (await readBody(trickling(), { bodyBytes: LIMIT, discardedBytes: LIMIT }, { hold, queue: null })).body,
  ],
  ['is sent by a stranger', () => discardBody(trickling(), { limit: LIMIT, kept: LIMIT }, null)],
])('a body that %s byte by byte is kept whole, in few parts', async (_what, read) => {
  const joining = vi.spyOn(Buffer, 'concat');
  expect(await read()).toEqual(text);
  const parts = joining.mock.calls.map(([list]) => list.length);
  joining.mockRestore();
  expect(Math.max(...parts)).toBeLessThan(20);
});

it('nothing is kept of a body that is longer than what may be kept', async () => {
  expect(await discardBody(trickling(), { limit: LIMIT, kept: LIMIT - 1 }, null)).toBe(true);
});
