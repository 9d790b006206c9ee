import { join } from 'node:path';
import {
  createDatabase,
  type Database,
  type DatabaseRole,
  databaseProblem,
  fileDigest,
  guarded,
  openForFilling,
  paused,
  removeDraftsIn,
  writeArchive,
} from '../sqlite/index.ts';
import { type ArchiveFacts, archiveFileName, archiveKind, folderSource } from './archive-file.ts';
import { type ArchivePlan, createPlanner } from './archive-plan.ts';
import { BACKUP_MADE, CONFIRMATIONS, MAKE_KEYS, type StoredLink } from './audit-chain.ts';
import { changedInJournal, IS_WHOLE, wholeRow } from './journal-digest.ts';
import { AUDIT_ROW, INSERT_AUDIT, JOURNAL_ROW, type StoredRequest } from './rows.ts';

/** Rows that one transaction removes. */
const REMOVED_AT_ONCE = 200;

/**
 * Moves earlier months into archives. The steps of one month, in this order:
 * - `build` writes the archive beside the others and makes it durable.
 * - The caller records its facts in the audit log.
 * - `register` lists it. From now on it is read.
 * - `removeMoved` removes its entries from the log and the journal.
 * A crash before `register` leaves every entry in the log, and the next run builds the archive again. A crash after it
 * leaves entries in both places, which are read once, and the next run removes them.
 */
export interface Archiving {
  /** Removes the drafts of interrupted runs. Call it only while no other process archives. */
  removeDrafts(): void;
  /** The oldest month that can be archived at that time. Null when there is none. */
  plan(now: number): ArchivePlan | null;
  /** Throws DISK_FULL, FILE_REFUSED, CANCELLED. Then no archive is left, and nothing was removed. */
  build(plan: ArchivePlan, signal?: AbortSignal): Promise<ArchiveFacts>;
  register(facts: ArchiveFacts): void;
  /** Removes nothing of an archive whose file is missing or changed. Throws CANCELLED, DISK_FULL, DATABASE_IN_USE. */
  removeMoved(signal?: AbortSignal): Promise<void>;
}

