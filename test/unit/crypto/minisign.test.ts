import { describe, expect, it } from 'vitest';
import { readMinisignKey, readMinisignSignature, verifyMinisign } from '../../../electron/crypto/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

/** Made by minisign 0.11. */
const KEY = 'RWTwr9meEFS9su+CzKKPawjYQJD3N/L5xohSfc+S6EWPRHVs8rGECuKA';
const CONTENT = utf8Encode(`${'0'.repeat(64)}  castellan_0.2.0_amd64.deb\n`);
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUTwr9meEFS9sv8qVEL8kpNLQwkuFl/YtlWnRf6pcAVt3IhJ70q1/H9Enw1M7adb4/A+mPeOJvHfOqrKctmIt2tZyJ9UBuzH5Ac=
trusted comment: castellan 0.2.0 until 2027-11-26
ShJhCBNrR8k4k0hmoh2UEoJf3a+VA8EAgXMg8mafFwns14743+4IFtjEC9Q5E/9YQAszk2r5eVouUEsDdKRzAA==
`;

describe('a signature of minisign', () => {
  const key = readMinisignKey(KEY);
  const verify = (text: string, content = CONTENT) => {
    const signature = readMinisignSignature(text);
    return key !== null && signature !== null && verifyMinisign(key, signature, content);
  };

  it('verifies over content and comment', () => {
    expect(key?.id).toBe('B2BD54109ED9AFF0');
    expect(readMinisignSignature(SIGNATURE)).toMatchObject({
      keyId: 'B2BD54109ED9AFF0',
      trustedComment: 'castellan 0.2.0 until 2027-11-26',
    });
    expect(verify(SIGNATURE)).toBe(true);
    expect(verify(SIGNATURE.replace('from minisign', 'of anybody'))).toBe(true);
  });

  it('fails for another content, comment or key', () => {
    expect(verify(SIGNATURE, utf8Encode('other'))).toBe(false);
    expect(verify(SIGNATURE.replace('castellan 0.2.0', 'castellan 0.3.0'))).toBe(false);
    const other = readMinisignKey(KEY.replace('KA', 'KB').replace('9su', '9tu'));
    const signature = readMinisignSignature(SIGNATURE);
    expect(other !== null && signature !== null && verifyMinisign(other, signature, CONTENT)).toBe(false);
  });

  it.each([
    ['', 'nothing'],
    [SIGNATURE.replace('RUTw', 'RWTw'), 'the older form without a digest'],
    [SIGNATURE.replace('Ac=', ''), 'a short signature'],
    [SIGNATURE.replace('trusted comment: c', 'c'), 'no trusted comment'],
    [SIGNATURE.replace('KRzAA==', ''), 'a short signature of the comment'],
    [`${SIGNATURE}more`, 'text after it'],
  ])('is not read from other text: %#, %s', (text) => {
    expect(readMinisignSignature(text)).toBeNull();
  });

  it('is not parsed from other text', () => {
    for (const text of ['', KEY.slice(4), KEY.replace('RWT', 'RUT'), `untrusted comment: x\n${KEY}`])
      expect(readMinisignKey(text)).toBeNull();
  });
});
