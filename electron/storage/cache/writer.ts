import { AppError } from '../../../shared/errors/index.ts';
import {
  type AccountRow,
  type ActivityRow,
  type ActivityWords,
  chainLabel,
  formatLabel,
  readTimestamp,
  type Timestamp,
  type WalletRow,
} from '../../../shared/model/index.ts';
import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';
import { REFRESH_SPAN, type ReportName, searchText } from './schema.ts';

/** A wallet as a service reports it. The cache counts its accounts. */
export type CachedWallet = Omit<WalletRow, 'accounts' | 'createdAt'> & { readonly createdAt: Timestamp };

/** An activity as a list row, and whole as the service sent it. */
export interface ActivityEntry {
  readonly row: ActivityRow;
  readonly activity: object;
}

/** The words for an activity. */
export interface DescribedActivity {
  readonly activityId: string;
  readonly words: ActivityWords;
}

/** A refresh of a profile's accounts, page by page. Readers see the old accounts until `commit`. */
export interface AccountsRefresh {
  /** Throws CANCELLED when another refresh of the same profile has begun since. */
  add(accounts: readonly AccountRow[]): void;
  /** Swaps the added accounts in, at once and whole. `at` is milliseconds since the epoch. */
  commit(wallets: readonly CachedWallet[], at: number): void;
}

/** Throws DISK_FULL, DATABASE_IN_USE, DATABASE_CORRUPT or FILE_REFUSED, and then leaves nothing half written. */
export interface CacheWriter {
  beginAccounts(profile: string): AccountsRefresh;
  /**
   * Adds or replaces activities. An older state never replaces a newer one.
   * `at` is the end of a whole refresh, null for single activities.
   */
  upsertActivities(profile: string, activities: readonly ActivityEntry[], at: number | null): void;
  /** Adds the words for cached activities. Those of activities that are not cached are ignored. */
  putWords(profile: string, described: readonly DescribedActivity[]): void;
  /** Removes the words of all activities, because names changed. */
  dropWords(): void;
  /** Replaces a report. `at` is milliseconds since the epoch. */
  putReport(name: ReportName, profile: string, report: object, at: number): void;
  removeProfile(profile: string): void;
}

