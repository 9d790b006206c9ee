import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { schnorrSign, taprootOutputKey } from '../../../../electron/crypto/curves/schnorr.ts';
import { publicKeyOf, randomBytes, schnorrVerify } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';

const CASES = 300;
const { Point } = secp256k1;
const keyInvalid = expect.objectContaining({ code: 'KEY_INVALID' });

/** BIP-341 with @noble alone: the output key and the private key that belongs to it. */
function tweaked(privateKey: Uint8Array): { outputKey: string; outputPrivateKey: Uint8Array } {
  const internal = secp256k1.getPublicKey(privateKey, true);
  const even = Point.Fn.fromBytes(privateKey) * (internal[0] === 3 ? -1n : 1n);
  const tweak = Point.Fn.fromBytes(schnorr.utils.taggedHash('TapTweak', internal.slice(1)));
  const scalar = Point.Fn.create(even + tweak);
  return {
    outputKey: hexEncode(Point.BASE.multiply(scalar).toBytes(true)).slice(2),
    outputPrivateKey: Point.Fn.toBytes(scalar),
  };
}

test('signs as @noble does, byte for byte, and each accepts the other', () => {
  for (let index = 0; index < CASES; index += 1) {
    const [privateKey, message, auxiliary] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
    const signature = schnorrSign(privateKey, message, 'BIP340', auxiliary);
    expect(hexEncode(signature)).toBe(hexEncode(schnorr.sign(message, privateKey, auxiliary)));
    expect(schnorrVerify(publicKey, message, signature, 'BIP340')).toBe(true);
    const spoiled = signature.slice();
    spoiled[index % 64] = (spoiled[index % 64] ?? 0) ^ (1 << (index % 8));
    expect(schnorrVerify(publicKey, message, spoiled, 'BIP340')).toBe(false);
  }
});

test('tweaks for Taproot as @noble does', () => {
  for (let index = 0; index < CASES; index += 1) {
    const [privateKey, message, auxiliary] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const { outputKey, outputPrivateKey } = tweaked(privateKey);
    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
    expect(taprootOutputKey(publicKey)).toBe(outputKey);
    const signature = schnorrSign(privateKey, message, 'BIP341', auxiliary);
    expect(hexEncode(signature)).toBe(hexEncode(schnorr.sign(message, outputPrivateKey, auxiliary)));
    expect(schnorr.verify(signature, message, hexDecode(outputKey))).toBe(true);
    expect(schnorrVerify(publicKey, message, signature, 'BIP341')).toBe(true);
    expect(schnorrVerify(publicKey, message, signature, 'BIP340')).toBe(false);
  }
});

test('draws fresh randomness for each signature', () => {
  const [privateKey, message] = [randomBytes(32), randomBytes(32)];
  const [first, second] = [1, 2].map(() => hexEncode(schnorrSign(privateKey, message, 'BIP340')));
  expect(first).not.toBe(second);
});

test.each([
  ['zero', '00'.repeat(32)],
  ['the order', secp256k1.Point.Fn.ORDER.toString(16)],
  ['31 bytes', '01'.repeat(31)],
])('%s is not a private key', (_name, hex) => {
  for (const scheme of ['BIP340', 'BIP341'] as const) {
    expect(() => schnorrSign(hexDecode(hex), randomBytes(32), scheme)).toThrowError(keyInvalid);
  }
});

test.each([
  ['an uncompressed key', hexEncode(secp256k1.getPublicKey(new Uint8Array(32).fill(1), false))],
  ['an x that is on no point', `02${'00'.repeat(31)}05`],
  ['an x not below the field’s prime', `02${'ff'.repeat(32)}`],
  ['a prefix of no compressed key', `04${'01'.repeat(32)}`],
  ['x alone', '01'.repeat(32)],
  ['no hexadecimal text', 'zz'.repeat(33)],
  ['nothing', ''],
])('%s is not a Taproot key, and verifies nothing', (_name, publicKey) => {
  expect(() => taprootOutputKey(publicKey)).toThrowError(keyInvalid);
  for (const scheme of ['BIP340', 'BIP341'] as const) {
    expect(schnorrVerify(publicKey, new Uint8Array(32), new Uint8Array(64), scheme)).toBe(false);
  }
});

test('only 32-byte messages, 32-byte randomness and 64-byte signatures are accepted', () => {
  const privateKey = randomBytes(32);
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const message = randomBytes(32);
  const signature = schnorrSign(privateKey, message, 'BIP340');
  const inputInvalid = expect.objectContaining({ code: 'INVALID_INPUT' });
  for (const length of [0, 31, 33, 64]) {
    expect(() => schnorrSign(privateKey, new Uint8Array(length), 'BIP340')).toThrowError(inputInvalid);
    expect(() => schnorrSign(privateKey, message, 'BIP340', new Uint8Array(length))).toThrowError(inputInvalid);
    expect(schnorrVerify(publicKey, new Uint8Array(length), signature, 'BIP340')).toBe(false);
  }
  for (const length of [0, 63, 65]) {
    expect(schnorrVerify(publicKey, message, new Uint8Array(length), 'BIP340')).toBe(false);
  }
});
