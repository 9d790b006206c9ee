export {
  companionsOf,
  type FileContent,
  fileAt,
  fileDigest,
  lengthOfFile,
  paused,
  piecesOf,
  removeDraftsIn,
  type WrittenFile,
  writeArchive,
  writtenFileProblem,
} from './archive-files.ts';
export { attachDatabase, attachNewDatabase } from './attached.ts';
export { copyBeforeMigration } from './before-migration.ts';
export { type ComparedFile, compareClosed } from './closed-file.ts';
export {
  ALL_PAGES,
  copyDatabase,
  createDatabase,
  type Database,
  type DatabaseKind,
  databaseExists,
  openCopy,
  openDatabase,
  openForFilling,
  openForReading,
  openOrCreateDatabase,
  type SqlFunctions,
  type Statement,
  takeLock,
} from './database.ts';
export { accessFault, type FileUse, fileFault } from './file-fault.ts';
export { makeFolder, makeFolderOf, syncFile, syncFolderOf } from './folder.ts';
export type { DatabaseHead } from './head-file.ts';
export { readKeptHead } from './kept-head.ts';
export { type LogSync, openLogSync } from './log-sync.ts';
export { endOfMonth, monthToArchive, startOfKept } from './months.ts';
export {
  type HeadedDatabase,
  headedDatabaseExists,
  openWithHead,
} from './open-with-head.ts';
export {
  corruptDatabase,
  type DatabaseRole,
  databaseInUse,
  databaseProblem,
  failureOf,
  guarded,
} from './problem.ts';
export { type SignedOutpoint, signedOutpoints } from './signed-outpoints.ts';
export { atOnce, inSlices, type Steps, yieldToEventLoop } from './slices.ts';
