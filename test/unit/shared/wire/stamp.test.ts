import { describe, expect, test } from 'vitest';
import { base64urlEncode, decodeStamp, encodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';

const stamp = {
  publicKey: `02${'ab'.repeat(32)}`,
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  signature: '3006020101020101',
} as const;
const header = (value: unknown) => base64urlEncode(utf8Encode(JSON.stringify(value)));

test('a stamp comes back as it was, unknown members dropped, hex in lower case', () => {
  expect(decodeStamp(encodeStamp(stamp))).toEqual(stamp);
  expect(decodeStamp(header({ ...stamp, publicKey: stamp.publicKey.toUpperCase(), more: 1 }))).toEqual(stamp);
});

describe('refused as the public service refuses it', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['JSON that is not encoded', JSON.stringify(stamp)],
    ['padding', `${Buffer.from(JSON.stringify(stamp)).toString('base64')}=`],
    ['no JSON', base64urlEncode(utf8Encode('stamp'))],
    ['null', header(null)],
    ['an array', header([])],
    ['no members', header({})],
    ['an unknown scheme', header({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_P384' })],
    ['a scheme that every object has', header({ ...stamp, scheme: 'constructor' })],
    ['members only in the prototype', header({ ['__proto__']: stamp })],
    ['an uncompressed key', header({ ...stamp, publicKey: `04${'ab'.repeat(64)}` })],
    ['an ECDSA key for Ed25519', header({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' })],
    ['a signature that is not hex', header({ ...stamp, signature: 'MEUC' })],
    ['a number for a key', header({ ...stamp, publicKey: 2 })],
    ['a very long value', 'A'.repeat(10_000_000)],
  ])('%s', (_name, value) => {
    expect(() => decodeStamp(value)).toThrowError(
      expect.objectContaining({ code: 'INVALID_INPUT', message: 'malformed activity stamp' }),
    );
  });
});
