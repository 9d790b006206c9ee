import { describe, expect, it } from 'vitest';
import { generateP256, openP256Signer } from '../../../../../electron/crypto/index.ts';
import { verificationToken } from '../../../../../electron/custody/authentication/verification-token.ts';
import { readVerificationToken } from '../../../../../electron/engine/flows/sign-in/verification-token.ts';

const fetcher = generateP256();
const signer = openP256Signer(fetcher.privateKey);
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const key = generateP256().publicKey;
const claims = {
  exp: '1790000000000',
  id: 'one',
  organization_id: organizationId,
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'operator@example.com',
  public_key: key,
} as const;
const pins = {
  organizationId,
  fetcherKey: fetcher.publicKey,
  otpType: claims.verification_type,
  contact: 'Operator@Example.com',
} as const;

describe('a verification token', () => {
  it('gives its id', () => {
    expect(readVerificationToken(verificationToken(claims, signer), key, pins)).toBe('one');
  });

  it.for([
    ['of another signer', verificationToken(claims, signer), { ...pins, fetcherKey: key }],
    ['for another key', verificationToken({ ...claims, public_key: fetcher.publicKey }, signer), pins],
    ['for another organization', verificationToken(claims, signer), { ...pins, organizationId: 'another' }],
    ['of another contact', verificationToken({ ...claims, contact: 'mallory@example.com' }, signer), pins],
    ['of another kind of contact', verificationToken(claims, signer), { ...pins, otpType: 'OTP_TYPE_SMS' }],
    ['that is none', 'a.b.c', pins],
    ['with a part too many', `${verificationToken(claims, signer)}.x`, pins],
    ['that says nothing', verificationToken({} as typeof claims, signer), pins],
  ] as const)('%s is refused', ([, token, pinned]) => {
    expect(() => readVerificationToken(token, key, pinned)).toThrowError(
      expect.objectContaining({ code: 'SERVICE_REPLY_INVALID' }),
    );
  });
});
