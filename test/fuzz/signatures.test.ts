import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeDer, readDer } from '../../electron/crypto/curves/der-signature.ts';
import { recoverDigestSigner, signDigest, verifyDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { schnorrSign, taprootOutputKey } from '../../electron/crypto/curves/schnorr.ts';
import { secp256k1VerifyDer } from '../../electron/crypto/curves/secp256k1.ts';
import { publicKeyOf, requirePublicKey, schnorrVerify, sha256 } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const runs = { numRuns: fuzzRuns() };
const privateKey = sha256(utf8Encode('a key of this test'));
const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
const digest = sha256(utf8Encode('a message of this test'));
const { r, s } = signDigest('CURVE_SECP256K1', privateKey, digest);
const compact = Uint8Array.of(...r, ...s);
const der = secp256k1.Signature.fromBytes(compact, 'compact').toBytes('der');
const schnorr = schnorrSign(privateKey, digest, 'BIP340', new Uint8Array(32));

/** The same bytes with some changed, some cut off or some added. */
const mutated = (original: Uint8Array) =>
  fc
    .record({
      changes: fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 3 }),
      length: fc.oneof({ weight: 3, arbitrary: fc.constant(original.length) }, fc.nat(original.length)),
      more: fc.oneof({ weight: 3, arbitrary: fc.constant(new Uint8Array(0)) }, fc.uint8Array({ maxLength: 4 })),
    })
    .map(({ changes, length, more }) => {
      const bytes = Uint8Array.from(original);
      for (const [index, byte] of changes) bytes[index] = byte;
      return Uint8Array.of(...bytes.subarray(0, length), ...more);
    });

/** Null for bytes that are refused. */
function attempted(read: () => Uint8Array): Uint8Array | null {
  try {
    return Uint8Array.from(read());
  } catch {
    return null;
  }
}

const same = (a: Uint8Array, b: Uint8Array) => hexEncode(a) === hexEncode(b);

test('a changed DER signature never verifies', () => {
  fc.assert(
    fc.property(mutated(der), (bytes) => {
      expect(secp256k1VerifyDer(publicKey, digest, bytes)).toBe(same(bytes, der));
    }),
    runs,
  );
});

test('strict DER agrees with another library and has one encoding', () => {
  fc.assert(
    fc.property(mutated(der), (bytes) => {
      const read = attempted(() => readDer(bytes));
      const other = attempted(() => secp256k1.Signature.fromBytes(bytes, 'der').toBytes('compact'));
      if (other !== null) expect(read).toEqual(other);
      if (read === null) return;
      expect(encodeDer(read.subarray(0, 32), read.subarray(32))).toEqual(bytes);
      expect(readDer(bytes, 'padded')).toEqual(read);
    }),
    runs,
  );
});

test('changed r and s never verify, whatever their lengths', () => {
  fc.assert(
    fc.property(mutated(compact), fc.nat(70), (bytes, split) => {
      const [first, second] = [bytes.subarray(0, split), bytes.subarray(split)];
      expect(verifyDigest('CURVE_SECP256K1', publicKey, digest, first, second)).toBe(same(bytes, compact));
    }),
    runs,
  );
});

test('a changed Schnorr signature never verifies', () => {
  fc.assert(
    fc.property(mutated(schnorr), (bytes) => {
      expect(schnorrVerify(publicKey, digest, bytes, 'BIP340')).toBe(same(bytes, schnorr));
    }),
    runs,
  );
});

const keyBytes = fc.oneof(
  mutated(hexDecode(publicKey)),
  mutated(secp256k1.getPublicKey(privateKey, false)),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((x) => Uint8Array.of(2, ...x)),
  fc.uint8Array({ minLength: 64, maxLength: 64 }).map((point) => Uint8Array.of(4, ...point)),
  fc.uint8Array({ maxLength: 70 }),
);

test('any bytes are a public key or throw KEY_INVALID', () => {
  fc.assert(
    fc.property(keyBytes, (bytes) => {
      const key = outcome(() => requirePublicKey('CURVE_SECP256K1', hexEncode(bytes)));
      const output = outcome(() => taprootOutputKey(hexEncode(bytes)));
      if ('error' in key) {
        expect(key.error.code).toBe('KEY_INVALID');
        expect(output).toMatchObject({ error: { code: 'KEY_INVALID' } });
      } else {
        expect(requirePublicKey('CURVE_SECP256K1', key.value)).toBe(key.value);
        expect('value' in output).toBe(bytes.length === 33);
      }
    }),
    runs,
  );
});

test('a recovered signer verifies the signature', () => {
  fc.assert(
    fc.property(mutated(compact), fc.integer({ min: -1, max: 5 }), (bytes, recovery) => {
      const [first, second] = [bytes.subarray(0, 32), bytes.subarray(32)];
      const signer = recoverDigestSigner('CURVE_SECP256K1', digest, first, second, recovery);
      if (signer === null) return;
      expect(requirePublicKey('CURVE_SECP256K1', signer)).toBe(signer);
      const signature = secp256k1.Signature.fromBytes(bytes, 'compact').toBytes('der');
      expect(secp256k1VerifyDer(signer, digest, signature)).toBe(true);
    }),
    runs,
  );
});
