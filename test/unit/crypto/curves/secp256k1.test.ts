import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { recoverDigestSigner, signDigest, verifyDigest } from '../../../../electron/crypto/curves/ecdsa-digest.ts';
import { secp256k1PublicKey, secp256k1VerifyDer } from '../../../../electron/crypto/curves/secp256k1.ts';
import { randomBytes, requirePublicKey, sha256, verifyStamp } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

const keyInvalid = expect.objectContaining({ code: 'KEY_INVALID' });
const ORDER = secp256k1.Point.Fn.ORDER;
const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const publicKey = secp256k1PublicKey(privateKey, 'compressed');

test('signatures have a low S, recover their key and verify', () => {
  for (let index = 0; index < 20; index += 1) {
    const digest = randomBytes(32);
    const { r, s, recovery } = signDigest('CURVE_SECP256K1', privateKey, digest);
    expect(BigInt(`0x${hexEncode(s)}`) <= ORDER / 2n).toBe(true);
    expect(verifyDigest('CURVE_SECP256K1', publicKey, digest, r, s)).toBe(true);
    const recovered = secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...r, ...s), digest, { prehash: false });
    expect(hexEncode(recovered)).toBe(publicKey);
  }
});

describe('beside @noble', () => {
  const CASES = 300;
  /** Digests not below the order too: RFC 6979 reduces them before the nonce is made. */
  const digestOf = (index: number) => {
    const digest = randomBytes(32);
    return index % 10 === 0 ? digest.fill(255, 0, 16) : digest;
  };

  test('public keys agree, in both forms', () => {
    for (let index = 0; index < CASES; index += 1) {
      const key = randomBytes(32);
      const compressed = secp256k1PublicKey(key, 'compressed');
      const uncompressed = secp256k1PublicKey(key, 'uncompressed');
      expect(compressed).toBe(hexEncode(secp256k1.getPublicKey(key, true)));
      expect(uncompressed).toBe(hexEncode(secp256k1.getPublicKey(key, false)));
      expect(requirePublicKey('CURVE_SECP256K1', uncompressed)).toBe(compressed);
    }
  });

  test('signatures agree byte for byte', () => {
    for (let index = 0; index < CASES; index += 1) {
      const [key, digest] = [randomBytes(32), digestOf(index)];
      const { r, s, recovery } = signDigest('CURVE_SECP256K1', key, digest);
      const expected = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      expect(hexEncode(Uint8Array.of(recovery, ...r, ...s))).toBe(hexEncode(expected));
    }
  });

  test('verification agrees on valid and on damaged signatures', () => {
    for (let index = 0; index < CASES; index += 1) {
      const [key, digest] = [randomBytes(32), digestOf(index)];
      const point = secp256k1.getPublicKey(key, index % 2 === 0);
      const signature = secp256k1.sign(digest, key, { prehash: false, lowS: index % 3 === 0 });
      if (index % 4 === 0) signature[index % 64] = (signature[index % 64] ?? 0) ^ 1;
      const [r, s] = [signature.slice(0, 32), signature.slice(32)];
      const verdict = (lowS: boolean) => secp256k1.verify(signature, digest, point, { prehash: false, lowS });
      expect(verifyDigest('CURVE_SECP256K1', hexEncode(point), digest, r, s)).toBe(verdict(true));
      const der = secp256k1.Signature.fromBytes(signature, 'compact').toBytes('der');
      expect(secp256k1VerifyDer(hexEncode(point), digest, der)).toBe(verdict(false));
    }
  });

  test('recovery agrees, for any recovery id', () => {
    for (let index = 0; index < CASES; index += 1) {
      const [digest, signature] = [digestOf(index), secp256k1.sign(randomBytes(32), randomBytes(32))];
      const [r, s] = [signature.slice(0, 32), signature.slice(32)];
      const recovery = index % 5;
      let expected: string | null = null;
      try {
        expected = hexEncode(
          secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...signature), digest, { prehash: false }),
        );
      } catch {
        // No point leads to this signature.
      }
      expect(recoverDigestSigner('CURVE_SECP256K1', digest, r, s, recovery)).toBe(expected);
    }
  });
});

describe('a high S', () => {
  const digest = sha256(utf8Encode('body'));
  const { r, s } = signDigest('CURVE_SECP256K1', privateKey, digest);
  const high = hexDecode((ORDER - BigInt(`0x${hexEncode(s)}`)).toString(16).padStart(64, '0'));
  const der = new secp256k1.Signature(BigInt(`0x${hexEncode(r)}`), BigInt(`0x${hexEncode(high)}`)).toBytes('der');

  test('is refused where chains would refuse it', () => {
    expect(verifyDigest('CURVE_SECP256K1', publicKey, digest, r, high)).toBe(false);
  });

  test('is accepted in a stamp', () => {
    expect(secp256k1VerifyDer(publicKey, digest, der)).toBe(true);
    const stamp = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', signature: hexEncode(der) } as const;
    expect(verifyStamp(stamp, utf8Encode('body'))).toBe(true);
    expect(verifyStamp(stamp, utf8Encode('Body'))).toBe(false);
    expect(verifyStamp({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191' }, utf8Encode('body'))).toBe(
      false,
    );
  });
});

test.each([
  ['zero', '00'.repeat(32)],
  ['the order', ORDER.toString(16)],
  ['31 bytes', '01'.repeat(31)],
])('%s is not a private key', (_name, hex) => {
  expect(() => secp256k1PublicKey(hexDecode(hex), 'compressed')).toThrowError(keyInvalid);
  expect(() => signDigest('CURVE_SECP256K1', hexDecode(hex), randomBytes(32))).toThrowError(keyInvalid);
});

test('only 32-byte digests are signed', () => {
  for (const length of [0, 31, 33]) {
    expect(() => signDigest('CURVE_SECP256K1', privateKey, new Uint8Array(length))).toThrowError(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
    expect(
      verifyDigest('CURVE_SECP256K1', publicKey, new Uint8Array(length), new Uint8Array(32), new Uint8Array(32)),
    ).toBe(false);
  }
});

test('verification never throws for malformed input', () => {
  const digest = randomBytes(32);
  expect(verifyDigest('CURVE_SECP256K1', '', digest, new Uint8Array(0), new Uint8Array(0))).toBe(false);
  expect(verifyDigest('CURVE_SECP256K1', publicKey, digest, new Uint8Array(32), new Uint8Array(32))).toBe(false);
  expect(secp256k1VerifyDer(publicKey, digest, new Uint8Array(0))).toBe(false);
  expect(secp256k1VerifyDer('zz', digest, new Uint8Array(70))).toBe(false);
});
