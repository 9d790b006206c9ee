import { hexEncode } from '../../../shared/wire/index.ts';
import { ed25519Verify } from '../curves/ed25519.ts';
import { p256Verify } from '../curves/p256.ts';
import { requirePublicKey } from '../curves/public-key.ts';
import { rsaVerify } from '../native.ts';
import { type CborValue, memberOf } from './cbor.ts';

/** Returns true when a signature over a message holds. Never throws. */
export type Verify = (message: Uint8Array, signature: Uint8Array) => boolean;

/** Labels of COSE keys (RFC 9052 section 7, RFC 9053 section 7, RFC 8230 section 4). */
const [KIND, ALGORITHM, CURVE, X, Y] = [1, 3, -1, -2, -3] as const;
const [MODULUS, EXPONENT] = [-1, -2] as const;

/** Returns true when a public key in COSE declares ES256 on P-256. */
export const isEs256 = (key: CborValue): boolean =>
  memberOf(key, KIND) === 2 && memberOf(key, ALGORITHM) === -7 && memberOf(key, CURVE) === 1;

/**
 * Reads a public key in COSE of the algorithms that browsers request of passkeys. These are ES256 on P-256, EdDSA on
 * Ed25519, and RS256 with 2048 to 4096 bits. Throws RangeError, or KEY_INVALID for an invalid point.
 */
export function readCoseKey(key: CborValue): Verify {
  const is = (kind: number, algorithm: number) =>
    memberOf(key, KIND) === kind && memberOf(key, ALGORITHM) === algorithm;
  if (isEs256(key)) {
    const point = `04${hexEncode(bytesOf(key, X, 32))}${hexEncode(bytesOf(key, Y, 32))}`;
    const publicKey = requirePublicKey('CURVE_P256', point);
    return (message, signature) => p256Verify(publicKey, message, signature);
  }
  if (is(1, -8) && memberOf(key, CURVE) === 6) {
    const publicKey = requirePublicKey('CURVE_ED25519', hexEncode(bytesOf(key, X, 32)));
    return (message, signature) => ed25519Verify(publicKey, message, signature);
  }
  if (is(3, -257)) {
    const [modulus, exponent] = [bytesOf(key, MODULUS, 256, 512), bytesOf(key, EXPONENT, 1, 4)];
    return (message, signature) => rsaVerify({ modulus, exponent }, message, signature);
  }
  throw new RangeError('its key is not an ES256, EdDSA or RS256 key');
}

function bytesOf(key: CborValue, label: number, least: number, most = least): Uint8Array {
  const bytes = memberOf(key, label);
  if (bytes instanceof Uint8Array && bytes.length >= least && bytes.length <= most) return bytes;
  throw new RangeError('its key has a part that is missing or of a wrong length');
}
