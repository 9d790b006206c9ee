import type { Database } from '../sqlite/index.ts';
import { BEGIN } from './audit-chain.ts';
import type { AuditHead, HeadKeeper } from './audit-head.ts';
import { type AuditBroken, auditBroken } from './audit-verify.ts';

/**
 * The finding of a verification that failed. The file of the head keeps it, so that every process knows it until a
 * verification succeeds or a new chain begins.
 */
export function auditFinding(database: Database, recordedHead: HeadKeeper) {
  const hasBegun = database
    .prepare<[string, number], 1>('SELECT 1 FROM audit WHERE operation = ? AND sequence > ? LIMIT 1')
    .pluck();
  /** The finding of this process, while its file cannot be written. */
  let unrecorded: AuditBroken | null = null;
  const record = database.transaction((found: AuditBroken | null, first: number) => {
    const head = recordedHead.read();
    // Another process may have begun a new chain since.
    if (head === null || head.found === found?.finding || hasBegun.get(BEGIN, first) !== undefined) return;
    const { sequence, hash } = head;
    recordedHead.write({ sequence, hash, ...(found !== null && { found: found.finding }) });
  });
  return {
    /** Replaces the head and keeps the finding. Call it with the database's write lock held. */
    writeHead(head: AuditHead): void {
      const found = recordedHead.read()?.found;
      recordedHead.write({ ...head, ...(found !== undefined && { found }) });
    },
    /** Records the outcome of a verification of the chain that begins with the entry `first`. Null for a whole one. */
    note(found: AuditBroken | null, first: number): void {
      unrecorded = found;
      try {
        record.immediate(found, first);
        unrecorded = null;
      } catch {
        // The finding still counts in this process.
      }
    },
    /** Returns the finding as an error, or null. Reads one small file. */
    known(): AuditBroken | null {
      const found = recordedHead.read()?.found;
      return unrecorded ?? (found === undefined ? null : auditBroken(found));
    },
    forget(): void {
      unrecorded = null;
    },
  };
}
