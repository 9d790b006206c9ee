import { type Database, type DatabaseRole, guarded } from '../../sqlite/index.ts';
import { endsSought } from './ends.ts';
import { createMemory } from './memory.ts';
import { addressPart, assetPart, COLUMNS, fromRow, type ReadColumns, readColumns, type StoredRow } from './rows.ts';
import { dayOf, type Finding, HEADING, type Sought } from './search.ts';
import type { Asset, Hits, KeptTransaction, Line, LinesPage, SeriesKey, Term } from './types.ts';
import { openWords } from './words.ts';
import { type HistoryWriter, openHistoryWriter } from './writer.ts';

/** The number of rows that are read at once. */
const PIECE = 2_000;
/** Digits of an address. */
const ADDRESS_DIGITS = 40;
/** The time that the first page of a search spends on counting further hits. Milliseconds. */
const COUNTING = 8;

export interface HistoryStore extends HistoryWriter {
  /** True when the search columns are in memory. */
  isLoaded(): boolean;
  /** Loads them in steps. */
  load(): Generator<undefined, void>;
  /**
   * Returns a part of the transactions of a profile that match all terms, newest first, with a line before each day.
   * Before all is loaded, it returns only the whole list, without a count for the last day.
   * Returns hits before all are counted (see `count`).
   */
  lines(profile: string, terms: readonly Term[], offset: number, limit: number): LinesPage;
  /**
   * Counts the hits of a search to the end, in steps. Stops early when transactions were added or removed meanwhile.
   */
  count(profile: string, terms: readonly Term[]): Generator<undefined, void>;
  /** Finds all hits, in steps. */
  hits(profile: string, terms: readonly Term[]): Generator<undefined, Hits>;
  /** Returns transactions by their ids, a piece at a time. Transactions that were removed meanwhile are left out. */
  pieces(ids: Uint32Array): Generator<KeptTransaction[], void>;
  get(profile: string, id: number): KeptTransaction | null;
  /** When the history of a profile was last read, or null for never. */
  refreshedAt(profile: string): number | null;
  /** The chains with stored transactions, by CAIP-2. */
  chains(profile: string): string[];
}

type Entry = Omit<StoredRow, 'parts'> & { readonly id: number; readonly series: number };

