import Type from 'typebox';
import { AppError, sentence } from '../../../../shared/errors/index.ts';
import { inQuotes, type ProfileRow } from '../../../../shared/model/index.ts';
import { checkValue } from '../../../../shared/operations/index.ts';
import { p256Verify, sha256 } from '../../../crypto/index.ts';
import { readJwt } from './jwt.ts';

/** The claims in use of a session's token. Others may be present. */
const Claims = Type.Object({
  exp: Type.Integer({ minimum: 0, maximum: 1e11 }),
  public_key: Type.String(),
  organization_id: Type.String(),
  user_id: Type.String({ maxLength: 255 }),
});

/**
 * Reads a session's token (docs/protocol.md#sessions): a JWT signed by the service's notarizer over the SHA-256 of its
 * input. Returns the end of the session, in milliseconds since the epoch. Throws SERVICE_REPLY_INVALID for a token that
 * the notarizer did not sign, or of another key or organization. Throws INVALID_INPUT for a user other than `owner`,
 * because the session must read as the user of the profile's key.
 */
export function readSessionToken(
  token: string,
  publicKey: string,
  { organizationId, notarizerKey }: Pick<ProfileRow, 'organizationId' | 'notarizerKey'>,
  owner: { readonly userId: string; readonly username: string },
): number {
  const { input, claims, signature } = readJwt(token);
  if (!p256Verify(notarizerKey, sha256(input), signature, 'ieee-p1363'))
    throw refused('its notarizer did not sign the session');
  if (!isClaims(claims)) throw refused('the session has no valid type');
  if (claims.public_key.toLowerCase() !== publicKey) throw refused('the session is for another key');
  if (claims.organization_id !== organizationId) throw refused('the session is for another organization');
  if (claims.user_id !== owner.userId)
    throw new AppError(
      'INVALID_INPUT',
      sentence`The session is of the user ${inQuotes(claims.user_id)}, and the profile’s key is of ${inQuotes(owner.username)} (${owner.userId}), so it was discarded. Sign in as that user, or add a profile with a key of the other user.`,
    );
  return claims.exp * 1000;
}

const isClaims = (claims: unknown): claims is Type.Static<typeof Claims> => checkValue(Claims, claims).length === 0;

const refused = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    sentence`The session of the service was discarded, because ${why}. Check the profile’s service and notarizer key.`,
  );
