import { describe, expect, test } from 'vitest';
import {
  ecdhP256,
  generateP256,
  openP256Signer,
  p256Convert,
  p256PublicKey,
  p256Uncompress,
  p256Verify,
} from '../../../../electron/crypto/index.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';

const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
const message = utf8Encode('message');
const keyInvalid = expect.objectContaining({ code: 'KEY_INVALID' });

describe('private keys', () => {
  test.each([
    ['zero', '00'.repeat(32)],
    ['the order', ORDER],
    ['above the order', 'ff'.repeat(32)],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', '01'.repeat(33)],
    ['no bytes', ''],
  ])('%s is refused everywhere', (_name, hex) => {
    const key = hexDecode(hex);
    const point = hexDecode(p256PublicKey(generateP256().privateKey, 'uncompressed'));
    expect(() => p256PublicKey(key, 'compressed')).toThrowError(keyInvalid);
    expect(() => openP256Signer(key).sign(message)).toThrowError(keyInvalid);
    expect(() => openP256Signer(key)).toThrowError(keyInvalid);
    expect(() => ecdhP256(key, point)).toThrowError(keyInvalid);
  });

  test.each([
    ['one', `${'00'.repeat(31)}01`],
    ['the order less one', `${ORDER.slice(0, -2)}50`],
  ])('%s is a key', (_name, hex) => {
    const key = hexDecode(hex);
    expect(p256Verify(p256PublicKey(key, 'compressed'), message, openP256Signer(key).sign(message))).toBe(true);
  });

  test('generated ones differ and are not touched by signing', () => {
    const { privateKey, publicKey } = generateP256();
    const before = privateKey.slice();
    expect(p256Verify(publicKey, message, openP256Signer(privateKey).sign(message))).toBe(true);
    expect(privateKey).toEqual(before);
    expect(generateP256().publicKey).not.toBe(publicKey);
  });
});

describe('public keys', () => {
  const { publicKey } = generateP256();

  test('both forms name the same key, in any letter case', () => {
    const uncompressed = p256Uncompress(publicKey);
    expect(uncompressed).toMatch(/^04[0-9a-f]{128}$/);
    expect(p256Convert(uncompressed.toUpperCase(), 'compressed')).toBe(publicKey);
    expect(p256Uncompress(uncompressed)).toBe(uncompressed);
  });

  test.each([
    ['not on the curve', `04${'11'.repeat(64)}`],
    ['an x without a point', `02${'ff'.repeat(32)}`],
    ['the point at infinity', '00'],
    ['hybrid form', `06${'11'.repeat(64)}`],
    ['not hex', 'z'.repeat(66)],
    ['too short', publicKey.slice(2)],
  ])('%s is refused', (_name, key) => {
    expect(() => p256Uncompress(key)).toThrowError(keyInvalid);
    expect(p256Verify(key, message, openP256Signer(generateP256().privateKey).sign(message))).toBe(false);
  });
});

test('a signature verifies only for its message and key, and unchanged', () => {
  const { privateKey, publicKey } = generateP256();
  const signature = openP256Signer(privateKey).sign(message);
  expect(p256Verify(publicKey, utf8Encode('massage'), signature)).toBe(false);
  expect(p256Verify(generateP256().publicKey, message, signature)).toBe(false);
  expect(p256Verify(publicKey, message, signature.slice(0, -1))).toBe(false);
  expect(p256Verify(publicKey, message, Uint8Array.of(...signature, 0))).toBe(false);
  expect(p256Verify(publicKey, message, new Uint8Array(0))).toBe(false);
});

test('a closed signer cannot sign', () => {
  const signer = openP256Signer(generateP256().privateKey);
  expect(p256Verify(signer.publicKey, message, signer.sign(message))).toBe(true);
  signer.close();
  expect(() => signer.sign(message)).toThrowError(keyInvalid);
});

test('ECDH agrees on both sides and refuses other point forms', () => {
  const [a, b] = [generateP256(), generateP256()];
  const point = (key: Uint8Array) => hexDecode(p256PublicKey(key, 'uncompressed'));
  expect(ecdhP256(a.privateKey, point(b.privateKey))).toEqual(ecdhP256(b.privateKey, point(a.privateKey)));
  expect(() => ecdhP256(a.privateKey, hexDecode(b.publicKey))).toThrowError(keyInvalid);
  expect(() => ecdhP256(a.privateKey, hexDecode(`04${'11'.repeat(64)}`))).toThrowError(keyInvalid);
});
