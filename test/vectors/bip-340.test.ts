import { expect, test } from 'vitest';
import { schnorrSign } from '../../electron/crypto/curves/schnorr.ts';
import { publicKeyOf, schnorrVerify } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import vectors from './bip-340.json' with { type: 'json' };

const DIGEST_DIGITS = 64;
const digests = vectors.vectors.filter(({ message }) => message.length === DIGEST_DIGITS);

/** The signature's key is x alone. With either parity in front the result must be the same. */
const verifies = (publicKey: string, message: string, signature: string) =>
  ['02', '03'].map((parity) => schnorrVerify(parity + publicKey, hexDecode(message), hexDecode(signature), 'BIP340'));

test.each(digests)('row $index: $valid $comment', ({ publicKey, message, signature, valid }) => {
  expect(verifies(publicKey, message, signature)).toEqual([valid, valid]);
});

test.each(digests.filter(({ privateKey }) => privateKey !== undefined))(
  'row $index is signed as published',
  ({ privateKey = '', auxiliary = '', publicKey, message, signature }) => {
    const key = hexDecode(privateKey);
    expect(publicKeyOf('CURVE_SECP256K1', key).slice(2)).toBe(publicKey);
    expect(hexEncode(schnorrSign(key, hexDecode(message), 'BIP340', hexDecode(auxiliary)))).toBe(signature);
  },
);

const others = vectors.vectors.filter(({ message }) => message.length !== DIGEST_DIGITS);

test.each(others)('row $index is refused: only digests are signed', ({ privateKey, publicKey, message, signature }) => {
  expect(verifies(publicKey, message, signature)).toEqual([false, false]);
  expect(() => schnorrSign(hexDecode(privateKey ?? ''), hexDecode(message), 'BIP340')).toThrowError(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  );
});

test('no row is skipped', () => {
  expect([digests.length, others.length]).toEqual([15, 4]);
});
