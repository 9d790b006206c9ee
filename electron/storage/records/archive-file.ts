import { join } from 'node:path';
import {
  type Database,
  type DatabaseKind,
  type FileContent,
  fileAt,
  openCopy,
  openForReading,
  type WrittenFile,
} from '../sqlite/index.ts';
import { REQUEST_DIGEST } from './journal-digest.ts';

/** An archive as the list and the audit log name it. */
export interface ArchiveFacts extends WrittenFile {
  /** The UTC month of its first entry, such as `2026-08`. */
  readonly month: string;
  /** The numbers of its first and last audit entry. */
  readonly first: number;
  readonly last: number;
  /** The link of its last entry, in lowercase hex. */
  readonly hash: string;
  readonly requests: number;
}

/** The bytes of archives: files in a folder, or the content of a backup in memory. */
export interface ArchiveSource {
  /** The path or name of an archive for messages. */
  name(month: string): string;
  content(month: string): FileContent;
  /** Opens it read-only. Throws DATABASE_CORRUPT, FILE_REFUSED. */
  open(month: string): Database;
}

/** `CSAR` in the file's header. */
const APPLICATION_ID = 0x43534152;
const PIECE = 1024 * 1024;

/** An archive never changes, so its schema has one version. The columns are those of the log and the journal. */
const SCHEMA = `
CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  profile TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  operation TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  profiles BLOB,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  signed_by TEXT,
  signature BLOB
) STRICT;
CREATE TABLE journal (
  request_id TEXT PRIMARY KEY NOT NULL,
  profile TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  stamp_name TEXT NOT NULL,
  stamp_value TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  closed_at INTEGER,
  activity_id TEXT,
  status TEXT,
  http_status INTEGER,
  reason TEXT,
  content TEXT,
  entry INTEGER,
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
CREATE INDEX audit_begins ON audit (sequence) WHERE operation = 'audit begin';
CREATE INDEX journal_answered ON journal (profile, activity_id);
CREATE INDEX journal_entry ON journal (entry);
CREATE INDEX journal_content ON journal (profile, content) WHERE content IS NOT NULL;
`;

/** The body of the audit entry that names an archive: JSON with its facts in this order. */
export function archiveBody({ month, first, last, hash, requests, bytes, sha256 }: ArchiveFacts): string {
  return JSON.stringify({ month, first, last, hash, requests, bytes, sha256 });
}

/** Names what an archive holds. */
export const heldBy = ({ first, last, requests }: Pick<ArchiveFacts, 'first' | 'last' | 'requests'>): string =>
  `entries ${first} to ${last} of the audit log and ${requests} ${requests === 1 ? 'request' : 'requests'}`;

/** The file name of the archive of a month, below the folder of archives. */
export const archiveFileName = (month: string): string => `records-${month}.db`;

/** The database of an archive at `path`. */
export function archiveKind(path: string): DatabaseKind {
  return {
    path,
    name: 'The archive of earlier records',
    repair: 'Put that file back from a backup. If it is lost, start a new log with `castellan audit begin`.',
    applicationId: APPLICATION_ID,
    functions: REQUEST_DIGEST,
    migrations: [SCHEMA],
    synchronous: 'FULL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
  };
}

/** The archives in a folder. */
export function folderSource(folder: string): ArchiveSource {
  const pathOf = (month: string) => join(folder, archiveFileName(month));
  return {
    name: pathOf,
    content: (month) => fileAt(pathOf(month)),
    open: (month) => openForReading(archiveKind(pathOf(month))),
  };
}

/** The archives of a backup, by month. */
export function memorySource(archives: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): ArchiveSource {
  const bytesOf = (month: string) => archives.get(month) ?? new Uint8Array();
  const name = (month: string) => `${archiveFileName(month)} of the backup`;
  return {
    name,
    content: (month) => ({
      size: () => archives.get(month)?.length ?? null,
      *pieces() {
        const bytes = bytesOf(month);
        for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
      },
    }),
    open: (month) => openCopy(archiveKind(name(month)), Uint8Array.from(bytesOf(month))),
  };
}
