import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKey, parsePath, publicKeyOf } from '../../electron/crypto/index.ts';
import { CURVES } from '../../shared/model/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const HARDENED = 0x80000000;
const spelled = fc.stringMatching(/^m(\/[0-9]{0,11}[h'H]?){0,6}$/);
const valid = fc
  .array(fc.tuple(fc.nat(HARDENED - 1), fc.boolean()), { maxLength: 6 })
  .map((segments) => ['m', ...segments.map(([index, hardened]) => `${index}${hardened ? "'" : ''}`)].join('/'));

test('a path has one spelling, or is refused', () => {
  const change = fc.record({ at: fc.nat(30), drop: fc.nat(2), put: fc.string({ maxLength: 2 }) });
  const changed = fc
    .tuple(valid, change)
    .map(([path, { at, drop, put }]) => path.slice(0, at) + put + path.slice(at + drop));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), spelled, valid, changed), (path) => {
      const parsed = outcome(() => parsePath(path));
      if ('error' in parsed) {
        expect(parsed.error.code).toBe('INVALID_INPUT');
        expect(parsed.error.message).toMatch(/^invalid path: /);
        return;
      }
      const written = parsed.value.map((index) => `/${index >= HARDENED ? `${index - HARDENED}'` : index}`);
      expect(`m${written.join('')}`).toBe(path);
    }),
    { numRuns: fuzzRuns() },
  );
});

test('any seed and path give a key of the curve, or a typed error with the reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), fc.constantFrom(...CURVES), valid, (seed, curve, path) => {
      const derived = outcome(() => deriveKey(seed, curve, path));
      const unhardened = curve === 'CURVE_ED25519' && parsePath(path).some((index) => index < HARDENED);
      if ('value' in derived) {
        expect(publicKeyOf(curve, derived.value.privateKey)).toBe(derived.value.publicKey);
        expect(unhardened || seed.length < 16 || seed.length > 64).toBe(false);
      } else expect(derived.error.message).toMatch(unhardened ? /hardened segments|A seed has/ : /A seed has/);
    }),
    { numRuns: fuzzRuns(25) },
  );
});

test.each([
  ['segments', '0/'],
  ['slashes', '/'],
  ['digits', '9'],
  ['marks', "'"],
])('a mebibyte of %s is refused', (_name, part) => {
  expect(outcome(() => parsePath(`m/${part.repeat(1024 * 1024)}`))).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});
