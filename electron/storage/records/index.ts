export type { AuditEntry, Confirmation } from './audit-chain.ts';
export { BACKUP_MADE, CHAIN_START } from './audit-chain.ts';
export type { ChainHead } from './audit-head.ts';
export { type AuditKeeper, type AuditLog, auditUnavailable } from './audit-log.ts';
export { auditBroken, type VerifyOptions } from './audit-verify.ts';
export type { Journal, JournalEntry } from './journal.ts';
export { openRecords, openRecordsCopy, type Records } from './open.ts';
export type { OutpointStore } from './outpoints.ts';
export type { SignedFor, SignedNow, SignedStore } from './signed.ts';
