import Type, { type Static } from 'typebox';
import { AppError } from '../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { base64urlDecode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { p256Verify, sha256 } from '../../crypto/index.ts';

/** What of a session's token is used; others may be beside it. */
const Claims = Type.Object({
  exp: Type.Integer({ minimum: 0, maximum: 1e11 }),
  public_key: Type.String(),
  organization_id: Type.String(),
});

/**
 * Reads a session's token (PROTOCOL 7.1): a JWT whose signature, of the service's notarizer, is one of the SHA-256 of its input. Gives when the session is over, in
 * milliseconds since the epoch. Throws SERVICE_REPLY_INVALID for one that the notarizer did not sign, or that is for another key or organization.
 */
export function readSessionToken(
  token: string,
  publicKey: string,
  { organizationId, notarizerKey }: Pick<ProfileRow, 'organizationId' | 'notarizerKey'>,
): number {
  const [header = '', body = '', signature = '', ...rest] = token.split('.');
  const signed = sha256(utf8Encode(`${header}.${body}`));
  if (rest.length > 0 || !p256Verify(notarizerKey, signed, bytesOf(signature), 'ieee-p1363'))
    throw refused('its notarizer did not sign the session');
  const claims = claimsIn(body);
  if (claims.public_key.toLowerCase() !== publicKey) throw refused('the session is for another key');
  if (claims.organization_id !== organizationId) throw refused('the session is for another organization');
  return claims.exp * 1000;
}

function claimsIn(body: string): Static<typeof Claims> {
  let claims: unknown = null;
  try {
    claims = JSON.parse(utf8Decode(bytesOf(body)));
  } catch {
    // Said below.
  }
  if (checkValue(Claims, claims).length === 0) return claims as Static<typeof Claims>;
  throw refused('the session does not say what it is');
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64urlDecode(text);
  } catch {
    return new Uint8Array();
  }
}

const refused = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    `The session that the service began is not used, because ${why}. Its key was wiped. Check the profile’s service and notarizer key.`,
  );
