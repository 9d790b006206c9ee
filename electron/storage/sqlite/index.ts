export {
  ALL_PAGES,
  closeDatabase,
  copyDatabase,
  createDatabase,
  type Database,
  type DatabaseKind,
  databaseExists,
  openCopy,
  openDatabase,
  openForReading,
  openOrCreateDatabase,
  type Statement,
  takeLock,
} from './database.ts';
export { makeFolder, makeFolderOf, syncFolderOf } from './folder.ts';
export {
  corruptDatabase,
  type DatabaseRole,
  databaseInUse,
  databaseProblem,
  failureOf,
  guarded,
} from './problem.ts';
export { type SignedOutpoint, signedOutpoints } from './signed-outpoints.ts';
