import { DAY_MS } from '../../../../shared/model/index.ts';
import type { Database } from '../../sqlite/index.ts';
import type { ColumnRow } from './columns.ts';
import { toColumns, toRow } from './rows.ts';
import { FLAGS } from './schema.ts';
import type { Scan, SeriesKey, Transaction } from './types.ts';
import type { Words } from './words.ts';

/** The most unfinished readings of one series. Beyond them, the newest reading also covers the range of the oldest. */
const MAXIMUM_SCANS = 8;

/** A series of so few transactions is always read whole: the service may still find earlier ones between them. */
const FEW = 200;
/** The time after which a series is read whole, for the same reason. Milliseconds. */
const READ_WHOLE_AFTER = DAY_MS;

/** The changes of a page, for the columns in memory. */
export interface PageChange {
  readonly put: readonly ColumnRow[];
  readonly removed: readonly number[];
  /** The reading has reached known transactions, or the end. */
  readonly isDone: boolean;
}

/** Each call is one transaction, so that a killed process resumes after the last page. */
export interface HistoryWriter {
  /** Begins a reading from the top, at this time in milliseconds. Returns all unfinished readings, the newest first. */
  begin(profile: string, key: SeriesKey, now: number): { readonly series: number; readonly scans: readonly Scan[] };
  /** Restarts a reading at the top when the service refuses its cursor. */
  restart(series: number, scan: Scan): Scan;
  /**
   * Stores a page of a reading, newest first. `next` is the cursor of the next page, null at the end, and `tail` the
   * last position.
   * A finished reading removes the unfinalized transactions that did not come again: they vanished in a reorganization.
   * Finalized ones stay.
   */
  add(
    series: number,
    scan: number,
    transactions: readonly Transaction[],
    next: string | null,
    tail: string | null,
  ): PageChange;
  setRefreshed(profile: string, at: number): void;
  removeProfile(profile: string): void;
}

