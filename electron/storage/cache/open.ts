import {
  type DatabaseKind,
  type DatabaseRole,
  databaseProblem,
  openForReading,
  openOrCreateDatabase,
} from '../sqlite/index.ts';
import { type CacheReader, openReader } from './reader.ts';
import { disown, newestOnly, openCopy } from './recover.ts';
import { CACHE_SCHEMA, CACHE_VERSION } from './schema.ts';
import { type CacheWriter, openWriter } from './writer.ts';

export interface Cache {
  readonly reader: CacheReader;
  readonly writer: CacheWriter;
  /** A message for the operator about a cache that was recreated. Null otherwise. */
  readonly recovered: string | null;
  close(): void;
}

/** `CSTC` in the file's header. */
const APPLICATION_ID = 0x43535443;

/**
 * Opens the cache of accounts and activities (synchronous=NORMAL: it can be read from the service again).
 * Replaces a cache of an older version by an empty one. Moves a damaged cache aside and recreates it. An older file there
 * is replaced.
 * Throws DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openCache(path: string): Cache {
  const kind: DatabaseKind = {
    path,
    name: 'The copy of accounts and activities',
    repair: 'It is only a copy: start Castellan again to rebuild it.',
    applicationId: APPLICATION_ID,
    migrations: newestOnly(CACHE_VERSION, CACHE_SCHEMA),
    synchronous: 'NORMAL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
  };
  const { parts, aside } = openCopy(kind, open);
  const recovered =
    aside === null
      ? null
      : `The copy of accounts and activities was damaged, so it was moved to ${aside} and replaced. No key and no record was in it. Refresh to fill the new one.`;
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
