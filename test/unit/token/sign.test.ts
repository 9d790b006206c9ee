import { describe, expect, it } from 'vitest';
import { generateP256, openP256Signer, p256Verify } from '../../../electron/crypto/index.ts';
import type { TokenKey } from '../../../electron/token/keys.ts';
import { signWith } from '../../../electron/token/sign.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { handMadeLibrary } from './hand-made-library.ts';

const { privateKey, publicKey } = generateP256();
const signer = openP256Signer(privateKey);
const message = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
const session = Buffer.alloc(8);
const pin = () => Uint8Array.from(utf8Encode('314159'));

const keyThat = (alwaysAuthenticate: boolean): TokenKey => ({
  handle: Buffer.alloc(8),
  facts: {
    ...{ keyId: '01', label: '', publicKey },
    protection: { extractable: false, sensitive: true, neverExtractable: true, local: true, alwaysAuthenticate },
  },
});

/** A token with that key; `answer` in place of the signature. */
const token = (answer: Buffer = Buffer.from(signer.sign(message, 'ieee-p1363'))) =>
  handMadeLibrary({ C_SignInit: () => undefined, C_Login: () => undefined, C_Sign: () => answer });

describe('a signature of a token', () => {
  it('is given in DER when it verifies', () => {
    const { library, called } = token();
    expect(p256Verify(publicKey, message, signWith(library, session, keyThat(false), message, null))).toBe(true);
    expect(called).toEqual(['C_SignInit', 'C_Sign']);
  });

  it.for([
    ['of something else', Buffer.from(signer.sign(utf8Encode('another'), 'ieee-p1363'))],
    ['of zeros', Buffer.alloc(64)],
    ['that is too short', Buffer.alloc(63, 1)],
    ['that is too long', Buffer.alloc(65, 1)],
  ] as const)('is not given out when it is one %s', ([, answer]) => {
    const { library } = token(answer);
    expect(() => signWith(library, session, keyThat(false), message, null)).toThrowError(
      expect.objectContaining({ code: 'TOKEN_REFUSED' }),
    );
  });

  it('takes the PIN between its beginning and its end where the key asks for it each time', () => {
    const { library, called } = token();
    signWith(library, session, keyThat(true), message, pin());
    expect(called).toEqual(['C_SignInit', 'C_Login', 'C_Sign']);
  });

  it('is not even begun without that PIN', () => {
    const { library, called } = token();
    expect(() => signWith(library, session, keyThat(true), message, null)).toThrowError(
      expect.objectContaining({ code: 'PIN_REQUIRED' }),
    );
    expect(called).toEqual([]);
  });
});
