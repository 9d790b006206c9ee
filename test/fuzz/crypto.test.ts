import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  aesGcmOpen,
  deriveKey,
  findFormats,
  isMnemonic,
  mnemonicSeed,
  openAtRest,
  parsePath,
  requirePublicKey,
  sameAddress,
  signRawPayload,
  verifyRawPayload,
} from '../../electron/crypto/index.ts';
import { CURVES, HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import './seed.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const curve = fc.constantFrom(...CURVES);
const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexEncode);
const keyText = fc.oneof(
  text,
  hex(32),
  hex(33),
  hex(65),
  hex(32).map((x) => `02${x}`),
  hex(64).map((point) => `04${point}`),
);
const runs = { numRuns: 300 };

test('a path is child numbers below 2^32 or "invalid path"', () => {
  const path = fc.oneof(text, fc.stringMatching(/^m(\/[0-9]{0,11}[h'H]?){0,6}$/));
  fc.assert(
    fc.property(path, (candidate) => {
      const parsed = outcome(() => parsePath(candidate));
      if ('error' in parsed) {
        expect(parsed.error.message).toMatch(/^invalid path/);
        return;
      }
      const written = parsed.value.map((index) => `/${index >= 0x80000000 ? `${index - 0x80000000}'` : index}`);
      expect(`m${written.join('')}`).toBe(candidate);
    }),
    runs,
  );
});

test('derivation takes any seed and path or gives a typed error', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 70 }),
      curve,
      fc.stringMatching(/^m(\/[0-9]{1,4}'?){0,3}$/),
      (seed, on, path) => {
        const derived = outcome(() => deriveKey(seed, on, path));
        if ('value' in derived) expect(requirePublicKey(on, derived.value.publicKey)).toBe(derived.value.publicKey);
      },
    ),
    { numRuns: 100 },
  );
});

test('any public key has an address that equals itself, or a typed error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...findFormats()), keyText, fc.option(curve, { nil: undefined }), (format, key, on) => {
      const address = outcome(() => addressOf(format, key, on));
      if ('value' in address) expect(sameAddress(format, address.value, address.value)).toBe(true);
      expect(sameAddress(format, key, 'x')).toBe(false);
    }),
    runs,
  );
});

test('any payload is signed and proves itself, or is a typed error that starts in the public words', () => {
  const request = fc.record({
    curve,
    payload: fc.oneof(text, hex(32), hex(31), fc.stringMatching(/^0x[0-9a-f]{0,70}$/)),
    encoding: fc.constantFrom(...PAYLOAD_ENCODINGS),
    hashFunction: fc.option(fc.constantFrom(...HASH_FUNCTIONS), { nil: undefined }),
  });
  fc.assert(
    fc.property(request, hex(32), (asked, r) => {
      const privateKey = new Uint8Array(32).fill(7);
      const signed = outcome(() => signRawPayload({ ...asked, privateKey }));
      if ('error' in signed)
        expect(signed.error.message).toMatch(/^invalid (payload|payload encoding|hash function):?/);
      const forged = outcome(() =>
        verifyRawPayload({
          ...asked,
          publicKey: 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c',
          r,
          s: r,
          v: '00',
        }),
      );
      expect(forged).toHaveProperty('error');
    }),
    runs,
  );
});

test('any bytes as mnemonic, sealed blob or ciphertext give a result or a typed error', () => {
  const key = new Uint8Array(32);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), text, (bytes, purpose) => {
      expect(isMnemonic(bytes)).toBe(false);
      expect(outcome(() => mnemonicSeed(bytes))).toHaveProperty('error');
      expect(outcome(() => openAtRest(key, bytes, purpose))).toHaveProperty('error');
      expect(outcome(() => aesGcmOpen(key, new Uint8Array(12), bytes, bytes))).toHaveProperty('error');
    }),
    runs,
  );
});