export function openHistoryWriter(
  database: Database,
  words: Words,
  writing: <Arguments extends unknown[], Result>(
    write: (...values: Arguments) => Result,
  ) => (...values: Arguments) => Result,
): HistoryWriter {
  const findSeries = database.prepare<
    [string, string, string],
    { id: number; scans: string; nextScan: number; entries: number; readWholeAt: number }
  >(
    'SELECT id, scans, next_scan AS nextScan, entries, read_whole_at AS readWholeAt FROM series WHERE profile = ? AND address = ? AND chain = ?',
  );
  const addSeries = database.prepare<[string, string, string]>(
    "INSERT OR IGNORE INTO series (profile, address, chain, scans, next_scan, entries, read_whole_at) VALUES (?, ?, ?, '[]', 1, 0, 0)",
  );
  const scansOf = database.prepare<[number], string>('SELECT scans FROM series WHERE id = ?').pluck();
  const setScans = database.prepare<[string, number]>('UPDATE series SET scans = ? WHERE id = ?');
  const countScan = database.prepare<[number]>('UPDATE series SET next_scan = next_scan + 1 WHERE id = ?');
  const setWhole = database.prepare<[number, number]>('UPDATE series SET read_whole_at = ? WHERE id = ?');
  const countEntries = database.prepare<[number, number]>('UPDATE series SET entries = entries + ? WHERE id = ?');
  const newest = database.prepare<[number], number>('SELECT coalesce(max(id), 0) FROM entry WHERE series = ?').pluck();
  const known = database.prepare<[number, Buffer], { id: number; flags: number }>(
    'SELECT id, flags FROM entry WHERE series = ? AND hash = ?',
  );
  const insert = database
    .prepare<[number, Buffer, number, number, number, number, Buffer, string], number>(
      'INSERT INTO entry (series, hash, time, block, flags, scan, parts, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
    )
    .pluck();
  const replace = database.prepare<[number, number, number, number, Buffer, string, number]>(
    'UPDATE entry SET time = ?, block = ?, flags = ?, scan = max(scan, ?), parts = ?, body = ? WHERE id = ?',
  );
  const unseen = `entry INDEXED BY entry_open WHERE series = ? AND flags & ${FLAGS.finalized} = 0 AND scan < ?`;
  const countBelow = database
    .prepare<[number, number, number], number>(`SELECT count(*) FROM ${unseen} AND block <= ?`)
    .pluck();
  const removeAbove = database
    .prepare<[number, number, number], number>(`DELETE FROM ${unseen} AND block > ? RETURNING id`)
    .pluck();
  const removals = [
    'DELETE FROM entry WHERE series IN (SELECT id FROM series WHERE profile = ?)',
    'DELETE FROM series WHERE profile = ?',
    'DELETE FROM history_refresh WHERE profile = ?',
  ].map((sql) => database.prepare<[string]>(sql));
  const refreshed = database.prepare<[string, number]>('INSERT OR REPLACE INTO history_refresh VALUES (?, ?)');

  const readScans = (series: number) => JSON.parse(scansOf.get(series) ?? '[]') as Scan[];
  const writeScans = (series: number, scans: readonly Scan[]) => setScans.run(JSON.stringify(scans), series);

  /** Replaces the stored transactions with those of a page. */
  const keep = (series: number, scan: Scan, transactions: readonly Transaction[]) => {
    const put: ColumnRow[] = [];
    let { lowest } = scan;
    let [meetsKnown, added] = [false, 0];
    for (const transaction of transactions) {
      const row = toRow(transaction, words);
      const { hash, time, block, flags, parts, body } = row;
      const there = known.get(series, hash);
      if (there !== undefined && there.id <= scan.floor && (there.flags & FLAGS.finalized) !== 0) meetsKnown = true;
      const id = there?.id ?? (insert.get(series, hash, time, block, flags, scan.number, parts, body) as number);
      if (there === undefined) added += 1;
      else replace.run(time, block, flags, scan.number, parts, body, id);
      put.push(toColumns(row, id, series));
      lowest = Math.min(lowest ?? block, block);
    }
    return { put, added, meetsKnown, lowest };
  };

  return {
    begin: writing((profile: string, { address, chain }: SeriesKey, now: number) => {
      addSeries.run(profile, address, chain);
      const { id, scans, nextScan, entries, readWholeAt } = findSeries.get(profile, address, chain) as NonNullable<
        ReturnType<typeof findSeries.get>
      >;
      const before = JSON.parse(scans) as Scan[];
      const isWhole =
        before.every((scan) => scan.isAtEnd || scan.floor > 0) &&
        (entries <= FEW || now - readWholeAt >= READ_WHOLE_AFTER);
      const left = isWhole ? [] : before.filter(({ cursor }) => cursor !== null).slice(0, MAXIMUM_SCANS - 1);
      // The new reading replaces one that is still at the top, or one too many. It then has to reach as far down.
      const taken = before.filter((scan) => !left.includes(scan)).map((scan) => scan.floor);
      const floor = isWhole ? 0 : Math.min(newest.get(id) ?? 0, ...taken);
      const scan: Scan = { number: nextScan, cursor: null, floor, lowest: null, begunAt: now, isAtEnd: false };
      countScan.run(id);
      writeScans(id, [scan, ...left]);
      return { series: id, scans: [scan, ...left] };
    }),

    restart: writing((series: number, scan: Scan) => {
      const anew = { ...scan, cursor: null, lowest: null, isAtEnd: false };
      writeScans(
        series,
        readScans(series).map((each) => (each.number === scan.number ? anew : each)),
      );
      return anew;
    }),

    add: writing(
      (
        series: number,
        number: number,
        transactions: readonly Transaction[],
        next: string | null,
        tail: string | null,
      ) => {
        const scans = readScans(series);
        const scan = scans.find((each) => each.number === number);
        if (scan === undefined) return { put: [], removed: [], isDone: true };
        const { put, added, meetsKnown, lowest } = keep(series, scan, transactions);
        const isEnd = next === null;
        const isDone = isEnd || (meetsKnown && countBelow.get(series, number, lowest ?? 0) === 0);
        const removed = isDone ? removeAbove.all(series, number, isEnd ? -1 : (lowest ?? 0)) : [];
        countEntries.run(added - removed.length, series);
        const cursor = next ?? tail ?? scan.cursor;
        // A reading to the very end stays there.
        const stays = !isDone || (isEnd && scan.floor === 0 && cursor !== null);
        if (isEnd && scan.floor === 0 && !scan.isAtEnd) setWhole.run(scan.begunAt, series);
        const after = stays ? [{ ...scan, cursor, lowest, isAtEnd: isEnd }] : [];
        writeScans(
          series,
          scans.flatMap((each) => (each.number === number ? after : [each])),
        );
        return { put, removed, isDone };
      },
    ),

    setRefreshed: writing((profile: string, at: number) => void refreshed.run(profile, at)),
    removeProfile: writing((profile: string) => {
      for (const statement of removals) statement.run(profile);
    }),
  };
}
