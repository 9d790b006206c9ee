import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aesGcmOpen, openAtRest } from '../../electron/crypto/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

test('any bytes as sealed blob or ciphertext are refused with a typed error', () => {
  const key = new Uint8Array(32);
  const place = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), place, (bytes, purpose) => {
      expect(outcome(() => openAtRest(key, bytes, purpose))).toHaveProperty('error');
      expect(outcome(() => aesGcmOpen(key, new Uint8Array(12), bytes, bytes))).toHaveProperty('error');
    }),
    { numRuns: fuzzRuns() },
  );
});
