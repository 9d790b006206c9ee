import { describe, expect, test } from 'vitest';
import {
  describePayload,
  publicKeyOf,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from '../../electron/crypto/index.ts';
import type { Curve, HashFunction, PayloadEncoding } from '../../shared/model/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import eip712 from './eip-712.json' with { type: 'json' };
import vectors from './raw-payloads.json' with { type: 'json' };
import rfc8032 from './rfc-8032.json' with { type: 'json' };

describe.each(vectors.vectors)('$name', (vector) => {
  const request = {
    curve: vector.curve as Curve,
    payload: vector.payload,
    encoding: vector.encoding as PayloadEncoding,
    hashFunction: vector.hashFunction as HashFunction,
  };
  const privateKey = hexDecode(vector.privateKey);
  const publicKey = publicKeyOf(request.curve, privateKey);
  const { r, s, v } = vector;

  test('is signed as published', () => {
    expect(signRawPayload({ ...request, privateKey })).toEqual({ r, s, v });
  });

  test('verifies, and names its signer when the scheme can', () => {
    expect(verifyRawPayload({ ...request, publicKey, r, s, v }).signed).toMatch(/^[0-9a-f]+$/);
    const signer = recoverRawPayloadSigner({ ...request, r, s, v });
    expect(signer).toBe(request.curve === 'CURVE_ED25519' ? null : publicKey);
  });
});

describe('EIP-712', () => {
  test.each([eip712.mail, eip712.arrays])('the digest $digest', ({ data, digest }) => {
    const meaning = describePayload('PAYLOAD_ENCODING_EIP712', JSON.stringify(data));
    expect(meaning?.fields.at(-1)).toEqual({ name: 'digest', value: `0x${digest}`, kind: 'hash' });
  });

  test('the signature of its example', () => {
    const { data, r, s, v } = eip712.mail;
    const signature = signRawPayload({
      curve: 'CURVE_SECP256K1',
      payload: JSON.stringify(data),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      privateKey: hexDecode(eip712.privateKey),
    });
    expect(signature).toEqual({ r, s, v });
  });
});

describe('RFC 8032', () => {
  test.each(rfc8032.vectors)('$name', ({ privateKey, publicKey, message, signature }) => {
    const request = {
      curve: 'CURVE_ED25519',
      payload: message,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    } as const;
    const { r, s, v } = signRawPayload({ ...request, privateKey: hexDecode(privateKey) });
    expect([`${r}${s}`, v]).toEqual([signature, '00']);
    expect(verifyRawPayload({ ...request, publicKey, r, s, v })).toEqual({ signed: message, scheme: 'Ed25519' });
  });
});
