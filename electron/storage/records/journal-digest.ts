import { createHash } from 'node:crypto';
import { corruptDatabase, type Database, type DatabaseRole, type SqlFunctions } from '../sqlite/index.ts';

/** The columns that the digest covers, in this order. */
const DIGEST = `request_digest(request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint,
  created_at, state, sent_at, closed_at, activity_id, status, http_status, reason, content, entry)`;

/** SHA-256 of the columns of a request as JSON, with its body in hex. */
export function requestDigest(columns: readonly unknown[]): Buffer {
  const values = columns.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
  return createHash('sha256').update(JSON.stringify(values)).digest();
}

export const REQUEST_DIGEST: SqlFunctions = { request_digest: (...columns) => requestDigest(columns) };

/** The column `isWhole` of a query of the journal: 1 for a row that is as it was written. */
export const IS_WHOLE = `digest IS ${DIGEST} AS isWhole`;

/** Changes a row of the journal, and writes its digest. Throws DATABASE_CORRUPT for a row that was changed before. */
export type DigestedChange = (requestId: string, change: () => boolean) => boolean;

/** Returns the function. It must run in a transaction. `change` returns false when it changed nothing. */
export function digestedChanges(database: Database, role: DatabaseRole): DigestedChange {
  const select = database.prepare<[string], number>(`SELECT ${IS_WHOLE} FROM journal WHERE request_id = ?`).pluck();
  const update = database.prepare<[string]>(`UPDATE journal SET digest = ${DIGEST} WHERE request_id = ?`);
  return (requestId, change) => {
    if (select.get(requestId) === 0) throw corruptDatabase(role, changedInJournal(requestId));
    const isChanged = change();
    if (isChanged) update.run(requestId);
    return isChanged;
  };
}

/** Returns the row without its mark. Throws DATABASE_CORRUPT with the reason for a row that is not as it was written. */
export function wholeRow<Row extends object>(
  role: DatabaseRole,
  { isWhole, ...row }: Row & { readonly isWhole: number },
  why: string,
) {
  if (isWhole !== 1) throw corruptDatabase(role, why);
  return row;
}

export const changedInJournal = (requestId: string): string => `the request ${requestId} was changed in the journal`;
