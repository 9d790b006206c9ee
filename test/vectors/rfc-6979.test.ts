import { expect, test } from 'vitest';
import { publicKeyOf, signRawPayload } from '../../electron/crypto/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import vectors from './rfc-6979.json' with { type: 'json' };

test.each(vectors.vectors)(
  '$curve signs "$message" as published',
  ({ curve, privateKey, publicKey, message, r, s }) => {
    const key = { curve: curve as 'CURVE_P256' | 'CURVE_SECP256K1', privateKey: hexDecode(privateKey) };
    expect(publicKeyOf(key.curve, key.privateKey)).toBe(publicKey);
    const signature = signRawPayload({
      ...key,
      payload: message,
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    expect(signature).toMatchObject({ r, s });
  },
);
