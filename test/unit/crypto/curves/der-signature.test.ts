import { describe, expect, it } from 'vitest';
import { encodeDer, readDer } from '../../../../electron/crypto/curves/der-signature.ts';
import { verifyStamp } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';

const PUBLIC_KEY = '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f';
/** Stamps of the official wallet stamper whose r or s begins with a zero byte, which it leaves in. */
const PADDED = [
  [
    '{"organizationId":"413"}',
    '3044022000107fcda251f08020a45554aae7cb23d5f4090bba14d27210809f87c4f844460220719066ecde6c62eb562a5d70e7af16490039ed67e865e0b047c5804b6710ae99',
  ],
  [
    '{"organizationId":"514"}',
    '304402207d0155ace84c3963a56ea7cb1ac0fe62bf243aa0e41a6df04522bb73ddb302b30220001828023cb3b9f2f561cce288939a03e353ed3cbe433771f8ae98db0e378d42',
  ],
] as const;

describe('a stamp of a wallet with padded numbers', () => {
  it.each(PADDED)('is verified over %s', (body, signature) => {
    const stamp = { publicKey: PUBLIC_KEY, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', signature } as const;
    expect(verifyStamp(stamp, utf8Encode(body))).toBe(true);
    expect(verifyStamp(stamp, utf8Encode(`${body} `))).toBe(false);
    expect(verifyStamp({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }, utf8Encode(body))).toBe(false);
  });
});

const word = (digits: string) => digits.padStart(64, '0');
const PADDED_FORMS = [
  ['zeros before r', '300802020001020200ff', '01', 'ff'],
  ['zeros before both', '300a0203000001020300007f', '01', '7f'],
  ['33 bytes with two zeros', `3026${'0221'}${'00'.repeat(2)}${'7f'.repeat(31)}020101`, '7f'.repeat(31), '01'],
] as const;

describe('DER is read', () => {
  it.each([
    ['small numbers', '01', '7f'],
    ['zero, which no signature has', '00', '01'],
    ['numbers that need a zero before them', 'ff', '80'.padEnd(64, '0')],
    ['the largest numbers', 'ff'.repeat(32), 'ff'.repeat(32)],
  ])('as it was encoded: %s', (_, r, s) => {
    const der = encodeDer(hexDecode(word(r)), hexDecode(word(s)));
    expect(hexEncode(readDer(der))).toBe(word(r) + word(s));
    expect(hexEncode(readDer(der, 'padded'))).toBe(word(r) + word(s));
  });

  it.each(PADDED_FORMS)('with %s only in the padded form', (_, given, r, s) => {
    expect(hexEncode(readDer(hexDecode(given), 'padded'))).toBe(word(r) + word(s));
    expect(() => readDer(hexDecode(given))).toThrow('the signature is not in strict DER');
  });

  it.each([
    ['no bytes', ''],
    ['a negative number', '30060201ff020101'],
    ['bytes behind the signature', '300602010102010100'],
    ['bytes behind s inside the sequence', '300702010102010100'],
    ['a number of 33 bytes without a zero', `3026${'0221'}${'01'.repeat(33)}020101`],
    ['a number of more than 33 bytes', `3027${'0222'}${'00'.repeat(34)}020101`],
    ['a cut number', '300602010102'],
    ['an empty number', '30050200020101'],
    ['a length in the long form', '30810602010102017f'],
    ['another tag', '310602010102017f'],
    ['a number of another tag', '300603010102017f'],
  ])('never with %s', (_, given) => {
    for (const form of ['strict', 'padded'] as const)
      expect(() => readDer(hexDecode(given), form)).toThrow('the signature is not in strict DER');
  });
});
