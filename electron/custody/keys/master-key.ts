import { AppError } from '../../../shared/errors/index.ts';
import { copySecret, utf8Encode } from '../../../shared/wire/index.ts';
import { type Bytes, openAtRest, sealAtRest } from '../../crypto/index.ts';

const CHECK = 'castellan custody master key';
const CHECK_PLACE = 'master_key/sealed_check';

/** Copies the 32-byte master key for a new database, and returns the stored value that proves it later. */
export function createMasterKey(master: Uint8Array): { key: Bytes; sealedCheck: Bytes } {
  return { key: copySecret(master), sealedCheck: sealAtRest(master, utf8Encode(CHECK), CHECK_PLACE) };
}

/**
 * Copies the master key of an existing database. The caller owns and wipes the copy. Throws KEY_INVALID for a key of
 * another database.
 */
export function openMasterKey(master: Uint8Array, sealedCheck: Uint8Array): Bytes {
  try {
    openAtRest(master, sealedCheck, CHECK_PLACE);
    return copySecret(master);
  } catch {
    throw new AppError(
      'KEY_INVALID',
      'The stored key of this local service did not seal its keys. Nothing was opened. Use the keychain or passphrase file of the computer and user that made the service, or a backup of it.',
    );
  }
}
