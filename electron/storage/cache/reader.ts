import type { AccountRow, ActivityLine, ActivityRow, WalletRow } from '../../../shared/model/index.ts';
import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';
import {
  type GroupedActivities,
  groupedFound,
  openActivityGroups,
  type Placed,
  pageOfGroups,
  placedActivities,
} from './activity-groups.ts';
import { REFRESH_SPAN, type ReportName, searchTerms } from './schema.ts';

export interface Slice {
  /** Words that must all occur, in any letter case. Empty matches everything. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface RowsPage<Row> {
  readonly rows: Row[];
  /** The number of all rows that match the search. */
  readonly total: number;
  /** The time of the last read from the service, in milliseconds. Null for never. */
  readonly refreshedAt: number | null;
}

/** A page of rows with headings. `total` counts its lines, `found` only the rows among them. */
export interface LinesOfRows<Line> extends RowsPage<Line> {
  readonly found: number;
}

export type WalletKind = Pick<AccountRow, 'walletId' | 'addressFormat' | 'caip2Prefix'>;
export type DerivedAccount = Pick<AccountRow, 'address' | 'addressFormat' | 'curve' | 'path'>;

/** The last known state of each profile's service. Throws DATABASE_CORRUPT, DATABASE_IN_USE or FILE_REFUSED. */
export interface CacheReader {
  /** Accounts in the service's order. The search covers all texts of their rows and details. */
  accounts(profile: string, slice: Slice): RowsPage<AccountRow>;
  /** The id of the refresh that the accounts come from, for data derived from all of them. Null for none. */
  version(profile: string): number | null;
  /** The addresses of some accounts in their order, with their labels. */
  addresses(profile: string, offset: number, limit: number): { readonly address: string; readonly label: string }[];
  /** Accounts with that address in any letter case, at most 50. The exact spelling comes first. */
  spellings(profile: string, address: string): AccountRow[];
  wallets(profile: string): { rows: WalletRow[]; refreshedAt: number | null };
  /** Each kind of account that a wallet has, once, in the order of the accounts. */
  walletKinds(profile: string): WalletKind[];
  /** The accounts of a wallet as it derives them, in their order. */
  derived(profile: string, walletId: string): DerivedAccount[];
  /**
   * Activities, newest first.
   * The search covers title, summary, type, status, ids, fingerprint and the requested values.
   */
  activities(profile: string, slice: Slice): RowsPage<ActivityRow>;
  /** The same with headings: first the open activities that were made since a moment, then those of each day. */
  activityLines(profile: string, slice: Slice, since: number): LinesOfRows<ActivityLine>;
  /** The row of an activity. Null when it is missing. */
  activityRow(profile: string, activityId: string): ActivityRow | null;
  /** Ids of a profile's activities without words, newest first. */
  wordless(profile: string, limit: number): string[];
  /** The activity as the writer got it, parsed and not checked. Null when it is missing. */
  activity(profile: string, activityId: string): unknown;
  /**
   * Completed activities of the types, newest first, at most `limit`.
   * Each is as the writer got it, parsed and not checked, with its creation time in milliseconds.
   */
  completed(profile: string, types: readonly string[], limit: number): { json: unknown; at: number | null }[];
  /** Activities of the types whatever their status, like `completed`. */
  ofTypes(profile: string, types: readonly string[], limit: number): { json: unknown; at: number | null }[];
  /** A report as the writer got it, parsed and not checked. Null when it was never read. */
  report(name: ReportName, profile: string): { readonly kept: unknown; readonly refreshedAt: number } | null;
}

type Stored<Row> = { [Key in keyof Row]: Row[Key] extends boolean ? 0 | 1 : Row[Key] };
interface Refresh {
  readonly id: number;
  readonly accounts: number;
  readonly refreshedAt: number | null;
}

const ACCOUNT = `wallet_account_id AS walletAccountId, wallet_id AS walletId, wallet_name AS walletName, name, address,
  address_format AS addressFormat, curve, path, public_key AS publicKey, caip2_prefix AS caip2Prefix, exported, imported, created_at AS createdAt`;
const ACTIVITY = `activity_id AS activityId, type, title, status, summary, summary_kind AS summaryKind, activity_words.json AS words,
  asked_by AS askedBy, approvals, can_vote AS canVote, fingerprint, created_at AS createdAt, updated_at AS updatedAt`;
