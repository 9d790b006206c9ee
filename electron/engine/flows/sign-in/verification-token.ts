import Type from 'typebox';
import { AppError, sentence } from '../../../../shared/errors/index.ts';
import type { OtpType } from '../../../../shared/model/index.ts';
import { checkValue } from '../../../../shared/operations/index.ts';
import { p256Verify } from '../../../crypto/index.ts';
import { readJwt } from './jwt.ts';

/** The claims in use of a verification token. Others may be present. */
const Claims = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  public_key: Type.String(),
  organization_id: Type.String(),
  verification_type: Type.String(),
  contact: Type.String(),
});

interface Asked {
  readonly organizationId: string;
  readonly fetcherKey: string;
  readonly otpType: OtpType;
  readonly contact: string;
}

/**
 * Reads a verification token (docs/protocol.md#verification-tokens): a JWT under ES256 that proves who has a contact.
 * Returns its id, which a login signs. Throws SERVICE_REPLY_INVALID when `fetcherKey` did not sign it, or when it names
 * another key, organization or contact. Contacts match in either letter case.
 */
export function readVerificationToken(
  token: string,
  publicKey: string,
  { organizationId, fetcherKey, otpType, contact }: Asked,
): string {
  const { input, claims, signature } = readJwt(token);
  if (!p256Verify(fetcherKey, input, signature, 'ieee-p1363')) throw refused('its fetcher key did not sign it');
  if (!isClaims(claims)) throw refused('it has no valid type');
  if (claims.public_key.toLowerCase() !== publicKey) throw refused('it is bound to another key');
  if (claims.organization_id !== organizationId) throw refused('it is for another organization');
  if (claims.verification_type !== otpType || claims.contact.toLowerCase() !== contact.toLowerCase())
    throw refused('it is of another contact');
  return claims.id;
}

const isClaims = (claims: unknown): claims is Type.Static<typeof Claims> => checkValue(Claims, claims).length === 0;

const refused = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The service’s reply to the code was discarded, because ${why}. Check the profile’s service and fetcher key.`,
  );
