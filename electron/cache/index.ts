export type { AuditEntry, AuditLog } from './audit-log.ts';
export type { CacheReader, RowsPage, Slice } from './cache-reader.ts';
export type { AccountsRefresh, ActivityEntry, CachedWallet, CacheWriter } from './cache-writer.ts';
export type { Journal, JournalEntry, PreparedEntry } from './journal.ts';
export { type Cache, openCache } from './open-cache.ts';
export { openRecords, type Records } from './open-records.ts';
