import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';
import type { Archives } from './archives.ts';
import { BEGIN, CHAIN_START, linkHash, type StoredLink } from './audit-chain.ts';
import { AUDIT_ROW } from './rows.ts';

/** An entry without its body, as the list and its search read it. */
export interface AuditLine {
  readonly sequence: number;
  readonly at: number;
  readonly profile: string;
  readonly operation: string;
}

/** An entry with the hash of the entry before it. */
export interface ReadEntry {
  readonly link: StoredLink;
  /** 32 bytes. Null when the entry before is missing. */
  readonly previous: Uint8Array | null;
  /** The number of the first entry of its chain. */
  readonly first: number;
  /** True when its hash follows from its contents and the entry before. */
  readonly follows: boolean;
}

/** The journal's record of a stamped request. Times are milliseconds since the epoch. */
export interface StampedRequest {
  readonly title: string;
  readonly state: 'prepared' | 'sent' | 'answered' | 'discarded';
  readonly stampName: string;
  readonly stampValue: string;
  readonly fingerprint: string;
  readonly activityId: string | null;
  readonly status: string | null;
  readonly httpStatus: number | null;
  readonly sentAt: number | null;
  readonly closedAt: number | null;
}

/** The state of the journaled request of an entry. */
export interface EntryState extends Pick<StampedRequest, 'state' | 'status' | 'activityId'> {
  readonly entry: number;
}

/**
 * Reads the audit log and the journal for the list, and the archives of earlier months. Proves nothing: only
 * `AuditLog.verify` does. Throws DATABASE_CORRUPT, also naming a missing or damaged archive, DATABASE_IN_USE or FILE_REFUSED.
 */
export interface AuditReader {
  /** The number of the newest entry, 0 for an empty log. */
  newest(): number;
  /** Null for a missing entry. */
  entry(sequence: number): ReadEntry | null;
  /** The next entries with numbers up to `to`, newest first. */
  lines(to: number, limit: number): AuditLine[];
  /** The newest journaled request of an entry. */
  request(sequence: number): StampedRequest | null;
  /** Entries whose journaled title or fingerprint contains the text, in lowercase. */
  naming(text: string): number[];
  /** Entries whose requests were answered with one of the activities. */
  answeredWith(profile: string, activityIds: readonly string[]): number[];
  /** The journaled states of the entries numbered `from` to `to`. */
  states(from: number, to: number): EntryState[];
}

const LINE = 'sequence, at, profile, operation';
const STATE = 'entry, state, status, activity_id AS activityId';

export function openAuditReader(
  database: Database,
  role: DatabaseRole,
  archives: Pick<Archives, 'list' | 'link' | 'hash' | 'rows'>,
): AuditReader {
  const selectNewest = database.prepare<[], number>('SELECT max(sequence) FROM audit').pluck();
  const select = database.prepare<[number], StoredLink>(`SELECT ${AUDIT_ROW} FROM audit WHERE sequence = ?`);
  const selectHash = database.prepare<[number], Buffer>('SELECT hash FROM audit WHERE sequence = ?').pluck();
  const FIRST = `FROM audit WHERE operation = '${BEGIN}' AND sequence <= @sequence`;
  const selectFirst = database
    .prepare<[object], number | null>(
      `SELECT max(sequence) ${FIRST.replace('FROM audit', 'FROM audit INDEXED BY audit_begins')}`,
    )
    .pluck();
  const selectLines = database.prepare<[object], AuditLine>(
    `SELECT ${LINE} FROM audit INDEXED BY audit_list
     WHERE sequence <= @to AND sequence > @archived ORDER BY sequence DESC LIMIT @limit`,
  );
  const REQUEST = `SELECT title, state, stamp_name AS stampName, stamp_value AS stampValue, fingerprint, activity_id AS activityId, status,
      http_status AS httpStatus, sent_at AS sentAt, closed_at AS closedAt
    FROM journal WHERE entry = @sequence ORDER BY rowid DESC LIMIT 1`;
  const selectRequest = database.prepare<[object], StampedRequest>(REQUEST);

  /** The rows of a query in the journal and the archives, one for each entry. During a removal both have it. */
  const everywhere = <Row extends { readonly entry: number }>(sql: string) => {
    const here = database.prepare<[object], Row>(sql);
    return (values: Readonly<Record<string, string | number>>): Row[] => {
      const rows = new Map<number, Row>();
      for (const row of archives.rows<Row>({ sql, values })) rows.set(row.entry, row);
      for (const row of here.all(values)) rows.set(row.entry, row);
      return [...rows.values()];
    };
  };
  const selectNaming = everywhere<{ entry: number }>(
    'SELECT entry FROM journal WHERE entry IS NOT NULL AND (instr(lower(title), @text) > 0 OR instr(fingerprint, @text) > 0)',
  );
  const selectAnswered = everywhere<{ entry: number }>(
    `SELECT entry FROM journal
     WHERE profile = @profile AND activity_id IN (SELECT value FROM json_each(@ids)) AND entry IS NOT NULL`,
  );
  const selectStates = everywhere<EntryState>(
    `SELECT ${STATE} FROM journal WHERE entry BETWEEN @from AND @to ORDER BY entry`,
  );

  /** The newest archived number, 0 without an archive. The log may still have some entries up to there. */
  const archived = () => archives.list().at(-1)?.last ?? 0;

  const firstOf = (sequence: number): number => {
    const here = selectFirst.get({ sequence }) ?? 0;
    const sql = `SELECT max(sequence) AS first ${FIRST}`;
    const there = archives.rows<{ first: number | null }>({ sql, values: { sequence } });
    return Math.max(1, here, ...there.map(({ first }) => first ?? 0));
  };

  const read = database.transaction((sequence: number): ReadEntry | null => {
    const link = select.get(sequence) ?? archives.link(sequence);
    if (link === undefined) return null;
    const first = firstOf(sequence);
    const before = () => selectHash.get(sequence - 1) ?? archives.hash(sequence - 1) ?? null;
    const previous = sequence === first ? CHAIN_START : before();
    const follows = previous !== null && Buffer.from(linkHash(previous, sequence, link)).equals(link.hash);
    return { link, previous, first, follows };
  });

  const lines = database.transaction((to: number, limit: number): AuditLine[] => {
    const here = selectLines.all({ to, archived: archived(), limit });
    const sql = `SELECT ${LINE} FROM audit WHERE sequence <= @to ORDER BY sequence DESC LIMIT @limit`;
    return [...here, ...archives.rows<AuditLine>({ sql, values: { to } }, limit - here.length)];
  });

  return {
    newest: () => guarded(role, () => Math.max(selectNewest.get() ?? 0, archived())),
    entry: (sequence) => guarded(role, () => read(sequence)),
    lines: (to, limit) => guarded(role, () => lines(to, limit)),
    request: (sequence) =>
      guarded(
        role,
        () =>
          selectRequest.get({ sequence }) ??
          archives.rows<StampedRequest>({ sql: REQUEST, values: { sequence } }, 1)[0] ??
          null,
      ),
    naming: (text) => guarded(role, () => selectNaming({ text }).map(({ entry }) => entry)),
    answeredWith: (profile, activityIds) =>
      guarded(role, () => selectAnswered({ profile, ids: JSON.stringify(activityIds) }).map(({ entry }) => entry)),
    states: (from, to) => guarded(role, () => selectStates({ from, to })),
  };
}
