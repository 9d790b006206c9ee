import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempo } from '../../electron/crypto/transactions/tempo.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { damaged, developmentKey, tempoText } from '../unit/crypto/transactions/ethereum-arbitrary.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS } from './seed.ts';

const key = developmentKey();
const simple = '76e501808080d8d79470997970c51812dc3a010c7d01b50e0d17dc79c88080c0808080808080c0';
const signed = tempo.sign(simple, key);

const CODES = ['TRANSACTION_INVALID', 'TRANSACTION_UNSUPPORTED'];

function isRead(text: string): boolean {
  const meaning = outcome(() => tempo.describe(text));
  if ('error' in meaning) expect(CODES).toContain(meaning.error.code);
  return 'value' in meaning;
}

test('any text, hex or not, is a transaction or a typed error', () => {
  const text = fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 120 }).map((rest) => `76${hexEncode(rest)}`),
    fc.uint8Array({ maxLength: 120 }).map((rest) => `76f8${hexEncode(rest)}`),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      isRead(candidate);
    }),
    { numRuns: FUZZ_RUNS },
  );
});

test('a damaged transaction is another transaction, which signs and proves itself, or a typed error', () => {
  let proven = 0;
  fc.assert(
    fc.property(damaged(fc.oneof(tempoText, fc.constant(simple))), (text) => {
      if (!isRead(text)) return;
      proven += 1;
      if (proven % 16 === 0) tempo.verify(text, tempo.sign(text, key), key);
    }),
    { numRuns: FUZZ_RUNS },
  );
  expect(proven).toBeGreaterThan(FUZZ_RUNS / 100);
});

test('a damaged signed transaction is never taken for the one that was asked for', () => {
  fc.assert(
    fc.property(damaged(fc.constant(signed)), (text) => {
      const proof = outcome(() => tempo.verify(simple, text, key));
      if (text === signed) expect(proof).toHaveProperty('value');
      else expect(proof).toMatchObject({ error: { code: 'SIGNATURE_MISMATCH' } });
    }),
    { numRuns: FUZZ_RUNS },
  );
});

describe('a mebibyte of', () => {
  const whole = 1024 * 1024;
  test.each<[string, string]>([
    ['list heads', `76${'c1'.repeat(whole / 2 - 1)}`],
    ['lengths beyond everything', `76${'ff'.repeat(whole / 2 - 1)}`],
    ['empty calls', `76fa07fff0${'c0'.repeat(0x7fff0)}`],
  ])('%s is refused', (_, text) => {
    expect(isRead(text)).toBe(false);
  });
});
