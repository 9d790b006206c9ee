import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { signTransaction, verifyTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { type ContractParts, encode, type Field, OWNER, rawText, TRANSFER, tronKey } from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_TRON';
const key = tronKey(1);
const mismatch = (words: string) =>
  expect.objectContaining({ code: 'SIGNATURE_MISMATCH', message: expect.stringContaining(words) });

function signedText(raw: string, signature: string, more: readonly Field[] = []): string {
  return hexEncode(encode([[1, hexDecode(raw)], [2, hexDecode(signature)], ...more]));
}

describe('a returned transaction', () => {
  const unsigned = rawText({ ...TRANSFER, raw: [[18, 5]] });
  const signed = signTransaction(TYPE, unsigned, key);
  const signature = signed.slice(-130);

  test('a change of any byte is refused', () => {
    const bytes = hexDecode(signed);
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = bytes.with(index, (bytes[index] ?? 0) ^ (1 << (index % 8)));
      expect(() => verifyTransaction(TYPE, unsigned, hexEncode(changed), key)).toThrowError(mismatch('refused'));
    }
  });

  test.each<[string, ContractParts]>([
    ['contract[0].amount', { ...TRANSFER, value: TRANSFER.value.with(2, [3, 101]), raw: [[18, 5]] }],
    ['contract[0].to_address', { ...TRANSFER, value: TRANSFER.value.with(1, [2, OWNER]), raw: [[18, 5]] }],
    [
      'contract[0].type',
      { ...TRANSFER, name: 'FreezeBalanceV2Contract', type: 54, value: [[1, OWNER]], raw: [[18, 5]] },
    ],
    ['contract[0].Permission_id', { ...TRANSFER, contract: [[5, 2]], raw: [[18, 5]] }],
    ['fee_limit', { ...TRANSFER, raw: [[18, 6]] }],
    ['fee_limit', TRANSFER],
    [
      'data',
      {
        ...TRANSFER,
        raw: [
          [18, 5],
          [10, 'x'],
        ],
      },
    ],
    [
      'the encoding of raw_data',
      {
        ...TRANSFER,

        raw: [
          [18, 5],
          [10, ''],
        ],
      },
    ],
  ])('names the difference: %s', (field, parts) => {
    const other = signTransaction(TYPE, rawText(parts), key);
    expect(() => verifyTransaction(TYPE, unsigned, other, key)).toThrowError(mismatch(`${field} is not what was`));
  });

  const highS = (secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(64, 128)}`)).toString(16).padStart(64, '0');
  const otherV = signature.endsWith('00') ? '01' : '00';

  test.each<[string, string, string]>([
    ['no signature', hexEncode(encode([[1, hexDecode(unsigned)]])), 'has no signature'],
    ['two signatures', signedText(unsigned, signature, [[2, hexDecode(signature)]]), 'more than 1 values'],
    ['64 bytes', signedText(unsigned, signature.slice(0, 128)), 'does not have 65 bytes'],
    ['v as 27 or 28', signedText(unsigned, `${signature.slice(0, 128)}1b`), 'neither 00 nor 01'],
    ['the other v', signedText(unsigned, signature.slice(0, 128) + otherV), 'not one of this transaction'],
    ['a high s', signedText(unsigned, signature.slice(0, 64) + highS + otherV), 'upper half'],
    ['r of zero', signedText(unsigned, `${'0'.repeat(64)}${signature.slice(64)}`), 'r or s is out of range'],
    ['another field', signedText(unsigned, signature, [[5, 'x']]), 'a field 5'],
    ['the raw data alone', unsigned, 'it cannot be read'],
    ['nothing', '', 'it cannot be read'],
    ['what is too long', '00'.repeat(513_000), 'it cannot be read'],
  ])('refuses %s', (_, answer, words) => {
    expect(() => verifyTransaction(TYPE, unsigned, answer, key)).toThrowError(mismatch(words));
  });

  test('refuses the signature of another account', () => {
    const other = signTransaction(TYPE, unsigned, tronKey(2));
    expect(() => verifyTransaction(TYPE, unsigned, other, key)).toThrowError(mismatch('by this account'));
  });
});