export function openWriter(database: Database, role: DatabaseRole): CacheWriter {
  const insertRefresh = database.prepare<[string]>('INSERT INTO refresh (profile, current, accounts) VALUES (?, 0, 0)');
  const unfinished = database
    .prepare<[string], number>('SELECT id FROM refresh WHERE profile = ? AND current = 0')
    .pluck();
  const currentOf = database
    .prepare<[string], number>('SELECT id FROM refresh WHERE profile = ? AND current = 1')
    .pluck();
  const addedTo = database
    .prepare<[number], number>('SELECT accounts FROM refresh WHERE id = ? AND current = 0')
    .pluck();
  const setAdded = database.prepare<[number, number]>('UPDATE refresh SET accounts = ? WHERE id = ?');
  const makeCurrent = database.prepare<[number, number]>(
    'UPDATE refresh SET current = 1, refreshed_at = ? WHERE id = ?',
  );
  const insertAccount =
    database.prepare(`INSERT INTO account VALUES (@id, @walletAccountId, @walletId, @walletName, @name, @address,
    @addressFormat, @curve, @path, @publicKey, @caip2Prefix, @exported, @imported, @createdAt)`);
  const insertText = database.prepare<[number, string]>('INSERT INTO account_text VALUES (?, ?)');
  const insertWallet = database.prepare(`INSERT INTO wallet VALUES (@refresh, @position, @walletId, @walletName,
    (SELECT count(*) FROM account WHERE id >= @start AND id < @end AND wallet_id = @walletId), @exported, @imported, @createdAt)`);
  const upsertActivity = database
    .prepare<Record<string, unknown>, number>(`
    INSERT INTO activity (profile, activity_id, type, title, status, summary, summary_kind, asked_by, approvals, can_vote, fingerprint, created_at, updated_at)
    VALUES (@profile, @activityId, @type, @title, @status, @summary, @summaryKind, @askedBy, @approvals, @canVote, @fingerprint, @createdAt, @updatedAt)
    ON CONFLICT (profile, activity_id) DO UPDATE SET type = excluded.type, title = excluded.title, status = excluded.status,
      summary = excluded.summary, summary_kind = excluded.summary_kind, asked_by = excluded.asked_by, approvals = excluded.approvals,
      can_vote = excluded.can_vote, fingerprint = excluded.fingerprint, created_at = excluded.created_at, updated_at = excluded.updated_at
    WHERE coalesce(excluded.updated_at, 0) >= coalesce(updated_at, 0)
    RETURNING id`)
    .pluck();
  const writeText = database.prepare<[number, string]>('INSERT OR REPLACE INTO activity_text VALUES (?, ?)');
  const writeBody = database.prepare<[number, string]>('INSERT OR REPLACE INTO activity_body VALUES (?, ?)');
  const writeWords = database.prepare<{ profile: string; activityId: string; json: string; text: string }>(`
    INSERT OR REPLACE INTO activity_words (id, json, text)
    SELECT id, @json, @text FROM activity WHERE profile = @profile AND activity_id = @activityId`);
  const deleteWords = database.prepare('DELETE FROM activity_words');
  const setRefreshed = database.prepare<[string, number]>('INSERT OR REPLACE INTO activity_refresh VALUES (?, ?)');
  const putReport = database.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO report (profile, name, json, refreshed_at) VALUES (?, ?, ?, ?)',
  );
  const deleteWithin = ['account', 'account_text'].map((table) =>
    database.prepare<[number, number]>(`DELETE FROM ${table} WHERE id >= ? AND id < ?`),
  );
  const deleteRefresh = [
    database.prepare<[number]>('DELETE FROM wallet WHERE refresh = ?'),
    database.prepare<[number]>('DELETE FROM refresh WHERE id = ?'),
  ];
  const deleteOthers = [
    'DELETE FROM activity_text WHERE id IN (SELECT id FROM activity WHERE profile = ?)',
    'DELETE FROM activity_words WHERE id IN (SELECT id FROM activity WHERE profile = ?)',
    'DELETE FROM activity_body WHERE id IN (SELECT id FROM activity WHERE profile = ?)',
    'DELETE FROM activity WHERE profile = ?',
    'DELETE FROM activity_refresh WHERE profile = ?',
    'DELETE FROM report WHERE profile = ?',
  ].map((sql) => database.prepare<[string]>(sql));

  const drop = (refresh: number): void => {
    for (const statement of deleteWithin) statement.run(refresh * REFRESH_SPAN, (refresh + 1) * REFRESH_SPAN);
    for (const statement of deleteRefresh) statement.run(refresh);
  };

  const writing = <Arguments extends unknown[], Result>(write: (...values: Arguments) => Result) => {
    const transaction = database.transaction(write);
    return (...values: Arguments): Result => guarded(role, () => transaction.immediate(...values) as Result);
  };

  const begin = writing((profile: string): number => {
    for (const left of unfinished.all(profile)) drop(left);
    return Number(insertRefresh.run(profile).lastInsertRowid);
  });

  const add = writing((refresh: number, accounts: readonly AccountRow[]): void => {
    let position = addedTo.get(refresh);
    if (position === undefined) throw overtaken();
    for (const account of accounts) {
      const id = refresh * REFRESH_SPAN + position;
      insertAccount.run({ ...account, id, exported: Number(account.exported), imported: Number(account.imported) });
      insertText.run(id, accountText(account));
      position += 1;
    }
    setAdded.run(position, refresh);
  });

  const commit = writing((profile: string, refresh: number, wallets: readonly CachedWallet[], at: number): void => {
    if (addedTo.get(refresh) === undefined) throw overtaken();
    for (const [position, wallet] of wallets.entries()) {
      insertWallet.run({
        refresh,
        position,
        start: refresh * REFRESH_SPAN,
        end: (refresh + 1) * REFRESH_SPAN,
        walletId: wallet.walletId,
        walletName: wallet.walletName,
        exported: Number(wallet.exported),
        imported: Number(wallet.imported),
        createdAt: readTimestamp(wallet.createdAt) ?? 0,
      });
    }
    const former = currentOf.get(profile);
    if (former !== undefined) drop(former);
    makeCurrent.run(at, refresh);
  });

  return {
    beginAccounts(profile) {
      const refresh = begin(profile);
      return {
        add: (accounts) => add(refresh, accounts),
        commit: (wallets, at) => commit(profile, refresh, wallets, at),
      };
    },

    upsertActivities: writing((profile: string, activities: readonly ActivityEntry[], at: number | null) => {
      for (const { row, activity } of activities) {
        const { words: _words, askedBy, canVote, ...columns } = row;
        const people = { askedBy: askedBy === null ? null : JSON.stringify(askedBy), canVote: Number(canVote) };
        const id = upsertActivity.get({ ...columns, ...people, profile });
        if (id === undefined) continue;
        writeText.run(id, activityText(row, activity));
        writeBody.run(id, JSON.stringify(activity));
      }
      if (at !== null) setRefreshed.run(profile, at);
    }),

    putWords: writing((profile: string, described: readonly DescribedActivity[]) => {
      for (const { activityId, words } of described) {
        const text = searchText([words.what, words.party?.label ?? null, words.party?.address ?? null]);
        writeWords.run({ profile, activityId, json: JSON.stringify(words), text });
      }
    }),

    dropWords: writing(() => void deleteWords.run()),

    putReport: writing((name: ReportName, profile: string, report: object, at: number) => {
      putReport.run(profile, name, JSON.stringify(report), at);
    }),

    removeProfile: writing((profile: string) => {
      const current = currentOf.get(profile);
      for (const refresh of [...unfinished.all(profile), ...(current === undefined ? [] : [current])]) drop(refresh);
      for (const statement of deleteOthers) statement.run(profile);
    }),
  };
}

