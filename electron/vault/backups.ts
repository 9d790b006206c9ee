import { AppError, sentence } from '../../shared/errors/index.ts';
import { characterCount, type KeyStore } from '../../shared/model/index.ts';
import { BACKUP_PASSPHRASE_CHARACTERS, BACKUP_SIZES } from '../../shared/processes/index.ts';
import { aesGcmOpen, aesGcmSeal, type Bytes, openAtRest, sealAtRest } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { type BackupKeys, backupDamaged, makeBackupHeader, openBackupHeader } from './backup-header.ts';
import type { Keystore } from './keystore.ts';

interface Backup {
  readonly isWritten: boolean;
  readonly header: Uint8Array;
  readonly stream: Uint8Array;
  readonly keys: Uint8Array;
  /** The number of the next chunk. Null after the last. */
  next: number | null;
}

const NONCE_BYTES = 12;
const COUNTER_AT = 7;
const LAST_AT = 11;
const MAXIMUM_CHUNKS = 2 ** 32;

/**
 * Backups that are written or read. Chunks are sealed by the STREAM construction (Hoang, Reyhanitabar, Rogaway and
 * Vizár, 2015) with AES-256-GCM. The nonce is 7 zeros, the chunk number and the last-chunk flag. Each file has a key of
 * its own.
 */
export function createBackups(memory: SecretMemory, newId: () => string, keystore: Keystore) {
  const backups = new Map<string, Backup>();

  const add = (isWritten: boolean, header: Uint8Array, { stream, keys }: BackupKeys): string => {
    const id = newId();
    try {
      const held = { stream: memory.hold(stream), keys: memory.hold(keys) };
      backups.set(id, { isWritten, header: Uint8Array.from(header), ...held, next: 0 });
      return id;
    } finally {
      stream.fill(0);
      keys.fill(0);
    }
  };

  /** `isWritten` is null for a backup of either kind. */
  const find = (id: string, isWritten: boolean | null): Backup => {
    const backup = backups.get(id);
    if (backup !== undefined && (isWritten ?? backup.isWritten) === backup.isWritten) return backup;
    throw new AppError('NOT_FOUND', 'The vault has no such backup. Nothing was done. Start again.');
  };

  /** Takes the number of the next chunk, once. */
  const nonceOf = (backup: Backup, isLast: boolean): Bytes => {
    if (backup.next === null || backup.next >= MAXIMUM_CHUNKS)
      throw new AppError('INVALID_INPUT', 'The backup already has its last chunk. Nothing was done. Start again.');
    const nonce = new Uint8Array(NONCE_BYTES);
    new DataView(nonce.buffer).setUint32(COUNTER_AT, backup.next);
    nonce[LAST_AT] = isLast ? 1 : 0;
    backup.next = isLast ? null : backup.next + 1;
    return nonce;
  };

  return {
    async begin({ passphrase }: { passphrase: Uint8Array }) {
      if (characterCount(passphrase) < BACKUP_PASSPHRASE_CHARACTERS)
        throw new AppError(
          'INVALID_INPUT',
          sentence`The passphrase of a backup needs at least ${BACKUP_PASSPHRASE_CHARACTERS} characters. Nothing was written. Choose a longer one.`,
        );
      const { header, ...keys } = await makeBackupHeader(passphrase);
      return { backupId: add(true, header, keys), header };
    },
    async open({ header, passphrase }: { header: Uint8Array; passphrase: Uint8Array }) {
      return { backupId: add(false, header, await openBackupHeader(header, passphrase)) };
    },
    seal(id: string, bytes: Uint8Array, isLast: boolean): Bytes {
      if (!isLast && bytes.length !== BACKUP_SIZES.chunk)
        throw new AppError(
          'INVALID_INPUT',
          'Only the last chunk of a backup can be shorter. Nothing was sealed. Start again.',
        );
      const backup = find(id, true);
      return aesGcmSeal(backup.stream, nonceOf(backup, isLast), bytes, backup.header);
    },
    unseal(id: string, sealed: Uint8Array, isLast: boolean): Bytes {
      const backup = find(id, false);
      try {
        return aesGcmOpen(backup.stream, nonceOf(backup, isLast), sealed, backup.header);
      } catch (error) {
        if (error instanceof AppError && error.code === 'INVALID_INPUT') throw error;
        // Everything after it would belong to a changed file.
        backup.next = null;
        throw backupDamaged('a part of it was changed, moved or cut off');
      }
    },
    /**
     * Moves a secret from its store's seal into a backup. `place` is its place in the store. Throws the keystore's
     * errors.
     */
    wrap(id: string, { store, bytes }: { store: KeyStore; bytes: Uint8Array }, place: string): Bytes {
      const { keys } = find(id, true);
      const secret = keystore.unseal(store, bytes, place);
      try {
        return sealAtRest(keys, secret, wrappedPlace(place));
      } finally {
        secret.fill(0);
      }
    },
    /**
     * Returns a secret that the caller wipes. Throws KEYSTORE_CORRUPT for a secret that was wrapped for another place.
     */
    unwrap(id: string, wrapped: Uint8Array, place: string): Bytes {
      return openAtRest(find(id, null).keys, wrapped, wrappedPlace(place));
    },
    forget(id: string): void {
      const backup = backups.get(id);
      if (backup === undefined) return;
      backups.delete(id);
      memory.release(backup.stream);
      memory.release(backup.keys);
    },
  };
}

export type Backups = ReturnType<typeof createBackups>;

const wrappedPlace = (place: string) => `castellan backup v1|${place}`;
