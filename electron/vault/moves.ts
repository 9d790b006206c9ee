/**
 * Moves of keys between services. Exports and imports use one HPKE configuration, whose AAD names only the recipient's
 * key and the encapsulated key (docs/protocol.md#encryption), and the same plaintexts
 * (docs/protocol.md#sealed-contents). So an export that is sealed to a service's import key is passed on as it is, and
 * nothing of it is opened here.
 */
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { checkExportBundle, readImportTarget, writeEncryptedBundle } from '../crypto/index.ts';

/** Returns the key that the importing service signed for this organization and user. Throws SERVICE_REPLY_INVALID. */
export function readMoveTarget(
  target: InputOf<VaultMessages, 'readImportTarget'>,
): OutputOf<VaultMessages, 'readImportTarget'> {
  return { targetPublicKey: hexEncode(readImportTarget({ ...target, needsUser: true })) };
}

/** Returns the sealed contents of an export as an import. Throws what `checkExportBundle` throws. */
export function passOnExport(
  exported: InputOf<VaultMessages, 'passOnExport'>,
): OutputOf<VaultMessages, 'passOnExport'> {
  return { encryptedBundle: writeEncryptedBundle(checkExportBundle(exported)) };
}
