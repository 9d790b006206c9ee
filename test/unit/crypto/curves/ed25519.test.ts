import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ed25519Sign, ed25519Verify } from '../../../../electron/crypto/curves/ed25519.ts';
import { ed25519PublicKey, generateEd25519, requirePublicKey } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const keyInvalid = expect.objectContaining({ code: 'KEY_INVALID' });

test('keys and signatures are those of @noble/curves', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
      expect(ed25519PublicKey(seed)).toBe(hexEncode(ed25519.getPublicKey(seed)));
      expect(ed25519Sign(seed, message)).toEqual(ed25519.sign(message, seed));
    }),
  );
});

describe('verification is strict', () => {
  /** Every encoding of a point whose order divides 8, canonical or not (RFC 8032 5.1.3). */
  const smallOrder = [
    '00'.repeat(32),
    `${'00'.repeat(31)}80`,
    `01${'00'.repeat(31)}`,
    `01${'00'.repeat(30)}80`,
    `ec${'ff'.repeat(30)}7f`,
    `ec${'ff'.repeat(31)}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    `ed${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(31)}`,
    `ee${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(31)}`,
  ];

  test.each(smallOrder)('key %s is refused, whatever the signature', (key) => {
    // With such a key, R = identity and S = 0 satisfies the equation for many messages.
    const forged = hexDecode(`01${'00'.repeat(63)}`);
    for (let index = 0; index < 16; index += 1) expect(ed25519Verify(key, Uint8Array.of(index), forged)).toBe(false);
    expect(() => requirePublicKey('CURVE_ED25519', key)).toThrowError(keyInvalid);
  });

  test('the highest canonical y is accepted and the lowest non-canonical one refused', () => {
    const message = utf8Encode('m');
    const verify = (key: string) => {
      try {
        return ed25519.verify(new Uint8Array(64), message, hexDecode(key), { zip215: false });
      } catch {
        return false;
      }
    };
    for (const low of ['eb', 'ec', 'ed', 'ee', 'ff']) {
      const key = `${low}${'ff'.repeat(30)}7f`;
      expect(ed25519Verify(key, message, new Uint8Array(64))).toBe(verify(key));
    }
    expect(requirePublicKey('CURVE_ED25519', generateEd25519().publicKey.toUpperCase())).toMatch(/^[0-9a-f]{64}$/);
  });

  test('S plus the group order is refused', () => {
    const { privateKey, publicKey } = generateEd25519();
    const message = utf8Encode('m');
    const signature = ed25519Sign(privateKey, message);
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let s = signature.slice(32).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n) + order;
    const shifted = signature.slice();
    for (let index = 32; index < 64; index += 1) {
      shifted[index] = Number(s & 0xffn);
      s >>= 8n;
    }
    expect(ed25519Verify(publicKey, message, signature)).toBe(true);
    expect(ed25519Verify(publicKey, message, shifted)).toBe(false);
  });

  test('other lengths and other messages are refused', () => {
    const { privateKey, publicKey } = generateEd25519();
    const message = utf8Encode('m');
    const signature = ed25519Sign(privateKey, message);
    expect(ed25519Verify(publicKey, utf8Encode('n'), signature)).toBe(false);
    expect(ed25519Verify(publicKey, message, signature.slice(0, 63))).toBe(false);
    expect(ed25519Verify(publicKey.slice(2), message, signature)).toBe(false);
    expect(ed25519Verify('', message, signature)).toBe(false);
  });
});

test.each([0, 31, 33, 64])('a seed of %d bytes is refused', (length) => {
  expect(() => ed25519PublicKey(new Uint8Array(length))).toThrowError(keyInvalid);
  expect(() => ed25519Sign(new Uint8Array(length), new Uint8Array(1))).toThrowError(keyInvalid);
});
