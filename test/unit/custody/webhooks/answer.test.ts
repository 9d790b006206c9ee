import { expect, it } from 'vitest';
import { readAnswer } from '../../../../electron/custody/webhooks/answer.ts';

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
  expect(readAnswer({ body: bytes(given) }, delivered)).toEqual({ answer: kept, answerIsCut: 0 });
});

it('leaves out a character that the cut divides, and marks other bytes that are no text', () => {
  const cut = Uint8Array.from([0x41, 0xff, 0xf0, 0x9f]);
  expect(readAnswer({ body: cut, isCut: true }, bytes('{}'))).toEqual({ answer: 'A\ufffd', answerIsCut: 1 });
  expect(readAnswer({ body: cut }, bytes('{}'))).toEqual({ answer: 'A\ufffd\ufffd', answerIsCut: 0 });
});