export function openArchiving(database: Database, role: DatabaseRole, folder: string): Archiving {
  const newest = database.prepare<[], { month: string; last: number }>(
    'SELECT month, last FROM archive ORDER BY last DESC LIMIT 1',
  );
  const selectUnremoved = database.prepare<[], ArchiveFacts>(
    'SELECT month, first, last, hash, requests, bytes, sha256 FROM archive WHERE is_removed = 0 AND is_lost = 0 ORDER BY first',
  );
  const insert = database.prepare<ArchiveFacts>(`
    INSERT INTO archive (month, first, last, hash, requests, bytes, sha256)
    VALUES (@month, @first, @last, @hash, @requests, @bytes, @sha256)`);
  const setRemoved = database.prepare<[string]>('UPDATE archive SET is_removed = 1 WHERE month = ?');
  const selectNext = database.prepare<[number], StoredLink>(
    `SELECT ${AUDIT_ROW} FROM audit WHERE sequence > ? ORDER BY sequence LIMIT 1`,
  );
  const planNext = createPlanner(database);
  const selectRequest = database.prepare<[object], StoredRequest & { row: number; digest: Buffer; isWhole: number }>(
    `SELECT rowid AS row, ${JOURNAL_ROW}, digest, ${IS_WHOLE} FROM journal
     WHERE activity_id IS NOT NULL AND (closed_at, rowid) > (@closedAt, @row) AND closed_at < @until
     ORDER BY closed_at, rowid LIMIT 1`,
  );
  // The newest entry of each kind that the engine looks up stays in the log as well.
  const selectKept = database
    .prepare<[], number>(`
      SELECT sequence FROM (SELECT sequence, max(at) FROM audit GROUP BY credential_id)
      UNION SELECT sequence FROM
        (SELECT sequence, max(at) FROM audit WHERE operation IN (${texts(MAKE_KEYS)}) GROUP BY profile)
      UNION SELECT max(sequence) FROM audit WHERE operation = '${BACKUP_MADE}'
      UNION SELECT max(sequence) FROM audit WHERE operation IN (${texts(CONFIRMATIONS)})`)
    .pluck();
  const removeLinks = database.prepare<[{ last: number; kept: string; limit: number }]>(`
    DELETE FROM audit WHERE sequence IN (
      SELECT sequence FROM audit WHERE sequence <= @last AND sequence NOT IN (SELECT value FROM json_each(@kept) WHERE value IS NOT NULL)
      LIMIT @limit)`);
  const removeRequest = database.prepare<[string]>(
    "DELETE FROM journal WHERE request_id = ? AND state = 'answered' AND activity_id IS NOT NULL",
  );

  function* fill(draft: Database, { after, last, until }: ArchivePlan): Generator<undefined, Filled> {
    const insertLink = draft.prepare<[StoredLink]>(INSERT_AUDIT);
    let first = 0;
    let end: StoredLink | undefined;
    draft.exec('BEGIN');
    for (let link = selectNext.get(after); link !== undefined; link = selectNext.get(link.sequence)) {
      if (link.sequence > last) break;
      insertLink.run(link);
      if (first === 0) first = link.sequence;
      end = link;
      yield;
    }
    const insertRequest = draft.prepare<[object]>(INSERT_REQUEST);
    let requests = 0;
    let at = { closedAt: -1, row: 0 };
    for (;;) {
      const found = selectRequest.get({ ...at, until });
      if (found === undefined) break;
      const request = wholeRow(role, found, changedInJournal(found.requestId));
      insertRequest.run(request);
      requests += 1;
      at = { closedAt: request.closedAt ?? 0, row: request.row };
      yield;
    }
    draft.exec('COMMIT');
    if (end === undefined) throw new Error('a planned month has an entry');
    return { first, last: end.sequence, hash: end.hash.toString('hex'), requests };
  }

  function* remove({ month, last, sha256 }: ArchiveFacts): Generator<undefined, void> {
    const source = folderSource(folder);
    const { size, pieces } = source.content(month);
    const digest = size() === null ? null : yield* fileDigest(pieces());
    if (digest !== sha256) return;
    const kept = JSON.stringify(selectKept.all());
    for (;;) {
      const { changes } = removeLinks.run({ last, kept, limit: REMOVED_AT_ONCE });
      yield;
      if (changes === 0) break;
    }
    const archive = source.open(month);
    try {
      const ids = archive.prepare<[number, number], { row: number; id: string }>(
        'SELECT rowid AS row, request_id AS id FROM journal WHERE rowid > ? ORDER BY rowid LIMIT ?',
      );
      for (let found = ids.all(0, REMOVED_AT_ONCE); found.length > 0; ) {
        removeAll(found.map(({ id }) => id));
        yield;
        found = ids.all(found.at(-1)?.row ?? 0, REMOVED_AT_ONCE);
      }
    } finally {
      archive.close();
    }
    setRemoved.run(month);
  }
  const removeAll = database.transaction((ids: readonly string[]) => {
    for (const id of ids) removeRequest.run(id);
  });

  return {
    removeDrafts: () => guarded(role, () => removeDraftsIn(folder)),
    plan: (now) => guarded(role, () => planNext(newest.get(), now)),
    async build(plan, signal) {
      const written = await writeArchive(join(folder, archiveFileName(plan.month)), {
        kindOf: archiveKind,
        open(kind) {
          createDatabase(kind);
          return openForFilling(kind);
        },
        fill: (draft) => fill(draft, plan),
        signal,
      });
      return { month: plan.month, ...written };
    },
    register: (facts) => guarded(role, () => void insert.run(facts)),
    async removeMoved(signal) {
      for (const facts of guarded(role, () => selectUnremoved.all())) {
        try {
          await paused(remove(facts), signal);
        } catch (error) {
          throw databaseProblem(error, role);
        }
      }
    },
  };
}

type Filled = Pick<ArchiveFacts, 'first' | 'last' | 'hash' | 'requests'>;

const INSERT_REQUEST = `
  INSERT INTO journal (rowid, request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint,
    state, created_at, sent_at, closed_at, activity_id, status, http_status, reason, content, entry, digest)
  VALUES (@row, @requestId, @profile, @credentialId, @operation, @title, @url, @body, @stampName, @stampValue, @fingerprint,
    @state, @at, @sentAt, @closedAt, @activityId, @status, @httpStatus, @reason, @content, @entry, @digest)`;

const texts = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');
