import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';
import type { ArchiveFacts } from './archive-file.ts';
import { type Archives, isUnreadable } from './archives.ts';
import { BEGIN, CHAIN_START, linkHash, type StoredLink } from './audit-chain.ts';
import { IS_WHOLE, wholeRow } from './journal-digest.ts';
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
  /** 32 bytes. Null when the entry before is missing, or in an archive that cannot be read. */
  readonly previous: Uint8Array | null;
  /** The number of the first entry of its chain. Null when an archive that may hold it cannot be read. */
  readonly first: number | null;
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
  /** An entry with its request, as the list shows it. Null for an entry that is missing, or in an unreadable archive. */
  shown(sequence: number): { entry: ReadEntry; request: StampedRequest | null } | null;
  /** The next entries with numbers up to `to`, newest first. */
  lines(to: number, limit: number): AuditLine[];
  /** The same without the entries of unreadable archives. `isWhole` is false when there is such an archive among them. */
  readableLines(to: number, limit: number): { readonly found: readonly AuditLine[]; readonly isWhole: boolean };
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
  const REQUEST = `title, state, stamp_name AS stampName, stamp_value AS stampValue, fingerprint, activity_id AS activityId, status,
      http_status AS httpStatus, sent_at AS sentAt, closed_at AS closedAt`;
  const OF_ENTRY = 'FROM journal WHERE entry = @sequence ORDER BY rowid DESC LIMIT 1';
  const selectRequest = database.prepare<[object], StampedRequest & { isWhole: number }>(
    `SELECT ${REQUEST}, ${IS_WHOLE} ${OF_ENTRY}`,
  );

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

  /** Returns null in place of the errors of an archive. */
  const readable = <Value>(work: () => Value): Value | null => {
    try {
      return work();
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  };

  const firstOf = (sequence: number): number | null => {
    const here = selectFirst.get({ sequence }) ?? 0;
    // Only these can hold a later begin. Most numbers need none of them.
    const mayHold = ({ first, last }: ArchiveFacts) => first <= sequence && last > here;
    if (!archives.list().some(mayHold)) return Math.max(1, here);
    const sql = `SELECT max(sequence) AS first ${FIRST} HAVING max(sequence) IS NOT NULL`;
    // The newest archive with a begin has the latest.
    const found = readable(() => archives.rows<{ first: number }>({ sql, values: { sequence } }, 1, mayHold));
    return found === null ? null : Math.max(1, here, ...found.map(({ first }) => first));
  };

  const linkOf = (sequence: number) => select.get(sequence) ?? archives.link(sequence) ?? null;
  const read = database.transaction((sequence: number, link: StoredLink | null): ReadEntry | null => {
    if (link === null) return null;
    const first = link.operation === BEGIN ? sequence : firstOf(sequence);
    const before = () => selectHash.get(sequence - 1) ?? readable(() => archives.hash(sequence - 1)) ?? null;
    const previous = sequence === 1 || sequence === first ? CHAIN_START : before();
    const follows = previous !== null && Buffer.from(linkHash(previous, sequence, link)).equals(link.hash);
    return { link, previous, first, follows };
  });

  const archivedLines = `SELECT ${LINE} FROM audit WHERE sequence <= @to ORDER BY sequence DESC LIMIT @limit`;
  const readLines = database.transaction((to: number, limit: number, attempt: typeof readable) => {
    const found = selectLines.all({ to, archived: archived(), limit });
    let isWhole = true;
    for (const { month, first } of archives.list().toReversed()) {
      if (found.length >= limit) break;
      if (first > to) continue;
      const query = { sql: archivedLines, values: { to } };
      const more = attempt(() =>
        archives.rows<AuditLine>(query, limit - found.length, (facts) => facts.month === month),
      );
      isWhole &&= more !== null;
      found.push(...(more ?? []));
    }
    return { found, isWhole };
  });

  const archivedRequest = (sequence: number, mayHold: (facts: ArchiveFacts) => boolean) =>
    archives.rows<StampedRequest>({ sql: `SELECT ${REQUEST} ${OF_ENTRY}`, values: { sequence } }, 1, mayHold)[0];
  const requestOf = (sequence: number): StampedRequest | null => {
    const here = selectRequest.get({ sequence });
    if (here !== undefined) return wholeRow(role, here, `the request of entry ${sequence} was changed in the journal`);
    // The request ended after its entry was written: in the same month, or a later one.
    return (
      readable(() => archivedRequest(sequence, ({ first, last }) => first <= sequence && last >= sequence)) ??
      archivedRequest(sequence, ({ last }) => last >= sequence) ??
      null
    );
  };

  return {
    newest: () => guarded(role, () => Math.max(selectNewest.get() ?? 0, archived())),
    entry: (sequence) => guarded(role, () => read(sequence, linkOf(sequence))),
    shown: (sequence) =>
      guarded(role, () => {
        const link = select.get(sequence) ?? readable(() => archives.link(sequence)) ?? null;
        const entry = read(sequence, link);
        return entry === null ? null : { entry, request: readable(() => requestOf(sequence)) };
      }),
    lines: (to, limit) => guarded(role, () => readLines(to, limit, (work) => work()).found),
    readableLines: (to, limit) => guarded(role, () => readLines(to, limit, readable)),
    request: (sequence) => guarded(role, () => requestOf(sequence)),
    naming: (text) => guarded(role, () => selectNaming({ text }).map(({ entry }) => entry)),
    answeredWith: (profile, activityIds) =>
      guarded(role, () => selectAnswered({ profile, ids: JSON.stringify(activityIds) }).map(({ entry }) => entry)),
    states: (from, to) => guarded(role, () => selectStates({ from, to })),
  };
}
