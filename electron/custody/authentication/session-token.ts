import { base64urlEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { type P256Signer, sha256 } from '../../crypto/index.ts';

/** The order is that of the public service's tokens. */
export interface SessionClaims {
  /** Seconds since the epoch. */
  readonly exp: number;
  /** Compressed, lowercase hex. */
  readonly public_key: string;
  readonly session_type: string;
  readonly user_id: string;
  readonly organization_id: string;
  /** Present when a session profile limits the session. */
  readonly session_profile_id?: string;
  readonly scope?: string;
}

/**
 * Makes a session's token (docs/protocol.md#sessions): a JWT whose header says ES256. Its signature is over the SHA-256
 * of the signing input, which is thus hashed twice. No JWT library can make or verify it.
 */
export function sessionToken(claims: SessionClaims, signer: P256Signer): string {
  const input = [{ alg: 'ES256', typ: 'JWT' }, claims].map(jsonPart).join('.');
  return `${input}.${base64urlEncode(signer.sign(sha256(utf8Encode(input)), 'ieee-p1363'))}`;
}

function jsonPart(value: object): string {
  return base64urlEncode(utf8Encode(JSON.stringify(value)));
}
