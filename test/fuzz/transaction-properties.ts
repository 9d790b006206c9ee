import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SigningKey } from '../../electron/crypto/index.ts';
import type { Asking } from '../unit/crypto/transactions/asking.ts';
import { damaged } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const CODES = ['TRANSACTION_INVALID', 'TRANSACTION_UNSUPPORTED'];

/** Reports whether the rule reads the text. If it does not, it has to refuse the text in the public words. */
export function isRead(rule: Asking, text: string): boolean {
  const meaning = outcome(() => rule.describe(text));
  if ('value' in meaning) return true;
  expect(CODES).toContain(meaning.error.code);
  expect(meaning.error.message).toMatch(/Nothing was signed\.$/);
  return false;
}

/** Tests that no text breaks a rule: `wild` is anything, `good` can be signed, `simple` is one of the good ones. */
export function testTransactionRule(
  rule: Asking,
  key: SigningKey,
  { wild, good, simple }: { wild: fc.Arbitrary<string>; good: fc.Arbitrary<string>; simple: string },
): void {
  const signed = rule.sign(simple, key);

  test('any text is a transaction or throws a typed error', () => {
    fc.assert(
      fc.property(wild, (candidate) => {
        isRead(rule, candidate);
      }),
      { numRuns: fuzzRuns() },
    );
  });

  test('a damaged transaction is another one with a verifiable signature, or throws a typed error', () => {
    let proven = 0;
    fc.assert(
      fc.property(damaged(good), (text) => {
        if (!isRead(rule, text)) return;
        proven += 1;
        if (proven % 16 === 0) rule.verify(text, rule.sign(text, key), key);
      }),
      { numRuns: fuzzRuns() },
    );
    expect(proven).toBeGreaterThan(FUZZ_RUNS / 100);
  });

  test('a damaged signed transaction is never accepted as the requested one', () => {
    fc.assert(
      fc.property(damaged(fc.constant(signed)), (text) => {
        const proof = outcome(() => rule.verify(simple, text, key));
        if (text === signed) expect(proof).toHaveProperty('value');
        else expect(proof).toMatchObject({ error: { code: 'SIGNATURE_MISMATCH' } });
      }),
      { numRuns: fuzzRuns() },
    );
  });
}
