import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  publicKeyOf,
  randomBytes,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from '../../../../electron/crypto/index.ts';
import type { RawPayload } from '../../../../electron/crypto/payloads/raw-payload.ts';
import type { Curve, HashFunction, PayloadEncoding } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const digest = '50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750';

const request = (changes: Partial<RawPayload> = {}): RawPayload => ({
  curve: 'CURVE_SECP256K1',
  payload: 'hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
  ...changes,
});

describe('the bytes of a payload', () => {
  const hashed = (encoding: RawPayload['encoding'], payload: string) =>
    signRawPayload({ ...request({ encoding, payload }), privateKey });
  const utf8 = Buffer.from('0xé€😀').toString('hex');

  test.each(['0xDEADbeef', '0XdeadBEEF'])('%s is the bytes deadbeef', (payload) => {
    expect(hashed('PAYLOAD_ENCODING_HEXADECIMAL', payload)).toEqual(hashed('PAYLOAD_ENCODING_HEXADECIMAL', 'deadbeef'));
  });

  test.each(['0x0', 'xyz', '0x0x00', ' 00', '0 0', '00\n'])('%j is no hexadecimal payload', (payload) => {
    expect(() => hashed('PAYLOAD_ENCODING_HEXADECIMAL', payload)).toThrowError(/^invalid payload/);
  });

  test('text is its UTF-8', () => {
    expect(hashed('PAYLOAD_ENCODING_TEXT_UTF8', '0xé€😀')).toEqual(hashed('PAYLOAD_ENCODING_HEXADECIMAL', utf8));
  });

  test.each(['\ud800', 'a\udc00b', '\ude00\ud83d'])('%j is no text, because UTF-8 cannot write it', (payload) => {
    expect(() => hashed('PAYLOAD_ENCODING_TEXT_UTF8', payload)).toThrowError(/^invalid payload: .*surrogate/);
  });
});

