import { base64urlDecode, base64urlEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { type P256Signer, p256Verify } from '../../crypto/index.ts';

const encoded = (value: object): string => base64urlEncode(utf8Encode(JSON.stringify(value)));

/** Returns a token in the form of RFC 7515: header, claims and ES256 signature, in base64url with dots between them. */
export function writeToken(header: object, claims: object, signer: P256Signer): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${base64urlEncode(signer.sign(utf8Encode(input), 'ieee-p1363'))}`;
}

/**
 * Reads the claims of a token that `writeToken` made.
 * @param publicKey in hexadecimal digits. Undefined where the service has no such key yet.
 * @returns null when the token has another header, another key signed it, or it is malformed
 */
export function readToken(token: string, header: object, publicKey: string | undefined): unknown {
  const [first, payload = '', signature = '', ...more] = token.split('.');
  if (publicKey === undefined || first !== encoded(header) || more.length > 0) return null;
  if (!p256Verify(publicKey, utf8Encode(`${first}.${payload}`), decoded(signature), 'ieee-p1363')) return null;
  return JSON.parse(utf8Decode(decoded(payload)));
}

/** Returns the bytes of a part of a token. Empty for a malformed part, which no signature fits. */
function decoded(part: string): Uint8Array {
  try {
    return base64urlDecode(part);
  } catch {
    return new Uint8Array(0);
  }
}
