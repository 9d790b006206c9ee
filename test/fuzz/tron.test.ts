import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTransaction, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import {
  encode,
  type Field,
  OWNER,
  rawText,
  TRANSFER,
  trigger,
  tronKey,
} from '../unit/crypto/transactions/tron/builder.ts';
import { anyText, mutatedHex } from './hex-mutations.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

/** A long run has more cases than the usual time is for. */
const TIMEOUT = { timeout: Math.max(300_000, 5 * FUZZ_RUNS) };
const TYPE = 'TRANSACTION_TYPE_TRON';
const key = tronKey(1);
const permission: Field[] = [
  [1, 2],
  [3, 'active'],
  [4, 1],
  [
    7,
    [
      [1, OWNER],
      [2, 1],
    ],
  ],
];
const permissions = (value: readonly Field[]) =>
  rawText({ name: 'AccountPermissionUpdateContract', type: 46, value: [[1, OWNER], ...value] });
const unsigned = [
  rawText({
    ...TRANSFER,
    raw: [
      [10, 'hello'],
      [18, 5],
    ],
  }),
  rawText(trigger(`a9059cbb${'22'.repeat(20).padStart(64, '0')}${'ff'.repeat(32)}`)),
  permissions([
    [2, permission],
    [4, permission],
  ]),
] as const;
const signed = unsigned.map((text) => signTransaction(TYPE, text, key));

test('any text is explained and signed unchanged, or throws a typed error', TIMEOUT, () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: mutatedHex(...unsigned) }, anyText), (text) => {
      const described = outcome(() => describeTransaction(TYPE, text));
      const done = outcome(() => signTransaction(TYPE, text, key));
      if ('error' in described) {
        expect(described.error.message).toMatch(/^(failed to parse transaction|unsupported transaction type): /);
        expect(done).toHaveProperty('error.code', described.error.code);
        return;
      }
      if ('error' in done) throw done.error;
      accepted += 1;
      expect(done.value).toContain(text);
      expect(verifyTransaction(TYPE, text, done.value, key).compared.length).toBeGreaterThan(0);
    }),
    { numRuns: fuzzRuns() },
  );
  expect(accepted).toBeGreaterThan(FUZZ_RUNS / 20);
});

test('any changed answer is refused', TIMEOUT, () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2), fc.oneof(mutatedHex(...signed), anyText), (index, answer) => {
      const checked = outcome(() => verifyTransaction(TYPE, unsigned[index]!, answer, key));
      if ('error' in checked) expect(checked.error.code).toBe('SIGNATURE_MISMATCH');
      else expect(answer).toBe(signed[index]);
    }),
    { numRuns: fuzzRuns() },
  );
});

describe('hostile input up to the limits', () => {
  const EMPTY = 255_000;

  test.each([
    ['zeros', '00'],
    ['numbers that never end', '80'],
    ['lengths that never end', '0aff'],
    ['groups within groups', '0b'],
    ['messages within messages', '5aff0f'],
    ['letters that are no digits', 'zz'],
  ])('a megabyte of %s', (_, unit) => {
    for (const size of [2 * 512_000, 1_048_576]) {
      const text = unit.repeat(size / 2).slice(0, size);
      expect(outcome(() => describeTransaction(TYPE, text))).toHaveProperty('error.code', 'TRANSACTION_INVALID');
      const checked = outcome(() => verifyTransaction(TYPE, unsigned[0], text, key));
      expect(checked).toHaveProperty('error.code', 'SIGNATURE_MISMATCH');
    }
  });

  test.each([
    ['permissions', permissions(Array.from({ length: EMPTY }, (): Field => [4, []])), 'more than 16 values'],
    ['keys', permissions([[2, Array.from({ length: EMPTY }, (): Field => [7, []])]]), 'has no address'],
    ['contracts', hexEncode(encode(Array.from({ length: EMPTY }, (): Field => [11, []]))), 'more than 1 values'],
    ['memos', hexEncode(encode(Array.from({ length: EMPTY }, (): Field => [10, '']))), 'more than 1 values'],
  ])('a quarter of a million %s stop at the limit', (_, text, words) => {
    expect(() => describeTransaction(TYPE, text)).toThrowError(new RegExp(words));
  });

  test('a deeply nested message is read one level deep', () => {
    let nested: Uint8Array = new Uint8Array();
    while (nested.length < 20_000) nested = encode([[2, nested]]);
    expect(() => describeTransaction(TYPE, permissions([[2, nested]]))).toThrowError(/owner\.id has wire type 2/);
  });

  test('a memo of the maximum length is shown and signed', () => {
    const text = rawText({ ...TRANSFER, raw: [[10, 'x'.repeat(511_000)]] });
    expect(describeTransaction(TYPE, text).fields).toContainEqual(
      expect.objectContaining({ name: 'data', value: `"${'x'.repeat(511_000)}"`, kind: 'text' }),
    );
    expect(verifyTransaction(TYPE, text, signTransaction(TYPE, text, key), key).transactionId).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});
