/**
 * Keys of a service that a client encrypts to (ServerTargetMsg, docs/protocol.md#bundles): read only as far as the
 * pinned key signed them.
 */
import type { AppError } from '../../../shared/errors/index.ts';
import { type JsonObject, parseJsonObject } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex, readServerMessage, utf8Decode } from '../../../shared/wire/index.ts';
import { p256Verify } from '../curves/p256.ts';
import type { Bytes } from '../native.ts';
import { type HpkeSealed, hpkeSeal } from './hpke.ts';

const POINT_BYTES = 65;

export interface SignedTarget {
  /** The text that the service gave. */
  readonly bundle: string;
  readonly organizationId: string;
  /** 130 hex digits. */
  readonly signerKey: string;
}

/**
 * Returns the key to encrypt to (65-byte point) and all signed members of the bundle. Throws the error that `refused`
 * returns for a reason: another signer, an invalid signature, another organization, or no key.
 */
export function readSignedTarget(
  { bundle, organizationId, signerKey }: SignedTarget,
  refused: (why: string) => AppError,
): { readonly targetPublic: Bytes; readonly claims: JsonObject } {
  const message = readable(() => readServerMessage(bundle), refused);
  if (message.signerKey !== signerKey.toLowerCase()) throw refused('it is signed with another key than the profile’s');
  if (!p256Verify(message.signerKey, message.data, message.dataSignature)) throw refused('its signature is invalid');
  const claims = readable(() => parseJsonObject(utf8Decode(message.data), refused), refused);
  // The public clients accept a bundle that names no organization.
  if (claims.organizationId !== undefined && claims.organizationId !== organizationId)
    throw refused('it is for another organization');
  if (typeof claims.targetPublic !== 'string' || !isHex(claims.targetPublic, POINT_BYTES))
    throw refused('it names no key');
  return { targetPublic: hexDecode(claims.targetPublic), claims };
}

/**
 * Encrypts to a 65-byte point of P-256 (HPKE, RFC 9180). Returns the text of the bundle (ClientSendMsg). Throws
 * KEY_INVALID.
 */
export function sealToTarget(recipientPublic: Uint8Array, plaintext: Uint8Array): string {
  return writeEncryptedBundle(hpkeSeal({ recipientPublic, plaintext }));
}

/** Returns the text of an encrypted bundle (ClientSendMsg). */
export function writeEncryptedBundle({ encappedPublic, ciphertext }: HpkeSealed): string {
  return JSON.stringify({ encappedPublic: hexEncode(encappedPublic), ciphertext: hexEncode(ciphertext) });
}

function readable<Read>(read: () => Read, refused: (why: string) => AppError): Read {
  try {
    return read();
  } catch {
    throw refused('it cannot be read');
  }
}
