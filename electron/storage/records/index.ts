export type { AuditEntry, AuditLog } from './audit-log.ts';
export type { Journal, JournalEntry, PreparedEntry } from './journal.ts';
export { openRecords, type Records } from './open.ts';
