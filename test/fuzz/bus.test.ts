import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeCall } from '../../electron/main/screen-lock/bus-message.ts';
import { fuzzRuns } from './seed.ts';

const runs = { numRuns: fuzzRuns() };
const text = fc.string({ unit: 'binary', maxLength: 60 });
const call = fc.record({
  destination: text,
  path: text,
  interface: text,
  member: text,
  argument: fc.option(text),
});
const serial = fc.integer({ min: 1, max: 0xffff_ffff });

describe('a message of a bus', () => {
  test('is read back unchanged once it is complete, also with another behind it', () => {
    fc.assert(
      fc.property(call, serial, fc.uint8Array({ maxLength: 40 }), (asked, number, behind) => {
        const bytes = encodeCall(asked, number);
        const { path, interface: spoken, member } = asked;
        expect(decodeMessage(Buffer.concat([bytes, behind]))).toEqual({
          message: { kind: 'call', path, interface: spoken, member, isTrue: false },
          length: bytes.length,
        });
        expect(decodeMessage(bytes.subarray(0, number % bytes.length))).toBeNull();
      }),
      runs,
    );
  });

  test('with other bytes is refused with a message, or waits for more', () => {
    const wrong = fc.tuple(call, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(wrong, ([asked, changes]) => {
        const bytes = encodeCall(asked, 1);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        try {
          const found = decodeMessage(bytes);
          if (found !== null) expect(found.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect((error as Error).message).toMatch(/^The bus sent/);
        }
      }),
      runs,
    );
  });
});
