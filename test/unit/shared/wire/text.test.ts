import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base64urlDecode,
  base64urlEncode,
  hexDecode,
  hexEncode,
  isHex,
  utf8Decode,
  utf8Encode,
} from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

const invalidInput = expect.objectContaining({ code: 'INVALID_INPUT' });

test('hex, base64url and UTF-8 agree with Node and round-trip', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      expect(hexEncode(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      expect(hexDecode(hexEncode(bytes))).toEqual(bytes);
      expect(hexDecode(hexEncode(bytes).toUpperCase())).toEqual(bytes);
      expect(base64urlEncode(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      expect(base64urlDecode(base64urlEncode(bytes))).toEqual(bytes);
      expect(utf8Decode(utf8Encode(text))).toBe(text);
    }),
  );
});

describe('hex', () => {
  test.each(['0', '0g', '0x00', ' 00', '00 ', '00\n', '٠٠'])('%j is refused', (text) => {
    expect(isHex(text)).toBe(false);
    expect(() => hexDecode(text)).toThrowError(invalidInput);
  });

  test('a length counts bytes', () => {
    expect(isHex('0011', 2)).toBe(true);
    expect(isHex('0011', 4)).toBe(false);
    expect(isHex('')).toBe(true);
  });

  test('an error never repeats the text', () => {
    expect(() => hexDecode('secret!!')).toThrowError(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  test('50 MB are handled', () => {
    expect(isHex('ab'.repeat(25 * 1024 * 1024))).toBe(true);
    expect(isHex(`${'ab'.repeat(25 * 1024 * 1024)}x`)).toBe(false);
  });
});

describe('base64url', () => {
  test.each(['A', 'AA=', 'AA==', 'AB', 'AAB', 'A+/A', 'AA A', 'AA\n', 'é'])('%j is refused', (text) => {
    expect(() => base64urlDecode(text)).toThrowError(invalidInput);
  });
});

describe('UTF-8', () => {
  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut character', [0xe2, 0x82]],
  ])('%s is refused', (_name, bytes) => {
    expect(() => utf8Decode(Uint8Array.from(bytes))).toThrowError(invalidInput);
  });

  test('a byte order mark is kept, so that it is shown', () => {
    expect(utf8Decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
  });
});
