import { describe, expect, it } from 'vitest';
import { withoutPadding } from '../../../../electron/crypto/curves/der-signature.ts';
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

describe('without padding', () => {
  it.each([
    ['needless zeros are dropped', '300802020001020200ff', '3007020101020200ff'],
    ['a strict signature stays', '300602010102017f', '300602010102017f'],
    ['a negative number stays', '30060201ff020101', '30060201ff020101'],
    ['bytes behind the signature stay', '300602010102010100', '300602010102010100'],
    [
      'a number longer than 33 bytes stays',
      `3027${'0222'}${'00'.repeat(34)}020101`,
      `3027${'0222'}${'00'.repeat(34)}020101`,
    ],
    ['no bytes stay', '', ''],
    ['a cut number stays', '300602010102', '300602010102'],
  ])('%s', (_, given, expected) => {
    expect(hexEncode(withoutPadding(hexDecode(given)))).toBe(expected);
  });
});
