export type { AuditLog } from './audit-log.ts';
export { openRecords, type Records } from './open.ts';
