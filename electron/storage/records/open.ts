import { existsSync } from 'node:fs';
import { corruptDatabase, type DatabaseKind, databaseProblem, openOrCreateDatabase } from '../sqlite/index.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { type DestroyedTargets, openDestroyedTargets } from './destroyed-targets.ts';
import { type DocumentStore, openDocuments } from './documents.ts';
import { type Journal, openJournal } from './journal.ts';
import { RECORDS_MIGRATIONS } from './migrations/index.ts';
import { type OutpointStore, openOutpoints } from './outpoints.ts';
import { openSigned, type SignedStore } from './signed.ts';

export interface Records {
  readonly journal: Journal;
  readonly audit: AuditLog;
  readonly documents: DocumentStore;
  readonly signed: SignedStore;
  readonly outpoints: OutpointStore;
  readonly destroyedTargets: DestroyedTargets;
  close(): void;
}

/** `CSTR` in the file's header. */
const APPLICATION_ID = 0x43535452;

/**
 * Opens the journal of requests and the audit log: one database, synchronous=FULL, never rebuilt.
 * `headPath` is the small file beside it that remembers the last audit entry.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openRecords(path: string, headPath: string): Records {
  const kind: DatabaseKind = {
    path,
    name: 'The journal and audit log',
    repair: `Restore it from a backup together with ${headPath}; to start without these records, move both away.`,
    applicationId: APPLICATION_ID,
    migrations: RECORDS_MIGRATIONS,
    synchronous: 'FULL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
  };
  if (!existsSync(path) && existsSync(headPath))
    throw corruptDatabase(kind, `it is missing, but ${headPath} says that it held entries`);
  const database = openOrCreateDatabase(kind);
  try {
    const outpoints = openOutpoints(database, kind);
    return {
      journal: openJournal(database, kind, outpoints),
      outpoints,
      audit: openAuditLog(database, kind, headPath),
      documents: openDocuments(database, kind),
      signed: openSigned(database, kind),
      destroyedTargets: openDestroyedTargets(database, kind),
      close: () => void database.close(),
    };
  } catch (error) {
    database.close();
    throw databaseProblem(error, kind);
  }
}
