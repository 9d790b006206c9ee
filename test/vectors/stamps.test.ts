import { describe, expect, test } from 'vitest';
import { p256PublicKey, sha256, verifyStamp } from '../../electron/crypto/index.ts';
import type { StampScheme } from '../../shared/model/index.ts';
import { decodeStamp, encodeStamp, formatFingerprint, hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import vectors from './stamps.json' with { type: 'json' };

describe.each(vectors.stamps)('$name', ({ body, scheme, publicKey, signature }) => {
  const stamp = { publicKey, scheme: scheme as StampScheme, signature };

  test('verifies over the exact body', () => {
    expect(verifyStamp(stamp, utf8Encode(body))).toBe(true);
    expect(verifyStamp(stamp, utf8Encode(`${body} `))).toBe(false);
  });

  test('survives the header in either member order', () => {
    const reordered = Buffer.from(JSON.stringify({ publicKey, signature, scheme })).toString('base64url');
    expect(decodeStamp(encodeStamp(stamp))).toEqual(stamp);
    expect(decodeStamp(reordered)).toEqual(stamp);
    expect(encodeStamp(stamp)).toBe(Buffer.from(JSON.stringify(stamp)).toString('base64url'));
  });
});

test.each(vectors.stamps.filter(({ fingerprint }) => fingerprint !== undefined))(
  '$name has its fingerprint',
  ({ body, fingerprint }) => {
    expect(formatFingerprint(sha256(utf8Encode(body)))).toBe(fingerprint);
  },
);

test('the fixture key has the published public key', () => {
  const { privateKey, publicKey } = vectors.fixtureKey;
  expect(p256PublicKey(hexDecode(privateKey), 'compressed')).toBe(publicKey);
});
