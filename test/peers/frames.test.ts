import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader, FRAME_BYTES, framesOf } from '../../electron/engine/containers/frames.ts';
import '../fuzz/seed.ts';

const texts = fc.string({ minLength: 1, maxLength: 6000 });

test('frames and their replacements are those of the library', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, more) => {
      const { count, frame } = framesOf(text);
      const encoder = new UREncoder(UR.fromBuffer(Buffer.from(text)), FRAME_BYTES);
      expect(count).toBe(encoder.fragmentsLength);
      for (let number = 1; number <= count + more; number += 1)
        expect(frame(number)).toBe(encoder.nextPart().toUpperCase());
    }),
    { numRuns: 40 },
  );
});

test('each reads what the other writes, with frames lost', () => {
  fc.assert(
    fc.property(texts, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (text, lost) => {
      const frames = framesOf(text);
      const encoder = new UREncoder(UR.fromBuffer(Buffer.from(text)), FRAME_BYTES);
      const [reader, decoder] = [createFrameReader(), new URDecoder()];
      for (let number = 1; number < 20 * frames.count + 40; number += 1) {
        const theirs = encoder.nextPart();
        if (lost[number % lost.length] === true && number <= frames.count) continue;
        if (!decoder.isComplete()) decoder.receivePart(frames.frame(number));
        if (reader.text() === null) reader.add(theirs);
      }
      expect(reader.text()).toBe(text);
      expect(decoder.resultUR().decodeCBOR().toString()).toBe(text);
    }),
    { numRuns: 40 },
  );
});
