import { expect, test } from 'vitest';
import { createRandom } from '../../electron/engine/containers/fountain.ts';
import { framesOfBytes } from '../../electron/engine/containers/frames.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import vectors from './bcr-2020-005.json' with { type: 'json' };

/** The message of a length, as the vectors draw it. */
function messageOf(length: number): Uint8Array {
  const random = createRandom(utf8Encode(vectors.seed));
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}

test('a resource in one part is that of BCR-2020-005', () => {
  const { length, frame } = vectors.singlePart;
  expect(framesOfBytes(messageOf(length), length + 2).frame(1)).toBe(frame.toUpperCase());
});

test('the parts are those of BCR-2020-005, also beyond the pieces', () => {
  const { count, frame } = framesOfBytes(messageOf(vectors.length), vectors.most);
  expect(count).toBe(9);
  expect(vectors.frames.map((_, index) => frame(index + 1))).toEqual(vectors.frames.map((text) => text.toUpperCase()));
});
