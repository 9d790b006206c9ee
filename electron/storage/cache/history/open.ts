import { type DatabaseKind, databaseExists, databaseProblem, openOrCreateDatabase } from '../../sqlite/index.ts';
import { disown, newestOnly, openCopy } from '../recover.ts';
import { HISTORY_SCHEMA, HISTORY_VERSION } from './schema.ts';
import { type HistoryStore, openHistoryStore } from './store.ts';

/** The file of all histories, opened at the first request: most starts of the program need none of it. */
export interface HistoryFile {
  /** Throws DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED. */
  store(): HistoryStore;
  /** Forgets a profile, also when the file is not open yet. */
  removeProfile(profile: string): void;
  close(): void;
}

/** `CSTY` in the file's header. */
const APPLICATION_ID = 0x43535459;

/**
 * Opens the history of addresses (synchronous=NORMAL: it can be read from the service again).
 * Recreates a damaged or foreign file, and replaces one of an older version by an empty one.
 */
export function openHistoryFile(path: string, report: (words: string) => void): HistoryFile {
  const kind: DatabaseKind = {
    path,
    name: 'The copy of transaction histories',
    repair: 'It is only a copy: start Castellan again to rebuild it.',
    applicationId: APPLICATION_ID,
    migrations: newestOnly(HISTORY_VERSION, HISTORY_SCHEMA),
    synchronous: 'NORMAL',
    exclusive: false,
    secureDelete: false,
    unchecked: true,
    failedStatement: 'damage',
  };
  let opened: ReturnType<typeof open> | null = null;
  const store = (): HistoryStore => {
    if (opened === null) {
      const { parts, aside } = openCopy(kind, open);
      if (aside !== null)
        report(
          `The copy of transaction histories was damaged, so it was moved to ${aside} and replaced. No key and no record was in it. Refresh to fill the new one.`,
        );
      opened = parts;
    }
    return opened.store;
  };
  return {
    store,
    removeProfile(profile) {
      if (opened !== null || databaseExists(path)) store().removeProfile(profile);
    },
    close: () => opened?.database.close(),
  };
}

function open(kind: DatabaseKind) {
  const database = openOrCreateDatabase(kind);
  try {
    return { database, store: openHistoryStore(database, { ...kind, onDamage: () => disown(database) }) };
  } catch (error) {
    database.close();
    throw databaseProblem(error, kind);
  }
}
