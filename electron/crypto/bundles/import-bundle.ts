/**
 * Import bundles (PROTOCOL 5.2) on the service's side: the signed target key, and the bundle that the client encrypts
 * to it. The client's bundle is not signed. It proves neither who sealed it nor that the plaintext is a key.
 */
import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS, parseJsonObject } from '../../../shared/model/index.ts';
import { BUNDLE_VERSION, hexDecode, isHex, utf8Encode, writeServerMessage } from '../../../shared/wire/index.ts';
import { type P256Signer, p256Uncompress } from '../curves/p256.ts';
import type { Bytes } from '../native.ts';
import { type HpkeSealed, hpkeOpen } from './hpke.ts';

const POINT_BYTES = 65;
const TAG_BYTES = 16;

/**
 * Returns the signed text (ServerTargetMsg) of a target key (compressed or uncompressed hex) and its organization. For
 * an import it also names the user. Throws KEY_INVALID.
 */
export function signTarget(input: {
  readonly targetPublicKey: string;
  readonly organizationId: string;
  readonly userId?: string;
  readonly signer: P256Signer;
}): string {
  const { targetPublicKey, organizationId, userId, signer } = input;
  const target = { targetPublic: p256Uncompress(targetPublicKey), organizationId, userId };
  const data = utf8Encode(JSON.stringify(target));
  return writeServerMessage({
    version: BUNDLE_VERSION,
    data,
    dataSignature: signer.sign(data),
    signerKey: p256Uncompress(signer.publicKey),
  });
}

/** Parses an encrypted bundle (ClientSendMsg). Throws BUNDLE_TOO_LARGE or BUNDLE_INVALID. */
export function readEncryptedBundle(bundle: string): HpkeSealed {
  if (bundle.length > LIMITS.bundle) {
    throw new AppError(
      'BUNDLE_TOO_LARGE',
      `invalid encrypted bundle: it is longer than ${LIMITS.bundle} characters. Nothing was imported.`,
    );
  }
  const { encappedPublic, ciphertext } = parseJsonObject(bundle, invalid);
  if (typeof encappedPublic !== 'string' || !isHex(encappedPublic, POINT_BYTES) || !encappedPublic.startsWith('04'))
    throw invalid('its encappedPublic is not 65 bytes of hexadecimal text');
  if (typeof ciphertext !== 'string' || !isHex(ciphertext) || ciphertext.length < TAG_BYTES * 2)
    throw invalid('its ciphertext is not hexadecimal text');
  return { encappedPublic: hexDecode(encappedPublic), ciphertext: hexDecode(ciphertext) };
}

/**
 * Decrypts a parsed bundle with a 32-byte target key. Returns the plaintext, which the caller wipes, or null when the
 * bundle was changed or is for another key. Throws KEY_INVALID for an invalid target.
 */
export function openEncryptedBundle(sealed: HpkeSealed, recipientPrivate: Uint8Array): Bytes | null {
  try {
    return hpkeOpen({ recipientPrivate, ...sealed });
  } catch (error) {
    if (error instanceof AppError && error.code === 'BUNDLE_UNREADABLE') return null;
    throw error;
  }
}

function invalid(why: string): AppError {
  return new AppError(
    'BUNDLE_INVALID',
    `invalid encrypted bundle: ${why}. Nothing was imported. Send {"encappedPublic","ciphertext"} as the client made it.`,
  );
}
