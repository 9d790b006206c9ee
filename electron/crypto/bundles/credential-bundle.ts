/**
 * Credential bundles (docs/protocol.md#credential-bundles): a key that a mail carries, encrypted to a target key and
 * not signed. Says nothing about who sealed it.
 */
import { createBase58check } from '@scure/base';
import { AppError } from '../../../shared/errors/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { p256Convert, p256Uncompress } from '../curves/p256.ts';
import { join, sha256 } from '../native.ts';
import { type HpkeSealed, hpkeSeal } from './hpke.ts';

const base58check = createBase58check(sha256);
const KEY_BYTES = 33;
/** A key of 32 bytes and the tag of AES-GCM. */
const CIPHERTEXT_BYTES = 48;

/**
 * Seals a private key (32 bytes) to a target key (compressed or uncompressed hex). Returns the bundle text. Throws
 * KEY_INVALID.
 */
export function sealCredentialBundle(privateKey: Uint8Array, targetPublicKey: string): string {
  const recipientPublic = hexDecode(p256Uncompress(targetPublicKey));
  const { encappedPublic, ciphertext } = hpkeSeal({ recipientPublic, plaintext: privateKey });
  return base58check.encode(join(hexDecode(p256Convert(hexEncode(encappedPublic), 'compressed')), ciphertext));
}

/**
 * Parses a bundle without decrypting it: base58check of a compressed encapsulated key and the ciphertext. Throws
 * BUNDLE_INVALID, and KEY_INVALID for an invalid encapsulated key.
 */
export function readCredentialBundle(bundle: string): HpkeSealed {
  const bytes = decoded(bundle);
  if (bytes === null || bytes.length !== KEY_BYTES + CIPHERTEXT_BYTES)
    throw new AppError(
      'BUNDLE_INVALID',
      'This is not a bundle. A bundle is JSON, or base58 of an encapsulated key and an encrypted key with a checksum. Nothing was opened. Give the bundle exactly as you received it.',
    );
  return {
    encappedPublic: hexDecode(p256Uncompress(hexEncode(bytes.subarray(0, KEY_BYTES)))),
    ciphertext: bytes.slice(KEY_BYTES),
  };
}

/** Nothing longer is decoded: base58 takes the square of the length. */
const MAXIMUM_CHARACTERS = 128;

function decoded(bundle: string): Uint8Array | null {
  if (bundle.length > MAXIMUM_CHARACTERS) return null;
  try {
    return base58check.decode(bundle);
  } catch {
    return null;
  }
}
