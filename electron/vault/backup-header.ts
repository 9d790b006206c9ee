import { AppError, sentence } from '../../shared/errors/index.ts';
import { BACKUP_MAGIC, BACKUP_SIZES } from '../../shared/processes/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import {
  type Bytes,
  constantTimeEqual,
  hkdfSha256,
  randomBytes,
  scryptKey,
  sha256,
  spellingHint,
} from '../crypto/index.ts';
import { isUsableCost, SCRYPT_LOG_N } from './ways.ts';

/**
 * The header of a backup file, with numbers in big-endian:
 * - magic (16 bytes) and version (2)
 * - log2 of scrypt's N (1), r (1), p (1), zeros (3)
 * - chunk length (4), salt (32), passphrase check (32)
 * - SHA-256 of all before it (32)
 * Every chunk is bound to the whole header.
 */
const MAGIC = utf8Encode(BACKUP_MAGIC);
const VERSION = 1;
const AT = { version: 16, logN: 18, r: 19, p: 20, zeros: 21, chunk: 24, salt: 28, check: 60, digest: 92 } as const;

const [R, P] = [8, 1];

/** The keys of one backup, which the caller wipes. */
export interface BackupKeys {
  /** Seals the chunks. */
  readonly stream: Bytes;
  /** Wraps keys. */
  readonly keys: Bytes;
}

/** Makes the header of a new backup, and its keys. */
export async function makeBackupHeader(passphrase: Uint8Array): Promise<BackupKeys & { readonly header: Bytes }> {
  const header = new Uint8Array(BACKUP_SIZES.header);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint16(AT.version, VERSION);
  header.set([SCRYPT_LOG_N.used, R, P], AT.logN);
  view.setUint32(AT.chunk, BACKUP_SIZES.chunk);
  header.set(randomBytes(AT.check - AT.salt), AT.salt);
  const { check, ...keys } = await derive(header, passphrase);
  header.set(check, AT.check);
  header.set(sha256(header.subarray(0, AT.digest)), AT.digest);
  return { header, ...keys };
}

/** The keys of a backup. Throws BACKUP_INVALID, BACKUP_NEWER, BACKUP_DAMAGED, PASSPHRASE_WRONG. */
export async function openBackupHeader(header: Uint8Array, passphrase: Uint8Array): Promise<BackupKeys> {
  requireKnown(header);
  const { check, ...keys } = await derive(header, passphrase);
  if (constantTimeEqual(check, header.subarray(AT.check, AT.digest))) return keys;
  keys.stream.fill(0);
  keys.keys.fill(0);
  throw new AppError(
    'PASSPHRASE_WRONG',
    sentence`This is not the passphrase of the backup. Nothing was opened. Try again with the passphrase that encrypted it.${spellingHint(passphrase)}`,
  );
}

function requireKnown(header: Uint8Array): void {
  if (!constantTimeEqual(header.subarray(0, AT.version), MAGIC))
    throw new AppError(
      'BACKUP_INVALID',
      'The file is not a Castellan backup. Nothing was opened. Name the file that `castellan backup create` wrote.',
    );
  const view = new DataView(header.buffer, header.byteOffset);
  const version = view.getUint16(AT.version);
  if (version > VERSION)
    throw new AppError(
      'BACKUP_NEWER',
      sentence`The backup was made by a newer Castellan (version ${version}, this one reads up to ${VERSION}). Nothing was opened. Install the newer Castellan.`,
    );
  if (!constantTimeEqual(sha256(header.subarray(0, AT.digest)), header.subarray(AT.digest)))
    throw backupDamaged('its header was changed');
  const [logN = 0, r, p, ...zeros] = header.subarray(AT.logN, AT.chunk);
  const isUsable = isUsableCost(logN) && r === R && p === P;
  if (version < 1 || !isUsable || zeros.some((zero) => zero !== 0) || view.getUint32(AT.chunk) !== BACKUP_SIZES.chunk)
    throw new AppError(
      'BACKUP_INVALID',
      'The header of the backup has a cost or a length that Castellan never writes. Nothing was opened. Use another copy.',
    );
}

async function derive(header: Uint8Array, passphrase: Uint8Array): Promise<BackupKeys & { readonly check: Bytes }> {
  const salt = header.subarray(AT.salt, AT.check);
  const root = await scryptKey(passphrase, salt, { n: 2 ** (header[AT.logN] ?? SCRYPT_LOG_N.used), r: R, p: P });
  try {
    return {
      stream: hkdfSha256(root, 'castellan backup v1 stream'),
      keys: hkdfSha256(root, 'castellan backup v1 keys'),
      check: hkdfSha256(root, 'castellan backup v1 check'),
    };
  } finally {
    root.fill(0);
  }
}

/** `why` is a clause. */
export const backupDamaged = (why: string) =>
  new AppError(
    'BACKUP_DAMAGED',
    sentence`The backup is damaged: ${why}. Nothing in it was used. Use another copy of the file, or an older backup.`,
  );
