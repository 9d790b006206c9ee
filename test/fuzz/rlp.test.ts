import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rlpDecode, rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { damaged, rlpItem } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

/** Whatever is read was canonical: it is written to the same bytes. */
function check(bytes: Uint8Array): boolean {
  const read = outcome(() => rlpDecode(bytes));
  if ('error' in read) {
    expect(read.error.code).toBe('TRANSACTION_INVALID');
    return false;
  }
  expect(hexEncode(rlpEncode(read.value))).toBe(hexEncode(bytes));
  return true;
}

test('any bytes are canonical RLP or a typed error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => void check(bytes)),
    { numRuns: fuzzRuns() },
  );
});

test('damaged RLP is canonical RLP of something else or a typed error', () => {
  let read = 0;
  const text = damaged(rlpItem.map((item) => hexEncode(rlpEncode(item))));
  fc.assert(
    fc.property(text, (hex) => {
      if (check(hexDecode(hex))) read += 1;
    }),
    { numRuns: fuzzRuns() },
  );
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(FUZZ_RUNS);
});

/** The number of bytes in a mebibyte of hex. */
const LENGTH = 512 * 1024;
const fill = (byte: number) => new Uint8Array(LENGTH).fill(byte);
const header = (first: number, length: number) =>
  Uint8Array.of(first, length >> 16, (length >> 8) & 0xff, length & 0xff);
const long = (first: number, contents: Uint8Array) => Uint8Array.from([...header(first, contents.length), ...contents]);

/** Lists inside each other, each with the right length for all that is inside it. */
function nested(depth: number): Uint8Array {
  const heads: Uint8Array[] = [Uint8Array.of(0xc0)];
  for (let length = 1; heads.length < depth; length += heads.at(-1)?.length ?? 0)
    heads.push(length < 56 ? Uint8Array.of(0xc0 + length) : header(0xfa, length));
  return Uint8Array.from(heads.toReversed().flatMap((head) => [...head]));
}

describe('half a mebibyte of', () => {
  test.each<[string, string, Uint8Array]>([
    ['lists that hold one another', 'more than 16 lists inside each other', nested(100_000)],
    ['list heads without room', 'longer than the item around it', fill(0xc1)],
    ['short list heads', 'longer than the item around it', fill(0xf7)],
    ['long list heads', 'it is cut off: its first length counts many more bytes', fill(0xff)],
    ['long string heads', 'it is cut off: its first length counts many more bytes', fill(0xbf)],
    ['single bytes in a list', 'more than 8192 items', long(0xfa, fill(1))],
    ['empty lists in a list', 'more than 8192 items', long(0xfa, fill(0xc0))],
    ['zeros', 'follow its end', fill(0)],
  ])('%s is refused: %s', (_, reason, bytes) => {
    expect(() => rlpDecode(bytes)).toThrowError(reason);
  });

  test('one string is read', () => {
    expect(rlpDecode(long(0xba, fill(7)))).toHaveLength(LENGTH);
  });
});