describe('an unsignable payload is refused in the public wording', () => {
  test.each<[string, Partial<RawPayload>, RegExp, string]>([
    [
      'a digest of another length',
      { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payload: '00', hashFunction: 'HASH_FUNCTION_NO_OP' },
      /^invalid payload/,
      'INVALID_INPUT',
    ],
    [
      'NOT_APPLICABLE for ECDSA',
      { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' },
      /^invalid hash function/,
      'INVALID_INPUT',
    ],
    ['a hash function for Ed25519', { curve: 'CURVE_ED25519' }, /^invalid hash function/, 'INVALID_INPUT'],
    [
      'an unknown hash function',
      { hashFunction: 'HASH_FUNCTION_MD5' as HashFunction },
      /^invalid hash function/,
      'INVALID_INPUT',
    ],
    [
      'an unknown encoding',
      { encoding: 'PAYLOAD_ENCODING_BASE64' as PayloadEncoding },
      /^invalid payload encoding/,
      'INVALID_INPUT',
    ],
    [
      'typed data for another curve',
      { encoding: 'PAYLOAD_ENCODING_EIP712', curve: 'CURVE_P256' },
      /^invalid payload encoding/,
      'INVALID_INPUT',
    ],
    ['a payload above a mebibyte', { payload: 'x'.repeat(1024 * 1024 + 1) }, /^invalid payload/, 'INVALID_INPUT'],
  ])('%s', (_name, changes, message, code) => {
    expect(() => signRawPayload({ ...request(changes), privateKey })).toThrowError(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  test('an invalid private key', () => {
    for (const curve of ['CURVE_SECP256K1', 'CURVE_P256'] as const) {
      expect(() => signRawPayload({ ...request({ curve }), privateKey: new Uint8Array(32) })).toThrowError(
        expect.objectContaining({ code: 'KEY_INVALID' }),
      );
    }
  });
});

test('without a hash function the payload is ECDSA’s digest and Ed25519’s message', () => {
  const hex = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payload: digest } as const;
  expect(signRawPayload({ ...request({ ...hex, hashFunction: undefined }), privateKey })).toEqual(
    signRawPayload({ ...request({ ...hex, hashFunction: 'HASH_FUNCTION_NO_OP' }), privateKey }),
  );
  expect(signRawPayload({ ...request({ curve: 'CURVE_ED25519', hashFunction: undefined }), privateKey })).toEqual(
    signRawPayload({
      ...request({ curve: 'CURVE_ED25519', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }),
      privateKey,
    }),
  );
});

test('every signature verifies, on every curve', () => {
  const curves = fc.constantFrom<[Curve, HashFunction][]>(
    ['CURVE_SECP256K1', 'HASH_FUNCTION_SHA256'],
    ['CURVE_SECP256K1', 'HASH_FUNCTION_KECCAK256'],
    ['CURVE_P256', 'HASH_FUNCTION_SHA256'],
    ['CURVE_ED25519', 'HASH_FUNCTION_NOT_APPLICABLE'],
  );
  fc.assert(
    fc.property(curves, fc.string({ unit: 'binary' }), ([curve, hashFunction], payload) => {
      const asked = request({ curve, hashFunction, payload });
      const key = randomBytes(32);
      const signature = signRawPayload({ ...asked, privateKey: key });
      expect(signature.r).toMatch(/^[0-9a-f]{64}$/);
      expect(signature.s).toMatch(/^[0-9a-f]{64}$/);
      expect(signature.v).toMatch(/^0[01]$/);
      verifyRawPayload({ ...asked, ...signature, publicKey: publicKeyOf(curve, key) });
    }),
    { numRuns: 60 },
  );
});

describe('a returned signature is refused', () => {
  const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const asked = request();
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const good = signRawPayload({ ...asked, privateKey });
  const otherKey = publicKeyOf('CURVE_SECP256K1', randomBytes(32));
  const highS = (SECP256K1_ORDER - BigInt(`0x${good.s}`)).toString(16).padStart(64, '0');

  test.each<[string, Partial<Parameters<typeof verifyRawPayload>[0]>]>([
    ['of another payload', { payload: 'hellp' }],
    [
      'of the same text in another encoding',
      { payload: '68656c6c6f68656c6c6f', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    ],
    ['with another hash', { hashFunction: 'HASH_FUNCTION_KECCAK256' }],
    ['by another account', { publicKey: otherKey }],
    ['with the other v', { v: good.v === '00' ? '01' : '00' }],
    ['with a v of 39', { v: '0x27' }],
    ['with an r of no digits', { r: '0x' }],
    ['with an s of 65 digits', { s: `0${good.s}` }],
    ['with the v of the other parity plus 27', { v: good.v === '00' ? '1c' : '1b' }],
    ['with an empty v', { v: '' }],
    ['with a high S and its own v', { s: highS, v: good.v === '00' ? '01' : '00' }],
    ['with r of zero', { r: '00'.repeat(32) }],
    ['with s of the order', { s: SECP256K1_ORDER.toString(16) }],
    ['with r too short', { r: good.r.slice(2) }],
    ['with a prefix', { r: `0x${good.r.slice(2)}` }],
    ['with r and s exchanged', { r: good.s, s: good.r }],
  ])('%s', (_name, changes) => {
    expect(() => verifyRawPayload({ ...asked, ...good, publicKey, ...changes })).toThrowError(
      expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }),
    );
  });

  test('with the reason', () => {
    const reason = (changes: Partial<Parameters<typeof verifyRawPayload>[0]>) => {
      try {
        verifyRawPayload({ ...asked, ...good, publicKey, ...changes });
      } catch (error) {
        return (error as Error).message;
      }
      return 'not refused';
    };
    expect(reason({ s: highS })).toContain('upper half');
    expect(reason({ publicKey: otherKey })).toContain('not a signature of this payload by this account');
    expect(reason({ v: good.v === '00' ? '01' : '00' })).toContain('v leads to another account');
  });

  test('is accepted in any form of v and any letter case', () => {
    const proof = verifyRawPayload({ ...asked, ...good, publicKey, v: good.v.slice(1), r: good.r.toUpperCase() });
    expect(proof).toEqual({
      scheme: 'ECDSA secp256k1',
      signed: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
  });

  test('of Ed25519 with a v or a changed half', () => {
    const message = request({ curve: 'CURVE_ED25519', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
    const signature = signRawPayload({ ...message, privateKey });
    const key = publicKeyOf('CURVE_ED25519', privateKey);
    const mismatch = expect.objectContaining({ code: 'SIGNATURE_MISMATCH' });
    expect(verifyRawPayload({ ...message, ...signature, publicKey: key })).toEqual({
      scheme: 'Ed25519',
      signed: '68656c6c6f',
    });
    expect(() => verifyRawPayload({ ...message, ...signature, v: '01', publicKey: key })).toThrowError(mismatch);
    expect(() => verifyRawPayload({ ...message, ...signature, s: signature.r, publicKey: key })).toThrowError(mismatch);
  });
});

describe('Taproot and Spark accounts', () => {
  const formats = ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'ADDRESS_FORMAT_SPARK_MAINNET'] as const;
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const [taproot, spark] = formats.map((addressFormat) => request({ addressFormat })) as [RawPayload, RawPayload];
  const mismatch = expect.objectContaining({ code: 'SIGNATURE_MISMATCH' });

  test.each([
    [taproot, 'BIP-340 Schnorr, BIP-341 key path'],
    [spark, 'BIP-340 Schnorr'],
  ])('$addressFormat signs after BIP-340', (asked, scheme) => {
    const signature = signRawPayload({ ...asked, privateKey });
    expect(signature.v).toBe('00');
    expect(verifyRawPayload({ ...asked, ...signature, publicKey })).toEqual({
      scheme,
      signed: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(recoverRawPayloadSigner({ ...asked, ...signature })).toBeNull();
    for (const change of [{ v: '01' }, { payload: 'hellp' }, { r: signature.s }, { addressFormat: undefined }])
      expect(() => verifyRawPayload({ ...asked, ...signature, publicKey, ...change })).toThrowError(mismatch);
  });

  test('do not accept each other’s signatures, because Taproot tweaks the key', () => {
    const signature = signRawPayload({ ...taproot, privateKey });
    expect(() => verifyRawPayload({ ...spark, ...signature, publicKey })).toThrowError(mismatch);
  });

  test('sign only a 32-byte digest, unchanged', () => {
    const hex = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
    const signature = signRawPayload({ ...taproot, ...hex, payload: digest, privateKey });
    expect(verifyRawPayload({ ...taproot, ...hex, payload: digest, ...signature, publicKey }).signed).toBe(digest);
    expect(() => signRawPayload({ ...taproot, ...hex, payload: digest.slice(2), privateKey })).toThrowError(
      /^invalid payload: expected a 32-bytes-long digest/,
    );
    expect(() => signRawPayload({ ...taproot, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE', privateKey })).toThrowError(
      /^invalid hash function/,
    );
  });
});

describe('a signature whose r or s lost its leading zeros', () => {
  const trimmed = (text: string) => text.replace(/^0+/, '');

  test.each(['CURVE_SECP256K1', 'CURVE_P256', 'CURVE_ED25519'] as const)('is verified on %s', (curve) => {
    const hashFunction =
      curve === 'CURVE_ED25519' ? ('HASH_FUNCTION_NOT_APPLICABLE' as const) : ('HASH_FUNCTION_SHA256' as const);
    const publicKey = publicKeyOf(curve, privateKey);
    const shortened = { r: false, s: false };
    for (let index = 0; !(shortened.r && shortened.s); index += 1) {
      const asked = request({ curve, hashFunction, payload: `message ${index}` });
      const full = signRawPayload({ ...asked, privateKey });
      const [r, s] = [trimmed(full.r), trimmed(full.s)];
      if (r.length === 64 && s.length === 64) continue;
      shortened.r ||= r.length < 64;
      shortened.s ||= s.length < 64;
      expect(() => verifyRawPayload({ ...asked, ...full, r, s, publicKey })).not.toThrow();
      expect(() => verifyRawPayload({ ...asked, ...full, r: `0x${r}`, s: `0x${s}`, publicKey })).not.toThrow();
      if (curve !== 'CURVE_ED25519') expect(recoverRawPayloadSigner({ ...asked, ...full, r, s })).toBe(publicKey);
    }
  });

  test.each([
    [0, ['0', '00', '0x0', '1b', '1B', '0x1b', '27']],
    [1, ['1', '01', '0x1', '1c', '0x1C', '28']],
  ] as const)('has a parity of %s in each spelling of v', (parity, spellings) => {
    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
    let index = 0;
    const next = () => {
      const asked = request({ payload: `parity ${index++}` });
      return { ...asked, ...signRawPayload({ ...asked, privateKey }) };
    };
    let signed = next();
    while (Number(signed.v) !== parity) signed = next();
    for (const v of spellings) expect(() => verifyRawPayload({ ...signed, v, publicKey }), v).not.toThrow();
    for (const v of ['', '2', '1d', '0x27', '0x28'])
      expect(() => verifyRawPayload({ ...signed, v, publicKey }), v).toThrow('neither 00 nor 01');
  });

  test('of Ed25519 may have no v', () => {
    const asked = request({ curve: 'CURVE_ED25519', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
    const publicKey = publicKeyOf('CURVE_ED25519', privateKey);
    expect(() =>
      verifyRawPayload({ ...asked, ...signRawPayload({ ...asked, privateKey }), v: '', publicKey }),
    ).not.toThrow();
  });
});

describe('the signer of a signature', () => {
  test.each(['CURVE_SECP256K1', 'CURVE_P256'] as const)('is found from it on %s', (curve) => {
    const asked = request({ curve });
    const signature = signRawPayload({ ...asked, privateKey });
    const publicKey = publicKeyOf(curve, privateKey);
    expect(recoverRawPayloadSigner({ ...asked, ...signature })).toBe(publicKey);
    expect(recoverRawPayloadSigner({ ...asked, ...signature, payload: 'hellp' })).not.toBe(publicKey);
    for (const change of [{ v: '2' }, { v: '' }, { r: 'zz' }, { r: '00'.repeat(32) }, { s: 'ff'.repeat(32) }])
      expect(recoverRawPayloadSigner({ ...asked, ...signature, ...change })).toBeNull();
  });

  test('cannot be recovered with Ed25519', () => {
    const asked = request({ curve: 'CURVE_ED25519', hashFunction: undefined });
    expect(recoverRawPayloadSigner({ ...asked, ...signRawPayload({ ...asked, privateKey }) })).toBeNull();
  });
});
