import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../../electron/crypto/index.ts';
import type { TransactionType } from '../../shared/model/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import vectors from './transactions.json' with { type: 'json' };

describe.each(vectors.evm)('$name', ({ type, privateKey: secret, unsigned, digest, signed }) => {
  const rule = asking(type as TransactionType);
  const privateKey = hexDecode(secret);
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const key = { curve: 'CURVE_SECP256K1', publicKey, addressFormats: [], privateKey } as const;

  test('is signed as published', () => {
    expect(rule.sign(unsigned, key)).toBe(signed);
    expect(rule.sign(`0x${unsigned.toUpperCase()}`, key)).toBe(signed);
  });

  test('verifies', () => {
    const proof = rule.verify(unsigned, `0x${signed}`, key);
    if (digest !== undefined) expect(proof.signed).toEqual([digest]);
    expect(proof.compared).toEqual(expect.arrayContaining(['type', 'chainId', 'nonce', 'gasLimit']));
  });
});
