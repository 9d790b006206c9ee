import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { copySecret } from '../../shared/wire/index.ts';
import type { Bytes } from '../crypto/index.ts';
import { backupDamaged } from './backup-header.ts';
import type { Backups } from './backups.ts';
import { keyPlaces } from './key-place.ts';
import type { Keystore } from './keystore.ts';
import { handOver, masterPlace, tokenMasterPlace } from './master-keys.ts';

interface BackupKeyParts {
  readonly backups: Backups;
  readonly keystore: Keystore;
  /**
   * Returns the public key of a private key, which is wiped, as the index spells it. A test signature proves a signing
   * key.
   */
  readonly publicKeyOf: (named: InputOf<VaultMessages, 'unwrapBackupKey'>, privateKey: Bytes) => string;
}

/** Moves keys between the stores and a backup. Each key stays sealed for its one place. */
export function createBackupKeys({ backups, keystore, publicKeyOf }: BackupKeyParts) {
  return {
    wrap({
      backupId,
      kind,
      id,
      store,
      stored,
    }: InputOf<VaultMessages, 'wrapBackupKey'>): OutputOf<VaultMessages, 'wrapBackupKey'> {
      const places =
        kind === 'master' ? [masterPlace(id)] : kind === 'tokenMaster' ? [tokenMasterPlace(id)] : keyPlaces(kind, id);
      return { wrapped: first(places, (place) => backups.wrap(backupId, { store, bytes: stored }, place)) };
    },
    unwrapKey(input: InputOf<VaultMessages, 'unwrapBackupKey'>): OutputOf<VaultMessages, 'unwrapBackupKey'> {
      const { backupId, id, purpose, publicKey, wrapped, store } = input;
      return opened(id, keyPlaces(purpose, id), (place) =>
        using(backups.unwrap(backupId, wrapped, place), (privateKey) => {
          if (publicKeyOf(input, copySecret(privateKey)) !== publicKey)
            throw backupDamaged(`its key ${id} does not belong to ${publicKey}`);
          return { stored: store === null ? null : keystore.seal(store, privateKey, place) };
        }),
      );
    },
    unwrapMaster(input: InputOf<VaultMessages, 'unwrapBackupMaster'>): OutputOf<VaultMessages, 'unwrapBackupMaster'> {
      const { backupId, id, kind, wrapped, store, sealTo } = input;
      const places = [kind === 'master' ? masterPlace(id) : tokenMasterPlace(id)];
      return opened(id, places, (place) =>
        using(backups.unwrap(backupId, wrapped, place), (master) => ({
          stored: store === null ? null : keystore.seal(store, master, place),
          master: sealTo === null || kind !== 'master' ? null : handOver(master, sealTo),
        })),
      );
    },
  };
}

/** Returns the result for the first place that the key was sealed for. Throws the last error when there is none. */
function first<Result>(places: readonly string[], attempt: (place: string) => Result): Result {
  let problem: unknown;
  for (const place of places) {
    try {
      return attempt(place);
    } catch (error) {
      problem = error;
      if (!isSealedOtherwise(error)) break;
    }
  }
  throw problem;
}

function opened<Result>(id: string, places: readonly string[], attempt: (place: string) => Result): Result {
  try {
    return first(places, attempt);
  } catch (error) {
    throw isSealedOtherwise(error) ? backupDamaged(`its key ${id} was changed`) : error;
  }
}

const isSealedOtherwise = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'KEYSTORE_CORRUPT';

function using<Result>(secret: Bytes, use: (secret: Bytes) => Result): Result {
  try {
    return use(secret);
  } finally {
    secret.fill(0);
  }
}
