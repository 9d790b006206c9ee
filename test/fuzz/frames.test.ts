import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBytewords, writeBytewords } from '../../electron/engine/containers/bytewords.ts';
import { createFrameReader, framesOf } from '../../electron/engine/containers/frames.ts';
import { readPng, writePng } from '../../electron/engine/containers/png.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const TEXT = '{"format":"castellan-container"}\n'.repeat(40);
const { count, frame } = framesOf(TEXT);

function isRefused(work: () => unknown): void {
  expect(outcome(work)).toHaveProperty('error.code', 'INVALID_INPUT');
}

it('any text is refused by name', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `ur:bytes/${rest}`),
  );
  fc.assert(
    fc.property(text, (given) => {
      isRefused(() => createFrameReader().add(given));
    }),
    { numRuns: fuzzRuns() },
  );
});

it('every change of a frame is refused', () => {
  const changed = fc.tuple(fc.integer({ min: 1, max: 3 * count }), fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3));
  fc.assert(
    fc.property(changed, ([number, where, piece, cut]) => {
      const whole = frame(number).toLowerCase();
      const at = where % whole.length;
      const text = whole.slice(0, at) + piece + whole.slice(at + cut);
      if (text.trim().toLowerCase() !== whole) isRefused(() => createFrameReader().add(text));
    }),
    { numRuns: fuzzRuns() },
  );
});

it('any parts under a fitting checksum are taken or refused by name, and never end in another text', () => {
  const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(3), fc.uint8Array({ minLength: 1, maxLength: 30 }));
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 12 }), (parts) => {
      const reader = createFrameReader();
      for (const [number, length, pieces, data] of parts) {
        const head = [0x85, number % 24, pieces + 2, length % 24, 0, 0x40 + (data.length % 24)];
        const body = writeBytewords(Uint8Array.from([...head, ...data.subarray(0, data.length % 24)]));
        outcome(() => reader.add(`ur:bytes/${number % 24}-${pieces + 2}/${body}`));
        outcome(() => reader.text());
      }
    }),
    { numRuns: fuzzRuns() },
  );
});

it('any frames that suffice give the container, in any order', () => {
  const numbers = fc.shuffledSubarray(Array.from({ length: 2 * count }, (_, index) => index + 1));
  fc.assert(
    fc.property(numbers, (shown) => {
      const reader = createFrameReader();
      for (const number of shown) reader.add(frame(number));
      const { done, total } = reader.progress;
      expect(reader.text()).toBe(done === total ? TEXT : null);
    }),
    { numRuns: fuzzRuns() },
  );
});

it('frames of a container among changed ones and those of another end in its text, in nothing or in a refusal', () => {
  const other = framesOf(TEXT.replace('container', 'impostors'));
  /** The same frame with other bytes, under a checksum that fits. */
  const changed = (number: number) => {
    const [start = '', letters = ''] = frame(number)
      .toLowerCase()
      .split(/\/(?=[a-z]+$)/);
    const bytes = readBytewords(letters) ?? new Uint8Array(0);
    return `${start}/${writeBytewords(bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))}`;
  };
  const shown = fc.tuple(fc.integer({ min: 1, max: 3 * count }), fc.constantFrom(frame, frame, changed, other.frame));
  fc.assert(
    fc.property(fc.array(shown, { maxLength: 6 * count }), (frames) => {
      const reader = createFrameReader();
      for (const [number, made] of frames) {
        const added = outcome(() => reader.add(made(number)));
        if ('error' in added) expect(added).toHaveProperty('error.code', 'INVALID_INPUT');
        const read = outcome(() => reader.text());
        if ('error' in read) expect(read).toHaveProperty('error.code', 'INVALID_INPUT');
        else expect([null, TEXT, TEXT.replace('container', 'impostors')]).toContain(read.value);
      }
    }),
    { numRuns: fuzzRuns() },
  );
});

it('any bytes and any damaged PNG are read or refused in words', () => {
  const whole = writePng(
    [
      [true, false],
      [false, true],
    ],
    4,
  );
  const damaged = fc
    .tuple(fc.nat(whole.length - 1), fc.nat(255))
    .map(([at, byte]) => Uint8Array.from(whole).fill(byte, at, at + 1));
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), (file) => {
      const read = readPng(file);
      expect(typeof read === 'string' ? read.length : read.grey.length).toBeGreaterThan(0);
    }),
    { numRuns: fuzzRuns() },
  );
});
