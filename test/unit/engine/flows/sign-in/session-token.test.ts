import { describe, expect, it } from 'vitest';
import { generateP256, openP256Signer, sha256 } from '../../../../../electron/crypto/index.ts';
import { readSessionToken } from '../../../../../electron/engine/flows/sign-in/session-token.ts';
import { base64urlEncode, utf8Encode } from '../../../../../shared/wire/index.ts';

describe('the token of a session', () => {
  const notarizer = generateP256();
  const signer = openP256Signer(Uint8Array.from(notarizer.privateKey));
  const key = generateP256().publicKey;
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const profile = { organizationId, notarizerKey: notarizer.publicKey };
  const owner = { userId: 'b1e6a9f2-6a57-4d0e-9d55-0f3a7c5d1a20', username: 'Operator' };
  const claims = { exp: 1_790_000_900, public_key: key, organization_id: organizationId, user_id: owner.userId };
  const token = (said: object) => {
    const input = [{ alg: 'ES256' }, said].map((part) => base64urlEncode(utf8Encode(JSON.stringify(part)))).join('.');
    return `${input}.${base64urlEncode(signer.sign(sha256(utf8Encode(input)), 'ieee-p1363'))}`;
  };

  it('says when the session is over', () => {
    expect(readSessionToken(token(claims), key, profile, owner)).toBe(1_790_000_900_000);
  });

  it.for([
    ['of another notarizer', token(claims), { ...profile, notarizerKey: key }],
    ['for another key', token({ ...claims, public_key: notarizer.publicKey }), profile],
    ['for another organization', token({ ...claims, organization_id: 'another' }), profile],
    ['without an end', token({ ...claims, exp: undefined }), profile],
    ['with an end that is none', token({ ...claims, exp: -1 }), profile],
    ['that was cut', token(claims).slice(0, -4), profile],
    ['with more behind it', `${token(claims)}.x`, profile],
    ['that is none', 'session', profile],
  ] as const)('%s is refused', ([, text, pinned]) => {
    expect(() => readSessionToken(text, key, pinned, owner)).toThrow(/was discarded, because/);
  });

  it('of another user is refused, and says whose it is', () => {
    expect(() => readSessionToken(token({ ...claims, user_id: 'mallory' }), key, profile, owner)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/of the user “mallory”.*of “Operator”/),
      }),
    );
    expect(() => readSessionToken(token({ ...claims, user_id: undefined }), key, profile, owner)).toThrow(
      /has no valid type/,
    );
  });
});
