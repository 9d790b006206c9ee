import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ALL_PAGES,
  copyDatabase,
  corruptDatabase,
  type Database,
  type DatabaseKind,
  databaseProblem,
  openCopy,
  openOrCreateDatabase,
} from '../sqlite/index.ts';
import { type ArchiveSource, folderSource, memorySource } from './archive-file.ts';
import { type Archives, openArchives } from './archives.ts';
import { type Archiving, openArchiving } from './archiving.ts';
import { type AuditHead, type HeadKeeper, headFile } from './audit-head.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { type AuditReader, openAuditReader } from './audit-reader.ts';
import { type DestroyedTargets, openDestroyedTargets } from './destroyed-targets.ts';
import { type DocumentStore, openDocuments } from './documents.ts';
import { type Journal, openJournal } from './journal.ts';
import { REQUEST_DIGEST } from './journal-digest.ts';
import { RECORDS_MIGRATIONS } from './migrations/index.ts';
import { type MoveSteps, openMoveSteps } from './move-steps.ts';
import { type OutpointStore, openOutpoints } from './outpoints.ts';
import { openSigned, type SignedStore } from './signed.ts';

export interface Records {
  readonly journal: Journal;
  readonly audit: AuditLog;
  readonly auditReader: AuditReader;
  readonly documents: DocumentStore;
  readonly signed: SignedStore;
  readonly outpoints: OutpointStore;
  readonly destroyedTargets: DestroyedTargets;
  readonly archives: Pick<Archives, 'list' | 'damaged'>;
  readonly archiving: Archiving;
  readonly moveSteps: MoveSteps;
  /**
   * Copies the present database into the existing empty file at `path`. Throws DISK_FULL, FILE_REFUSED,
   * DATABASE_CORRUPT.
   */
  copyInto(path: string): Promise<void>;
  close(): void;
}

/** `CSTR` in the file's header. */
const APPLICATION_ID = 0x43535452;

/**
 * Opens the journal of requests and the audit log: one database, synchronous=FULL, never rebuilt.
 * `headPath` is the small file beside it that stores the last audit entry. Earlier months are in the folder `archive`
 * beside it.
 * Throws DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_IN_USE, DISK_FULL or FILE_REFUSED.
 */
export function openRecords(path: string, headPath: string): Records {
  const kind = kindOf(path, headPath);
  if (!existsSync(path) && existsSync(headPath))
    throw corruptDatabase(kind, `it is missing, but ${headPath} records that it had entries`);
  const database = openOrCreateDatabase(kind);
  const folder = archiveFolder(path);
  return recordsIn(database, kind, { head: headFile(headPath), source: folderSource(folder), folder });
}

/** The folder of the archives of the records at `path`. */
export const archiveFolder = (path: string): string => join(dirname(path), 'archive');

/**
 * Opens the bytes of a copy in memory, after all checks, with the bytes of its archives by month. Its newest entry
 * counts as the recorded head. Throws DATABASE_CORRUPT, DATABASE_NEWER.
 */
export function openRecordsCopy(
  bytes: Uint8Array<ArrayBuffer>,
  archives: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Records {
  const kind = { ...kindOf('the backup', ''), repair: 'Use an older backup.' };
  let head: AuditHead | null = null;
  const write = (next: AuditHead) => {
    head = next;
  };
  const keeper: HeadKeeper = { read: () => head, write, remove: () => undefined };
  const records = recordsIn(openCopy(kind, bytes), kind, { head: keeper, source: memorySource(archives), folder: '' });
  records.audit.renewHead();
  return records;
}

function kindOf(path: string, headPath: string): DatabaseKind {
  return {
    path,
    name: 'The journal and audit log',
    repair: `Restore a backup with \`castellan backup restore\`. To start without these records, move the file and ${headPath} away.`,
    applicationId: APPLICATION_ID,
    functions: REQUEST_DIGEST,
    migrations: RECORDS_MIGRATIONS,
    synchronous: 'FULL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
    keptWith: [headPath],
  };
}

interface RecordsParts {
  readonly head: HeadKeeper;
  readonly source: ArchiveSource;
  readonly folder: string;
}

function recordsIn(database: Database, kind: DatabaseKind, { head, source, folder }: RecordsParts): Records {
  try {
    const outpoints = openOutpoints(database, kind);
    const archives = openArchives(database, kind, source);
    return {
      journal: openJournal(database, kind, { memory: outpoints, archives }),
      outpoints,
      archives,
      archiving: openArchiving(database, kind, folder),
      audit: openAuditLog(database, kind, { recordedHead: head, archives }),
      auditReader: openAuditReader(database, kind, archives),
      documents: openDocuments(database, kind),
      signed: openSigned(database, kind),
      destroyedTargets: openDestroyedTargets(database, kind),
      moveSteps: openMoveSteps(database, kind),
      async copyInto(path) {
        try {
          await copyDatabase(database, path, ALL_PAGES);
        } catch (error) {
          throw databaseProblem(error, kind);
        }
      },
      close() {
        archives.close();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw databaseProblem(error, kind);
  }
}
