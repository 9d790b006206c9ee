import { describe, expect, test } from 'vitest';
import { publicKeyOf, signRawPayload, verifyRawPayload } from '../../electron/crypto/index.ts';
import type { Curve, HashFunction, PayloadEncoding } from '../../shared/model/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import vectors from './raw-payload.json' with { type: 'json' };

describe.each(vectors.vectors)('$name', (vector) => {
  const request = {
    curve: vector.curve as Curve,
    payload: vector.payload,
    encoding: vector.encoding as PayloadEncoding,
    hashFunction: vector.hashFunction as HashFunction,
  };
  const privateKey = hexDecode(vector.privateKey);
  const { r, s, v } = vector;

  test('is signed as published', () => {
    expect(signRawPayload({ ...request, privateKey })).toEqual({ r, s, v });
  });

  test('proves itself', () => {
    expect(verifyRawPayload({ ...request, publicKey: publicKeyOf(request.curve, privateKey), r, s, v }).signed).toMatch(
      /^[0-9a-f]+$/,
    );
  });
});

test('P-256 signs as in RFC 6979 A.2.5', () => {
  const { privateKey, payload, r, s } = vectors.rfc6979;
  const signature = signRawPayload({
    curve: 'CURVE_P256',
    payload,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
    privateKey: hexDecode(privateKey),
  });
  expect(signature).toMatchObject({ r, s });
});