/** Opens the transactions in a file, with their search columns in memory. Throws the errors of `guarded`. */
export function openHistoryStore(database: Database, role: DatabaseRole): HistoryStore {
  const words = openWords(database);
  const writing = <Arguments extends unknown[], Result>(write: (...values: Arguments) => Result) => {
    const transaction = database.transaction(write);
    return (...values: Arguments): Result =>
      guarded(role, () => {
        try {
          return transaction.immediate(...values) as Result;
        } catch (error) {
          words.forget();
          throw error;
        }
      });
  };
  const writer = openHistoryWriter(database, words, writing);

  const pieceAfter = database
    .prepare<[number, number], ReadColumns>(`SELECT ${COLUMNS} FROM entry WHERE id > ? ORDER BY id LIMIT ?`)
    .raw();
  const entryById = database.prepare<[number], Entry>(
    'SELECT id, series, hash, time, block, flags, body FROM entry WHERE id = ?',
  );
  const newestEntries = database.prepare<[string, number], Entry>(
    `SELECT e.id, e.series, hash, time, block, flags, body
    FROM entry e INDEXED BY entry_newest CROSS JOIN series s ON s.id = e.series
    WHERE s.profile = ? ORDER BY time DESC, block DESC, e.id LIMIT ?`,
  );
  const countOf = database
    .prepare<[string], number>('SELECT coalesce(sum(entries), 0) FROM series WHERE profile = ?')
    .pluck();
  const seriesOf = database.prepare<[string], SeriesKey & { id: number }>(
    'SELECT id, address, chain FROM series WHERE profile = ? ORDER BY id',
  );
  const countSeries = database.prepare<[], number>('SELECT count(*) FROM series').pluck();
  const chainsOf = database
    .prepare<[string], string>('SELECT DISTINCT chain FROM series WHERE profile = ? AND entries > 0')
    .pluck();
  const seriesById = database.prepare<[number], SeriesKey & { profile: string }>(
    'SELECT profile, address, chain FROM series WHERE id = ?',
  );
  const refreshedOf = database
    .prepare<[string], number>('SELECT refreshed_at FROM history_refresh WHERE profile = ?')
    .pluck();
  const assets = database.prepare<[], Asset & { id: number }>('SELECT id, caip19, symbol, name, decimals FROM asset');

  const memory = createMemory(function* pieces() {
    for (let last = 0; ; ) {
      const piece = guarded(role, () => pieceAfter.all(last, PIECE));
      yield piece.map(readColumns);
      last = piece.at(-1)?.[0] ?? last;
      if (piece.length < PIECE) return;
    }
  });
  const versionOfOthers = () => database.pragma('data_version', { simple: true });
  let others = versionOfOthers();
  /** Reloads the data when another process wrote to the file. */
  const look = (): void => {
    const now = versionOfOthers();
    if (now !== others) memory.forget();
    others = now;
  };

  const toKept = (row: Entry): KeptTransaction[] => {
    const key = seriesById.get(row.series);
    return key === undefined ? [] : [{ ...fromRow(row, words), id: row.id, address: key.address, chain: key.chain }];
  };

  const soughtIn = (profile: string, { text, addresses = [], series, asset, flags = [] }: Term): Sought => {
    const parts = addresses.map((address) => words.find(address)).filter((id) => id !== undefined);
    const sought = parts.map(addressPart);
    const digits = text === undefined ? null : (/^(?:0x)?([0-9a-f]{2,64})$/.exec(text)?.[1] ?? null);
    if (text !== undefined) {
      for (const { id, ...each } of assets.all())
        if (`${each.symbol}\n${each.name}`.toLowerCase().includes(text) || asset?.(each)) sought.push(assetPart(id));
      if (digits !== null && digits.length <= ADDRESS_DIGITS) sought.push(...words.like(digits).map(addressPart));
    }
    const isFit = (id: number) => {
      const hash = entryById.get(id)?.hash.toString('hex') ?? '';
      return hash.startsWith(digits ?? '') || hash.endsWith(digits ?? '');
    };
    return {
      parts: sought.length === 0 ? null : marks(sought),
      series:
        series === undefined ? null : marks(seriesOf.all(profile).flatMap((each) => (series(each) ? each.id : []))),
      flags,
      hash: digits === null ? null : { ...endsSought(digits), isFit },
    };
  };

  const find = (profile: string, terms: readonly Term[]): Finding => {
    const all = seriesOf.all(profile);
    const soughtSeries = ({ series }: Term) =>
      series === undefined ? null : all.flatMap((each) => (series(each) ? each.id : []));
    // The series that a term matches are part of its cache key.
    const key = JSON.stringify([profile, terms.map((term) => ({ ...term, series: soughtSeries(term) }))]);
    const shown = () => (all.length === countSeries.get() ? null : marks(all.map(({ id }) => id)));
    return memory.find(key, shown, () => terms.map((term) => soughtIn(profile, term)));
  };

  /** Returns the first lines of the whole list, while the others are being loaded. */
  const firstLines = (profile: string, offset: number, limit: number): Omit<LinesPage, 'refreshedAt'> => {
    const lines: Line[] = [];
    const days: { day: number; transactions: number | null }[] = [];
    let counted = 0;
    for (const row of newestEntries.all(profile, offset + limit)) {
      const at = dayOf(row.time);
      if (days.at(-1)?.day !== at) {
        Object.assign(days.at(-1) ?? {}, { transactions: counted });
        const day = { day: at, transactions: null };
        days.push(day);
        lines.push(day);
        counted = 0;
      }
      counted += 1;
      lines.push(...toKept(row).map((transaction) => ({ transaction })));
    }
    const found = countOf.get(profile) ?? 0;
    return { lines: lines.slice(offset, offset + limit), total: found + days.length, found };
  };

  return {
    ...writer,
    add(series, scan, transactions, next, tail) {
      const change = writer.add(series, scan, transactions, next, tail);
      memory.change(change.put, change.removed);
      return change;
    },
    removeProfile(profile) {
      writer.removeProfile(profile);
      memory.forget();
    },
    isLoaded() {
      look();
      return memory.isLoaded();
    },
    *load() {
      yield* words.load();
      yield* memory.load();
    },
    lines: (profile, terms, offset, limit) =>
      guarded(role, () => {
        look();
        const refreshedAt = refreshedOf.get(profile) ?? null;
        if (!memory.isLoaded()) return { ...firstLines(profile, offset, limit), refreshedAt };
        const finding = find(profile, terms);
        const until = performance.now() + COUNTING;
        while ((finding.length < offset + limit || performance.now() < until) && finding.step());
        const shown: Line[] = [];
        for (const line of finding.lines(offset, offset + limit)) {
          const day = line >= HEADING ? finding.day(line - HEADING) : undefined;
          const row = day === undefined ? entryById.get(memory.idOf(line)) : undefined;
          if (day !== undefined) shown.push({ day: day.at, transactions: day.transactions });
          else if (row !== undefined) shown.push(...toKept(row).map((transaction) => ({ transaction })));
        }
        return { lines: shown, total: finding.length, found: finding.isWhole ? finding.count : null, refreshedAt };
      }),
    *count(profile, terms) {
      if (!memory.isLoaded()) return;
      const finding = guarded(role, () => find(profile, terms));
      while (memory.isRemembered(finding) && guarded(role, () => finding.step())) yield;
    },
    *hits(profile, terms): Generator<undefined, Hits> {
      const finding = find(profile, terms);
      while (guarded(role, () => finding.step())) yield;
      const slots = finding.lines(0, finding.length).filter((line) => line < HEADING);
      const keys = new Map(guarded(role, () => seriesOf.all(profile)).map((each) => [each.id, each]));
      const found = memory.at(slots);
      return {
        ids: found.ids,
        seriesAt: (index) => keys.get(found.series[index] as number),
        flagsAt: (index) => found.flags[index] as number,
      };
    },
    *pieces(ids) {
      for (let at = 0; at < ids.length; at += PIECE)
        yield guarded(role, () =>
          [...ids.subarray(at, at + PIECE)].flatMap((id) => {
            const row = entryById.get(id);
            return row === undefined ? [] : toKept(row);
          }),
        );
    },
    get: (profile, id) =>
      guarded(role, () => {
        const row = entryById.get(id);
        return row === undefined || seriesById.get(row.series)?.profile !== profile ? null : (toKept(row)[0] ?? null);
      }),
    refreshedAt: (profile) => guarded(role, () => refreshedOf.get(profile) ?? null),
    chains: (profile) => guarded(role, () => chainsOf.all(profile)),
  };
}

/** Returns an array indexed by number, with 1 for the given ones. */
function marks(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const marked = new Uint8Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1);
  for (const number of numbers) marked[number] = 1;
  return marked;
}
