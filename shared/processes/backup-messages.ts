import Type from 'typebox';
import { Bytes, Closed, Nullable, Secret } from '../model/bytes.ts';
import { STAMP_SCHEME_NAMES } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';
import { KEY_STORES } from '../model/rows.ts';
import { SealedSecret, SealTo } from './agreement.ts';

/** The sizes of a backup file (docs/backup.md), in bytes. */
export const BACKUP_SIZES = { header: 124, chunk: 1024 * 1024, tag: 16, ending: 16, database: 2 ** 31 } as const;

/** The first bytes of a backup file, in ASCII. */
export const BACKUP_MAGIC = 'castellan-backup';

/** The last bytes of a backup file. They prove nothing. They only distinguish a truncated file from a changed one. */
export const BACKUP_ENDING = 'castellan-ending';

/** The fewest characters of a backup's passphrase: a thief of the file has any number of tries. */
export const BACKUP_PASSPHRASE_CHARACTERS = 8;

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
const Store = Type.Enum(KEY_STORES);
const Header = Bytes(BACKUP_SIZES.header, BACKUP_SIZES.header);
const Sealed = Secret(LIMITS.storedKey);
/** A key sealed under the backup's passphrase. Only a vault opens it. */
const Wrapped = Bytes(LIMITS.storedKey);
const PublicKey = Type.String({ pattern: '^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$' });

/**
 * The kinds of wrapped keys: a key by its purpose, or the master key of a local service, which may need a token to
 * open.
 */
const WRAPPED_KINDS = ['stamp', 'target', 'audit', 'master', 'tokenMaster'] as const;

/**
 * Backups in the vault. Only the vault derives their keys from the passphrase, wraps and opens keys, and seals and
 * opens chunks.
 * A backup has an id from its beginning until `forget`.
 */
export const BACKUP_MESSAGES = {
  /** Begins a backup, with a header of its own. Throws INVALID_INPUT for a passphrase that is too short. */
  beginBackup: {
    input: Closed({ passphrase: Secret(LIMITS.passphrase) }),
    output: Closed({ backupId: Id, header: Header }),
  },
  /** Moves a key from its open store into the backup. Throws KEYSTORE_CORRUPT, PASSPHRASE_REQUIRED. */
  wrapBackupKey: {
    input: Closed({ backupId: Id, kind: Type.Enum(WRAPPED_KINDS), id: Id, store: Store, stored: Sealed }),
    output: Closed({ wrapped: Wrapped }),
  },
  /** Seals the next chunk. Every one but the last is full. */
  sealBackup: {
    input: Closed({ backupId: Id, bytes: Bytes(BACKUP_SIZES.chunk), isLast: Type.Boolean() }),
    output: Closed({ sealed: Bytes(BACKUP_SIZES.chunk + BACKUP_SIZES.tag) }),
  },
  /** Begins reading a backup. Throws BACKUP_INVALID, BACKUP_NEWER, BACKUP_DAMAGED, PASSPHRASE_WRONG. */
  openBackup: {
    input: Closed({ header: Header, passphrase: Secret(LIMITS.passphrase) }),
    output: Closed({ backupId: Id }),
  },
  /** Opens the next chunk. Throws BACKUP_DAMAGED for one that was changed, moved, or is not the last. */
  unsealBackup: {
    input: Closed({ backupId: Id, sealed: Bytes(BACKUP_SIZES.chunk + BACKUP_SIZES.tag), isLast: Type.Boolean() }),
    output: Closed({ bytes: Bytes(BACKUP_SIZES.chunk) }),
  },
  /**
   * Proves a wrapped key against its public key, and seals it for an open store. With null, it only proves the key.
   * Throws BACKUP_DAMAGED.
   */
  unwrapBackupKey: {
    input: Closed({
      backupId: Id,
      id: Id,
      purpose: Type.Enum(['stamp', 'target', 'audit']),
      scheme: Type.Optional(Type.Enum(STAMP_SCHEME_NAMES)),
      publicKey: PublicKey,
      wrapped: Wrapped,
      store: Nullable(Store),
    }),
    output: Closed({ stored: Nullable(Sealed) }),
  },
  /**
   * Proves a wrapped master key in the same way. One that opens without a token goes to a local service as in
   * `masterKey`.
   */
  unwrapBackupMaster: {
    input: Closed({
      backupId: Id,
      id: Id,
      kind: Type.Enum(['master', 'tokenMaster']),
      wrapped: Wrapped,
      store: Nullable(Store),
      sealTo: Nullable(SealTo),
    }),
    output: Closed({ stored: Nullable(Sealed), master: Nullable(SealedSecret) }),
  },
} as const;
