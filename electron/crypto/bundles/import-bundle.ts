/**
 * Import bundles (docs/protocol.md#bundles): the service's signed target key, and the bundle that the client encrypts
 * to it. The client's bundle is not signed. It proves neither who sealed it nor that the plaintext is a key.
 */
import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS, parseJsonObject } from '../../../shared/model/index.ts';
import { BUNDLE_VERSION, hexDecode, isHex, utf8Encode, writeServerMessage } from '../../../shared/wire/index.ts';
import { type P256Signer, p256Uncompress } from '../curves/p256.ts';
import type { Bytes } from '../native.ts';
import { type HpkeSealed, hpkeOpen } from './hpke.ts';
import { readSignedTarget, type SignedTarget } from './signed-target.ts';

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

/**
 * Returns the key (65-byte point) that a client encrypts an import to. The service signed it for this organization and
 * user. Targets for secrets may name no user (docs/protocol.md#bundles), so these need none. Throws
 * SERVICE_REPLY_INVALID.
 */
export function readImportTarget(
  target: SignedTarget & { readonly userId: string; readonly needsUser: boolean },
): Bytes {
  const { targetPublic, claims } = readSignedTarget(target, refusedTarget);
  if (claims.organizationId === undefined) throw refusedTarget('it names no organization');
  if (claims.userId === undefined && target.needsUser) throw refusedTarget('it names no user');
  if (claims.userId !== undefined && claims.userId !== target.userId) throw refusedTarget('it is for another user');
  return targetPublic;
}

const refusedTarget = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    `The import key of the service was refused, because ${why}. Nothing was encrypted or sent. Check the profile’s signer key and organization.`,
  );

function invalid(why: string): AppError {
  return new AppError(
    'BUNDLE_INVALID',
    `invalid encrypted bundle: ${why}. Nothing was imported. Send {"encappedPublic","ciphertext"} as the client made it.`,
  );
}
