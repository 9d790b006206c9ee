import { existsSync, renameSync, rmSync } from 'node:fs';
import { AppError } from '../../../shared/errors/index.ts';
import {
  type Database,
  type DatabaseKind,
  type DatabaseRole,
  databaseProblem,
  guarded,
  openForReading,
  openOrCreateDatabase,
} from '../sqlite/index.ts';
import { type CacheReader, openReader } from './reader.ts';
import { CACHE_SCHEMA } from './schema.ts';
import { type CacheWriter, openWriter } from './writer.ts';

export interface Cache {
  readonly reader: CacheReader;
  readonly writer: CacheWriter;
  /** What happened to a cache that could not be used, for the operator; null when it could. */
  readonly recovered: string | null;
  close(): void;
}

/** `CSTC` in the file's header. */
const APPLICATION_ID = 0x43535443;

/**
 * Opens the cache of accounts and activities (synchronous=NORMAL: it can be read from the service again).
 * One that is damaged, or of another version with other columns, is moved aside, replacing what was there, and begun anew.
 * Throws DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openCache(path: string): Cache {
  const kind: DatabaseKind = {
    path,
    name: 'The copy of accounts and activities',
    repair: 'It is only a copy: start Castellan again and it is made anew.',
    applicationId: APPLICATION_ID,
    migrations: [CACHE_SCHEMA],
    synchronous: 'NORMAL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
  };
  let recovered: string | null = null;
  let parts: ReturnType<typeof open>;
  try {
    parts = open(kind);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_CORRUPT') throw error;
    const aside = moveAside(kind);
    parts = open(kind);
    recovered = `The copy of accounts and activities was damaged or made by another version of Castellan, so it was moved to ${aside} and begun anew. Refresh to fill it; no key and no record was in it.`;
  }
  return { ...parts, recovered };
}

function open(kind: DatabaseKind): Omit<Cache, 'recovered'> {
  const database = openOrCreateDatabase(kind);
  let second: ReturnType<typeof openForReading> | undefined;
  try {
    second = openForReading(kind);
    const reading = second;
    const role: DatabaseRole = { ...kind, onDamage: () => disown(database) };
    const close = () => {
      reading.close();
      database.close();
    };
    return { reader: openReader(reading, role), writer: openWriter(database, role), close };
  } catch (error) {
    second?.close();
    database.close();
    throw databaseProblem(error, kind);
  }
}

/**
 * The quick check at opening skips what only a whole check of every index would see. A cache in which that shows later
 * is marked as not ours, so that the next opening begins it anew instead of meeting the same damage for ever.
 */
function disown(database: Database): void {
  try {
    database.pragma('application_id = 0');
  } catch {
    // A file in which not even its first page can be written fails the check at the next opening.
  }
}

/** Moves the damaged file away; its write-ahead log belongs to it and would damage a new one. */
function moveAside(kind: DatabaseKind): string {
  const aside = `${kind.path}.damaged`;
  return guarded(kind, () => {
    for (const suffix of ['-wal', '-shm']) rmSync(kind.path + suffix, { force: true });
    if (existsSync(kind.path)) renameSync(kind.path, aside);
    return aside;
  });
}