/** Returns the search text of an account: all texts in its row and its details. */
function accountText(account: AccountRow): string {
  const { address, name, walletName, path, addressFormat, curve, publicKey, caip2Prefix } = account;
  return searchText([
    address,
    name,
    walletName,
    path,
    publicKey,
    account.walletAccountId,
    account.walletId,
    chainLabel(account),
    caip2Prefix,
    formatLabel(addressFormat),
    curve.replace('CURVE_', '').replace(/^P(?=\d)/, 'P-'),
    account.exported ? 'exported' : null,
    account.imported ? 'imported' : null,
  ]);
}

/** The most characters of one searchable value, and of all of them. */
const MAXIMUM_SOUGHT = 160;
const MAXIMUM_TEXT = 2_000;

/**
 * Returns the search text of an activity, with its requested values: wallets, addresses, ids, types.
 * Leaves out the signed contents, which may be long.
 */
function activityText(row: ActivityRow, activity: object): string {
  const values: string[] = [];
  JSON.stringify('intent' in activity ? activity.intent : null, (_name, value: unknown) => {
    if (typeof value === 'string' && value.length <= MAXIMUM_SOUGHT) values.push(value);
    return value;
  });
  const { title, summary, type, status, activityId, fingerprint } = row;
  const fields = [title, summary, type, status, status.replaceAll('_', ' '), activityId, fingerprint];
  return searchText([...fields, values.join('\n').slice(0, MAXIMUM_TEXT)]);
}

function overtaken(): AppError {
  return new AppError(
    'CANCELLED',
    'Another refresh of this profile started, so this one was stopped. The accounts shown are complete.',
  );
}
