import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { copyFile, makeFolder, syncFolderOf } from './folder.ts';
import { type DatabaseRole, databaseInUse, databaseProblem, failureOf } from './problem.ts';
import { LOG_SUFFIX, versionInLog } from './write-ahead-log.ts';

/** The folder beside a database with its copy of before the newest migration. */
const COPY_FOLDER = 'before-migration';
const DRAFT_SUFFIX = '.new';
/** A copy that nothing was written to for this long is abandoned. */
const ABANDONED_MS = 10 * 60_000;
/** The offset of `user_version` in a database's header (SQLite file format, section 1.3). */
const VERSION_AT = 60;
const HEADER_BYTES = 100;

/** A database that may be migrated. */
interface Migrated extends DatabaseRole {
  /** SQL of each version, the first at index 0. */
  readonly migrations: readonly string[];
  /** The files that are copied with it. Absent for a database without a copy. */
  readonly keptWith?: readonly string[];
}

/** A copy of an older database, under a name that no one reads. */
interface DraftedCopy {
  /** Names the copy, in place of the one of an earlier migration. Throws errors of the file system. */
  keep(): void;
  /** Removes the copy. Does nothing after `keep`. */
  discard(): void;
}

/** Returns the path of the folder with the copy of the databases in `folder`, or null without one. */
export function copyBeforeMigration(folder: string): string | null {
  const path = join(folder, COPY_FOLDER);
  return existsSync(path) ? path : null;
}

/**
 * Copies the files of a database that its migrations would change, with its write-ahead log and the listed files. Returns
 * null when there is nothing to migrate, or when the kind keeps no copy. Call it before the database is opened: closing
 * a file ends the locks that this process has on it.
 * Throws DISK_FULL, FILE_REFUSED, and DATABASE_IN_USE when another process changed the files. Then no copy is left.
 *
 * Choice (copy-before-migration): each database is copied right before its own migration, and one copy is kept.
 */
export function copyOlder(kind: Migrated): DraftedCopy | null {
  if (kind.keptWith === undefined || !existsSync(kind.path)) return null;
  const draft = join(dirname(kind.path), `${COPY_FOLDER}.${crypto.randomUUID()}${DRAFT_SUFFIX}`);
  const discard = () => rmSync(draft, { recursive: true, force: true });
  try {
    const changing = [kind.path, kind.path + LOG_SUFFIX];
    const before = changing.map(stateOf).join();
    const version = versionInLog(kind.path + LOG_SUFFIX) ?? versionInHeader(kind.path);
    // Version 0 is an empty file, or one of another program, which opening refuses.
    if (version === 0 || version >= kind.migrations.length) return null;
    const files = [...changing, ...kind.keptWith].filter((file) => existsSync(file));
    removeAbandoned(dirname(kind.path));
    requireSpace(kind, files);
    makeFolder(draft);
    for (const file of files) copyFile(file, join(draft, basename(file)));
    if (changing.map(stateOf).join() !== before) throw databaseInUse(kind);
    syncFolderOf(join(draft, basename(kind.path)));
  } catch (error) {
    discard();
    throw failureOf(error) === 'full' ? noSpace(kind, error) : databaseProblem(error, kind);
  }
  return { keep: () => keep(draft), discard };
}

function keep(draft: string): void {
  const folder = dirname(draft);
  rmSync(join(folder, COPY_FOLDER), { recursive: true, force: true });
  renameSync(draft, join(folder, COPY_FOLDER));
  syncFolderOf(draft);
}

/** Removes the copies of processes that ended meanwhile. Nothing was written to them for a while. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${COPY_FOLDER}.`) || !name.endsWith(DRAFT_SUFFIX)) continue;
    const draft = join(folder, name);
    const written = [draft, ...readdirSync(draft).map((file) => join(draft, file))].map(
      (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    if (Date.now() - Math.max(...written) > ABANDONED_MS) rmSync(draft, { recursive: true, force: true });
  }
}

/** The facts of a file that every write changes. Empty without a file. */
function stateOf(path: string): string {
  const state = statSync(path, { bigint: true, throwIfNoEntry: false });
  return state === undefined ? '' : [state.dev, state.ino, state.size, state.mtimeNs, state.ctimeNs].join('-');
}

function versionInHeader(path: string): number {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) < HEADER_BYTES ? 0 : header.readUInt32BE(VERSION_AT);
  } finally {
    closeSync(file);
  }
}

/** Passes when the space is unknown, as in a confined process. The copying itself then reports a full disk. */
function requireSpace(kind: DatabaseRole, files: readonly string[]): void {
  const space = spaceOf(dirname(kind.path));
  if (space === null) return;
  const { bavail, bsize } = space;
  const wanted = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bavail * bsize < wanted) throw noSpace(kind);
}

function spaceOf(folder: string): { readonly bavail: number; readonly bsize: number } | null {
  try {
    return statfsSync(folder);
  } catch {
    return null;
  }
}

const noSpace = ({ name, path }: DatabaseRole, cause?: unknown): AppError =>
  new AppError(
    'DISK_FULL',
    sentence`${name}, ${path}, was not migrated to this version, because the disk has no room for a copy of it. Nothing was changed. Free some space, then start Castellan again.`,
    { cause },
  );
