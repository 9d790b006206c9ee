/**
 * Export bundles (docs/protocol.md#bundles): signed by the service, encrypted to a target key. Does NOT prove that the
 * plaintext is the right key.
 */
import { AppError } from '../../../shared/errors/index.ts';
import {
  BUNDLE_VERSION,
  copySecret,
  hexDecode,
  readSealedData,
  readServerMessage,
  writeSealedData,
  writeServerMessage,
} from '../../../shared/wire/index.ts';
import { type P256Signer, p256Uncompress, p256Verify } from '../curves/p256.ts';
import type { Bytes } from '../native.ts';
import { type HpkeSealed, hpkeOpen, hpkeSeal } from './hpke.ts';

/**
 * Seals `plaintext` to a target key (compressed or uncompressed hex) and signs it. Returns the bundle text. Throws
 * KEY_INVALID.
 */
export function sealExportBundle(input: {
  readonly plaintext: Uint8Array;
  readonly targetPublicKey: string;
  readonly organizationId: string;
  readonly signer: P256Signer;
}): string {
  const { plaintext, targetPublicKey, organizationId, signer } = input;
  const sealed = hpkeSeal({ recipientPublic: hexDecode(p256Uncompress(targetPublicKey)), plaintext });
  const data = writeSealedData({ ...sealed, organizationId });
  return writeServerMessage({
    version: BUNDLE_VERSION,
    data,
    dataSignature: signer.sign(data),
    signerKey: p256Uncompress(signer.publicKey),
  });
}

/** A bundle and its expected values. */
interface CheckedBundle {
  readonly bundle: string;
  readonly organizationId: string;
  /** 130 hex digits. */
  readonly signerKey: string;
}

/**
 * Runs every check of docs/protocol.md#bundles, then decrypts with the 32-byte target key (HPKE). Returns the
 * plaintext, which the caller wipes. Throws like `checkExportBundle`, and BUNDLE_UNREADABLE or KEY_INVALID.
 */
export function openExportBundle(input: CheckedBundle & { readonly recipientPrivate: Uint8Array }): Bytes {
  return hpkeOpen({ recipientPrivate: input.recipientPrivate, ...checkExportBundle(input) });
}

/**
 * Runs the checks of docs/protocol.md#bundles, cheapest first: size and shape, version, signer equals the pinned
 * `signerKey`, its signature, the organization. Returns the encapsulated key and the ciphertext. Decrypts nothing, and
 * does not check that the encapsulated key is a point of the curve. Throws BUNDLE_TOO_LARGE, BUNDLE_INVALID,
 * BUNDLE_WRONG_SIGNER, BUNDLE_SIGNATURE_INVALID or BUNDLE_WRONG_ORGANIZATION.
 */
export function checkExportBundle(input: CheckedBundle): HpkeSealed {
  const message = readServerMessage(input.bundle);
  if (message.signerKey !== input.signerKey.toLowerCase()) {
    throw new AppError(
      'BUNDLE_WRONG_SIGNER',
      'The profile does not trust the key that signed the bundle. The bundle was not opened. Check the profile and the source of the bundle.',
    );
  }
  if (!p256Verify(message.signerKey, message.data, message.dataSignature)) {
    throw new AppError(
      'BUNDLE_SIGNATURE_INVALID',
      'The signature of the bundle is invalid, because the bundle was changed in transit. Nothing was opened. Export again and use the bundle exactly as the service returned it.',
    );
  }
  const sealed = readSealedData(message.data);
  if (sealed.organizationId !== input.organizationId) {
    throw new AppError(
      'BUNDLE_WRONG_ORGANIZATION',
      'The bundle was made for another organization, so it was not opened. Use the profile of the organization that exported it.',
    );
  }
  return { encappedPublic: copySecret(sealed.encappedPublic), ciphertext: copySecret(sealed.ciphertext) };
}
