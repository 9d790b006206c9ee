import { type Database, type DatabaseRole, guarded, type SignedOutpoint, signedOutpoints } from '../sqlite/index.ts';

/** It covers all profiles of the workstation together, because an attack may spread its requests over them. */
const SCOPE = '';

/**
 * The Bitcoin outputs that stamped requests spend, as the requests stated them.
 * Both functions throw TRANSACTION_INVALID for another unproven statement of the same output.
 * They also throw DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface OutpointStore {
  requireSame(stated: readonly SignedOutpoint[]): void;
  /** Checks again and writes, in one transaction. */
  remember(stated: readonly SignedOutpoint[]): void;
}

export function openOutpoints(database: Database, role: DatabaseRole): OutpointStore {
  const table = signedOutpoints(database);
  const remember = database.transaction((stated: readonly SignedOutpoint[]) => table.remember(SCOPE, stated));
  return {
    requireSame: (stated) => guarded(role, () => table.requireSame(SCOPE, stated)),
    remember: (stated) => guarded(role, () => remember.immediate(stated)),
  };
}
