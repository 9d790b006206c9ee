import { expect, it } from 'vitest';
import { readResponse } from '../../../../electron/custody/webhooks/response.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const BUNDLE = 'BKc3fV9Qm2tYwXz81LpRs7uNd4HgJ6aEoTiCkWbMvPyZ5xS';

it.each([
  ['bad signature', 'bad signature'],
  [`{"seen":"${BUNDLE}"}`, '{"seen":"[part of the delivery]"}'],
  [`x${BUNDLE.slice(0, 40)}y`, '[part of the delivery]'],
  ['a'.repeat(64), 'a'.repeat(64)],
  [BUNDLE.slice(0, 31), BUNDLE.slice(0, 31)],
])('keeps of the response %s no long part of the delivery', (given, kept) => {
  const delivered = bytes(JSON.stringify({ bundle: BUNDLE }));
  expect(readResponse({ body: bytes(given) }, delivered)).toEqual({ response: kept, responseIsCut: 0 });
});

it('leaves out a character that the cut divides, and marks other bytes that are no text', () => {
  const cut = Uint8Array.from([0x41, 0xff, 0xf0, 0x9f]);
  expect(readResponse({ body: cut, isCut: true }, bytes('{}'))).toEqual({ response: 'A\ufffd', responseIsCut: 1 });
  expect(readResponse({ body: cut }, bytes('{}'))).toEqual({ response: 'A\ufffd\ufffd', responseIsCut: 0 });
});

it('keeps at most 1 KiB, also of bytes that are no text', () => {
  const { response, responseIsCut } = readResponse({ body: new Uint8Array(1024).fill(0xff) }, bytes('{}'));
  expect([bytes(response ?? '').length, responseIsCut]).toEqual([1023, 1]);
  expect(readResponse({ body: bytes('a'.repeat(1024)) }, bytes('{}')).responseIsCut).toBe(0);
});