/** The activities with their words, if they have any. */
const ACTIVITIES = 'activity LEFT JOIN activity_words USING (id)';

/** The most accounts with one address. A service that lists more of them works against the operator. */
const SPELLINGS = 50;
/** The number of cached searches, so that every further page of a search is a lookup. */
const REMEMBERED = 4;

export function openReader(database: Database, role: DatabaseRole): CacheReader {
  const selectRefresh = database.prepare<[string], Refresh>(
    'SELECT id, accounts, refreshed_at AS refreshedAt FROM refresh WHERE profile = ? AND current = 1',
  );
  const accountPage = database.prepare<[number, number, number], Stored<AccountRow>>(
    `SELECT ${ACCOUNT} FROM account WHERE id >= ? AND id < ? ORDER BY id LIMIT ?`,
  );
  const accountById = database.prepare<[number], Stored<AccountRow>>(`SELECT ${ACCOUNT} FROM account WHERE id = ?`);
  const accountSpellings = database.prepare<[string, number, number, string, number], Stored<AccountRow>>(
    `SELECT ${ACCOUNT} FROM account INDEXED BY account_spelling
    WHERE address = ? COLLATE NOCASE AND id >= ? AND id < ? ORDER BY address <> ?, id LIMIT ?`,
  );
  const accountAddresses = database.prepare<[number, number, number], { address: string; label: string }>(
    'SELECT address, coalesce(name, wallet_name) AS label FROM account WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
  );
  const walletRows = database.prepare<[number], Stored<WalletRow>>(`
    SELECT wallet_id AS walletId, wallet_name AS walletName, accounts, exported, imported, created_at AS createdAt
    FROM wallet WHERE refresh = ? ORDER BY position`);
  const walletKinds = database.prepare<[number, number], WalletKind>(
    `SELECT wallet_id AS walletId, address_format AS addressFormat, caip2_prefix AS caip2Prefix FROM account
    WHERE id >= ? AND id < ? GROUP BY wallet_id, address_format, caip2_prefix ORDER BY min(id)`,
  );
  const derivedOf = database.prepare<[number, number, string], DerivedAccount>(
    `SELECT address, address_format AS addressFormat, curve, path FROM account
    WHERE id >= ? AND id < ? AND wallet_id = ? ORDER BY id`,
  );
  const activityCount = database.prepare<[string], number>('SELECT count(*) FROM activity WHERE profile = ?').pluck();
  const activityPage = database.prepare<[string, number, number], StoredActivity>(
    `SELECT ${ACTIVITY} FROM ${ACTIVITIES} WHERE profile = ? ORDER BY created_at DESC, activity_id DESC LIMIT ? OFFSET ?`,
  );
  const activityById = database.prepare<[number], StoredActivity>(`SELECT ${ACTIVITY} FROM ${ACTIVITIES} WHERE id = ?`);
  const activityByName = database.prepare<[string, string], StoredActivity>(
    `SELECT ${ACTIVITY} FROM ${ACTIVITIES} WHERE profile = ? AND activity_id = ?`,
  );
  const wordlessIds = database
    .prepare<[string, number], string>(
      `SELECT activity_id FROM ${ACTIVITIES} WHERE profile = ? AND activity_words.id IS NULL ORDER BY created_at DESC LIMIT ?`,
    )
    .pluck();
  const activityRefreshed = database
    .prepare<[string], number>('SELECT refreshed_at FROM activity_refresh WHERE profile = ?')
    .pluck();
  const activityJson = database
    .prepare<[string, string], string>(
      'SELECT json FROM activity_body JOIN activity USING (id) WHERE profile = ? AND activity_id = ?',
    )
    .pluck();
  const selectOfTypes = (status: string) =>
    database.prepare<[string, string, number], { json: string; at: number | null }>(
      `SELECT json, created_at AS at FROM activity JOIN activity_body USING (id)
       WHERE profile = ? AND ${status} type IN (SELECT value FROM json_each(?))
       ORDER BY created_at DESC, activity_id DESC LIMIT ?`,
    );
  const completedJson = selectOfTypes("status = 'ACTIVITY_STATUS_COMPLETED' AND");
  const ofTypesJson = selectOfTypes('');
  const reportJson = database.prepare<[string, string], { json: string; refreshedAt: number }>(
    'SELECT json, refreshed_at AS refreshedAt FROM report WHERE profile = ? AND name = ?',
  );

  const grouped = openActivityGroups(database);
  const remembered = new Map<string, readonly number[]>();
  const rememberedGroups = new Map<string, GroupedActivities>();

  /** Ids of all hits in order. `version` changes with the data, so an outdated result is never used again. */
  const hits = (version: string, terms: readonly string[], find: (where: string) => number[]): readonly number[] => {
    const key = JSON.stringify([version, terms]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const found = find(whereAll(terms));
    for (const oldest of remembered.keys()) {
      if (remembered.size < REMEMBERED) break;
      remembered.delete(oldest);
    }
    remembered.set(key, found);
    return found;
  };

  const groupsOf = (profile: string, terms: readonly string[], since: number): GroupedActivities => {
    const key = JSON.stringify([profile, terms, since, database.pragma('data_version', { simple: true })]);
    const known = rememberedGroups.get(key);
    if (known !== undefined) return known;
    const where = whereAll(terms);
    const made =
      terms.length === 0
        ? grouped(profile, since)
        : groupedFound(database.prepare<unknown[], Placed>(placedActivities(where)).all(profile, ...terms), since);
    if (rememberedGroups.size >= REMEMBERED) rememberedGroups.clear();
    rememberedGroups.set(key, made);
    return made;
  };

  /** Reads each result in one transaction, because its rows and its total belong together. */
  const reading = <Arguments extends unknown[], Result>(read: (...values: Arguments) => Result) => {
    const transaction = database.transaction(read);
    return (...values: Arguments): Result => guarded(role, () => transaction(...values) as Result);
  };

  return {
    accounts: reading((profile: string, slice: Slice): RowsPage<AccountRow> => {
      const refresh = selectRefresh.get(profile);
      if (refresh === undefined) return { rows: [], total: 0, refreshedAt: null };
      const [start, end] = idsOf(refresh);
      const terms = searchTerms(slice.search);
      if (terms.length === 0) {
        const rows = accountPage.all(start + slice.offset, end, slice.limit).map(withFlags);
        return { rows, total: refresh.accounts, refreshedAt: refresh.refreshedAt };
      }
      const found = hits(`accounts ${refresh.id}`, terms, (where) =>
        database
          .prepare<unknown[], number>(`SELECT id FROM account_text WHERE id >= ? AND id < ? AND ${where} ORDER BY id`)
          .pluck()
          .all(start, end, ...terms),
      );
      const rows = pick(found, slice)
        .flatMap((id) => accountById.all(id))
        .map(withFlags);
      return { rows, total: found.length, refreshedAt: refresh.refreshedAt };
    }),

    version: reading((profile: string) => selectRefresh.get(profile)?.id ?? null),

    addresses: reading((profile: string, offset: number, limit: number) => {
      const refresh = selectRefresh.get(profile);
      if (refresh === undefined) return [];
      const [start, end] = idsOf(refresh);
      return accountAddresses.all(start + offset, end, limit);
    }),

    spellings: reading((profile: string, address: string): AccountRow[] => {
      const refresh = selectRefresh.get(profile);
      if (refresh === undefined) return [];
      return accountSpellings.all(address, ...idsOf(refresh), address, SPELLINGS).map(withFlags);
    }),

    wallets: reading((profile: string) => {
      const refresh = selectRefresh.get(profile);
      return refresh === undefined
        ? { rows: [], refreshedAt: null }
        : { rows: walletRows.all(refresh.id).map((row) => withFlags(row)), refreshedAt: refresh.refreshedAt };
    }),

    walletKinds: reading((profile: string) => {
      const refresh = selectRefresh.get(profile);
      return refresh === undefined ? [] : walletKinds.all(...idsOf(refresh));
    }),

    derived: reading((profile: string, walletId: string) => {
      const refresh = selectRefresh.get(profile);
      return refresh === undefined ? [] : derivedOf.all(...idsOf(refresh), walletId);
    }),

    activities: reading((profile: string, slice: Slice): RowsPage<ActivityRow> => {
      const refreshedAt = activityRefreshed.get(profile) ?? null;
      const terms = searchTerms(slice.search);
      if (terms.length === 0) {
        return {
          rows: activityPage.all(profile, slice.limit, slice.offset).map(withWords),
          total: activityCount.get(profile) ?? 0,
          refreshedAt,
        };
      }
      const version = `activities ${profile} ${database.pragma('data_version', { simple: true })}`;
      const found = hits(version, terms, (where) =>
        database
          .prepare<unknown[], number>(
            `SELECT id FROM (
               SELECT id, created_at, activity_id, activity_text.text || char(10) || coalesce(activity_words.text, '') AS text
               FROM ${ACTIVITIES} JOIN activity_text USING (id) WHERE profile = ?
             ) WHERE ${where} ORDER BY created_at DESC, activity_id DESC`,
          )
          .pluck()
          .all(profile, ...terms),
      );
      const rows = pick(found, slice).flatMap((id) => activityById.all(id).map(withWords));
      return { rows, total: found.length, refreshedAt };
    }),

    activityLines: reading((profile: string, slice: Slice, since: number): LinesOfRows<ActivityLine> => {
      const refreshedAt = activityRefreshed.get(profile) ?? null;
      const { ids, rest, total, found, linesOf } = pageOfGroups(
        groupsOf(profile, searchTerms(slice.search), since),
        slice,
      );
      const first = ids.flatMap((id) => activityById.all(id).map(withWords));
      const others = rest.limit === 0 ? [] : activityPage.all(profile, rest.limit, rest.offset).map(withWords);
      return { rows: linesOf([...first, ...others]), total, found, refreshedAt };
    }),

    activityRow: reading((profile: string, activityId: string) => {
      const row = activityByName.get(profile, activityId);
      return row === undefined ? null : withWords(row);
    }),

    wordless: reading((profile: string, limit: number) => wordlessIds.all(profile, limit)),

    activity: reading((profile: string, activityId: string): unknown => {
      const json = activityJson.get(profile, activityId);
      return json === undefined ? null : parseOrNull(json);
    }),

    completed: reading((profile: string, types: readonly string[], limit: number) =>
      completedJson.all(profile, JSON.stringify(types), limit).map(({ json, at }) => ({ json: parseOrNull(json), at })),
    ),

    ofTypes: reading((profile: string, types: readonly string[], limit: number) =>
      ofTypesJson.all(profile, JSON.stringify(types), limit).map(({ json, at }) => ({ json: parseOrNull(json), at })),
    ),

    report: reading((name: ReportName, profile: string) => {
      const found = reportJson.get(profile, name);
      return found === undefined ? null : { kept: parseOrNull(found.json), refreshedAt: found.refreshedAt };
    }),
  };
}

/** The nested values of an activity are stored as JSON. */
type StoredActivity = Omit<ActivityRow, 'words' | 'askedBy' | 'canVote'> & {
  readonly words: string | null;
  readonly askedBy: string | null;
  readonly canVote: 0 | 1;
};

function withWords({ words, askedBy, canVote, ...row }: StoredActivity): ActivityRow {
  return {
    ...row,
    words: words === null ? null : (parseOrNull(words) as ActivityRow['words']),
    askedBy: askedBy === null ? null : (parseOrNull(askedBy) as ActivityRow['askedBy']),
    canVote: canVote === 1,
  };
}

/** SQLite has no checksums: a flipped bit may leave a whole database with broken text, which is then as good as absent. */
function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The condition that a text has all words. */
const whereAll = (terms: readonly string[]): string => terms.map(() => 'instr(text, ?) > 0').join(' AND ');

function idsOf(refresh: Refresh): [start: number, end: number] {
  return [refresh.id * REFRESH_SPAN, (refresh.id + 1) * REFRESH_SPAN];
}

function pick(ids: readonly number[], { offset, limit }: Slice): readonly number[] {
  return ids.slice(offset, offset + limit);
}

/** SQLite keeps truth values as 0 and 1. */
function withFlags<Row extends { exported: 0 | 1; imported: 0 | 1 }>(
  row: Row,
): Omit<Row, 'exported' | 'imported'> & { exported: boolean; imported: boolean } {
  return { ...row, exported: row.exported === 1, imported: row.imported === 1 };
}
