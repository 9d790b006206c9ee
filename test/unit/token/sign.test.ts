import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import {
  ed25519Sign,
  generateP256,
  openP256Signer,
  publicKeyOf,
  stampMessage,
  verifyStamp,
} from '../../../electron/crypto/index.ts';
import type { TokenKey } from '../../../electron/token/keys.ts';
import { signWith } from '../../../electron/token/sign.ts';
import type { StampScheme } from '../../../shared/model/index.ts';
import { hexDecode, STAMP_SCHEMES, USUAL_SCHEME, utf8Encode } from '../../../shared/wire/index.ts';
import { handMadeLibrary } from './hand-made-library.ts';

const { privateKey, publicKey } = generateP256();
const signer = openP256Signer(privateKey);
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
const usual = { scheme: USUAL_SCHEME, body };
const session = Buffer.alloc(8);
const pin = () => Uint8Array.from(utf8Encode('314159'));

const keyThat = (alwaysAuthenticate: boolean, named: Partial<TokenKey['facts']> = {}): TokenKey => ({
  handle: Buffer.alloc(8),
  facts: {
    keyId: '01',
    label: '',
    curve: 'p256',
    publicKey,
    ...named,
    protection: { extractable: false, sensitive: true, neverExtractable: true, local: true, alwaysAuthenticate },
  },
});

/** A token with that key, which returns `answer` as the signature. */
const token = (answer: Buffer | ((message: Buffer) => Buffer) = Buffer.from(signer.sign(body, 'ieee-p1363'))) =>
  handMadeLibrary({
    C_SignInit: () => undefined,
    C_Login: () => undefined,
    C_Sign: (_session: Buffer, message: Buffer) => (typeof answer === 'function' ? answer(message) : answer),
  });

describe('a signature of a token', () => {
  it('is returned as a stamp only when it verifies', () => {
    const { library, called } = token();
    expect(verifyStamp(signWith(library, session, keyThat(false), usual, null), body)).toBe(true);
    expect(called).toEqual(['C_SignInit', 'C_Sign']);
  });

  it.for([
    ['of something else', Buffer.from(signer.sign(utf8Encode('another'), 'ieee-p1363'))],
    ['of zeros', Buffer.alloc(64)],
    ['that is empty', Buffer.alloc(0)],
    ['that is too short', Buffer.alloc(63, 1)],
    ['that is too long', Buffer.alloc(65, 1)],
  ] as const)('is not given out when it is one %s', ([, answer]) => {
    for (const scheme of [USUAL_SCHEME, 'SIGNATURE_SCHEME_TK_API_SECP256K1'] as const) {
      const { library } = token(answer);
      expect(() => signWith(library, session, keyThat(false), { scheme, body }, null)).toThrowError(
        expect.objectContaining({ code: 'TOKEN_REFUSED' }),
      );
    }
  });

  it('gets the PIN during the operation when the key asks each time', () => {
    const { library, called } = token();
    signWith(library, session, keyThat(true), usual, pin());
    expect(called).toEqual(['C_SignInit', 'C_Login', 'C_Sign']);
  });

  it('is not started without the PIN', () => {
    const { library, called } = token();
    expect(() => signWith(library, session, keyThat(true), usual, null)).toThrowError(
      expect.objectContaining({ code: 'PIN_REQUIRED' }),
    );
    expect(called).toEqual([]);
  });
});

describe('a signature of secp256k1 or Ed25519', () => {
  const secret = Uint8Array.from({ length: 32 }, (_none, index) => index + 1);
  const keyOf = (scheme: StampScheme) => {
    const { curve, called } = STAMP_SCHEMES[scheme];
    return keyThat(false, { curve: called, publicKey: publicKeyOf(curve, secret) });
  };

  it.for(['SIGNATURE_SCHEME_TK_API_SECP256K1', 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'] as const)(
    '%s: is over the digest of that scheme, and has a low S whichever the token answers',
    (scheme) => {
      for (const isHigh of [false, true]) {
        const { library } = token((message) => {
          expect(message).toEqual(Buffer.from(stampMessage(scheme, body)));
          const low = secp256k1.Signature.fromBytes(secp256k1.sign(message, secret, { prehash: false }), 'compact');
          const s = isHigh ? secp256k1.Point.Fn.neg(low.s) : low.s;
          return Buffer.from(new secp256k1.Signature(low.r, s).toBytes('compact'));
        });
        const stamp = signWith(library, session, keyOf(scheme), { scheme, body }, null);
        expect(verifyStamp(stamp, body)).toBe(true);
        expect(secp256k1.Signature.fromBytes(hexDecode(stamp.signature), 'der').hasHighS()).toBe(false);
      }
    },
  );

  it('is over the body with Ed25519, and its 64 bytes are unchanged', () => {
    const scheme = 'SIGNATURE_SCHEME_TK_API_ED25519';
    const { library } = token((message) => Buffer.from(ed25519Sign(secret, message)));
    const stamp = signWith(library, session, keyOf(scheme), { scheme, body }, null);
    expect(verifyStamp(stamp, body)).toBe(true);
    expect(hexDecode(stamp.signature)).toEqual(ed25519Sign(secret, body));
  });
});
