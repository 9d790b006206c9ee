import { describe, expect, test } from 'vitest';
import { base64urlEncode, decodeStamp, encodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';

const stamp = {
  publicKey: `02${'ab'.repeat(32)}`,
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  signature: '3006020101020101',
} as const;
const header = (value: unknown) => base64urlEncode(utf8Encode(JSON.stringify(value)));

test('a stamp decodes to the same values, without unknown members and with lowercase hex', () => {
  expect(decodeStamp(encodeStamp(stamp))).toEqual(stamp);
  expect(decodeStamp(header({ ...stamp, publicKey: stamp.publicKey.toUpperCase(), more: 1 }))).toEqual(stamp);
});

describe('refused with the public service’s wording', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'it is not JSON (it is empty)'],
    ['JSON that is not encoded', JSON.stringify(stamp), 'it has a character that base64url does not have'],
    ['padding', `${Buffer.from(JSON.stringify(stamp)).toString('base64')}=`, 'it has = at its end'],
    ['no JSON', base64urlEncode(utf8Encode('stamp')), 'it is not JSON (line 1, column 1'],
    ['null', header(null), 'it is not a JSON object in curly brackets but null'],
    ['an array', header([]), 'it is not a JSON object in curly brackets but a list'],
    ['no members', header({}), 'its scheme is missing'],
    ['an unknown scheme', header({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_P384' }), 'its scheme is none of'],
    ['a scheme that every object has', header({ ...stamp, scheme: 'constructor' }), 'its scheme is none of'],
    ['members only in the prototype', header({ ['__proto__']: stamp }), 'its scheme is missing'],
    [
      'an uncompressed key',
      header({ ...stamp, publicKey: `04${'ab'.repeat(64)}` }),
      'its publicKey has 130 hexadecimal digits and must have 66',
    ],
    [
      'an ECDSA key for Ed25519',
      header({ ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' }),
      'its publicKey has 66 hexadecimal digits and must have 64',
    ],
    [
      'a signature that is not hex',
      header({ ...stamp, signature: 'MEUC' }),
      'its signature has a character that is not a hexadecimal digit',
    ],
    ['a number for a key', header({ ...stamp, publicKey: 2 }), 'its publicKey is not text'],
    ['no text', base64urlEncode(Uint8Array.of(0xff)), 'it is not the base64url of text'],
    ['base64', 'A+/A', 'it has + or /, which are of base64'],
    ['a character of neither', 'A!', 'it has a character that base64url does not have'],
    ['a text that was cut', 'A', 'it is base64url that was cut'],
    ['a very long value', 'A'.repeat(10_000_000), 'it is longer than 2048 characters'],
  ])('%s', (_name, value, fault) => {
    expect(() => decodeStamp(value)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(`malformed activity stamp: ${fault}`),
      }),
    );
  });
});
