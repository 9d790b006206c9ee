import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Parties } from '../../electron/engine/history/parties.ts';
import { toHistoryRow } from '../../electron/engine/history/rows.ts';
import { termsOf } from '../../electron/engine/history/terms.ts';
import { type HistoryStore, openHistoryFile, type Transaction } from '../../electron/storage/cache/index.ts';
import { effort } from './effort.ts';
import { type Measured, summarize } from './measure.ts';
import type { Group } from './report.ts';

const TRANSACTIONS = effort(1_000_000, 10_000);
/** Kept in one transaction of the database, as a page of a service is. */
const PAGE = 100;
const ROUNDS = 10;
const PROFILE = 'bench';
const FIRST_PAGE = 100;
const SYMBOLS = ['USDC', 'USDT', 'DAI', 'WETH', 'LINK', 'UNI', 'AAVE', 'CRV'];

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** Numbers that look like nothing, the same on every run. */
const mixed = (value: number) =>
  Math.imul(Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) ^ (value >>> 13), 0xc2b2ae35) >>> 0;
/** One for each round: a history is read account after account, and shown by time. */
const accountOf = (n: number) => `0x${hex(n % ROUNDS, 2).repeat(20)}`;
/** One of 50,000 counterparties. */
const counterparty = (n: number) =>
  `0x${hex(mixed(n % 50_000), 8)}${hex(mixed(n % 50_000) ^ 0xffff, 24)}${hex(n % 50_000, 8)}`;
const hashOf = (n: number) => `0x${hex(mixed(n), 8)}${hex(n, 48)}${hex(mixed(n + 7), 8)}`;

function transaction(n: number): Transaction {
  const incoming = n % 3 !== 0;
  const whom = counterparty(mixed(n));
  const symbol = SYMBOLS[n % SYMBOLS.length] ?? '';
  const caip19 = `eip155:1/erc20:0x${hex(n % SYMBOLS.length, 40)}`;
  return {
    hash: hashOf(n),
    time: 1_760_000_000 - n * 60,
    block: 30_000_000 - n,
    blockHash: `0x${hex(n, 64)}`,
    finalized: true,
    failed: n % 97 === 0,
    origin: 'EXTERNAL',
    from: incoming ? whom : accountOf(n),
    to: incoming ? accountOf(n) : whom,
    fee: { amount: String(21_000 * (n % 500)), asset: 'eip155:1/slip44:60' },
    transfers: [
      {
        incoming,
        asset: { caip19, symbol, name: symbol, decimals: 18 },
        amount: `${n}000000000000`,
        counterparty: whom,
      },
    ],
    sent: null,
  };
}

/** Measures the rate of each round of `TRANSACTIONS / ROUNDS`, in transactions kept per second. */
function rates(keep: (transactions: readonly Transaction[], account: number) => void): number[] {
  const each = TRANSACTIONS / ROUNDS;
  return Array.from({ length: ROUNDS }, (_, round) => {
    let spent = 0;
    for (let at = 0; at < each; at += PAGE) {
      const page = Array.from({ length: PAGE }, (_row, index) => transaction((at + index) * ROUNDS + round));
      const start = performance.now();
      keep(page, round);
      spent += performance.now() - start;
    }
    return (each * 1000) / spent;
  });
}

/** The same rows as JSON under their hash in one table, with nothing to search them by. */
function keepBare(path: string): { results: number[]; size: number } {
  const database = new SqliteDatabase(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec('CREATE TABLE entry (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO entry VALUES (?, ?)');
  const keep = database.transaction((page: readonly Transaction[]) => {
    for (const each of page) insert.run(each.hash, JSON.stringify(each));
  });
  const results = rates(keep);
  database.close();
  return { results, size: statSync(path).size };
}

/** Labels a hundred addresses `payroll`. No other address has a name. */
const PARTIES: Parties = {
  of: (address) => ({ address, label: null, own: false }),
  labelled: (word) => (word === 'payroll' ? Array.from({ length: 100 }, (_, n) => counterparty(n * 7)) : []),
};

/** Search texts, with the offset of the requested page. */
const SEARCHES: readonly (readonly [name: string, search: string, offset?: number])[] = [
  ['everything, the first page', ''],
  ['everything, in the middle', '', TRANSACTIONS / 2],
  ['everything, the last page', '', TRANSACTIONS - FIRST_PAGE],
  ['a symbol: one in eight', 'usdc'],
  ['a label of a hundred addresses', 'payroll'],
  ['a chain’s name', 'ethereum'],
  ['the beginning of a hash', hashOf(777_777).slice(0, 10)],
  ['the end of a hash', hashOf(777_777).slice(-8)],
  ['a whole hash', hashOf(777_777)],
  ['two digits', 'ab'],
  ['the beginning of an address', counterparty(mixed(5)).slice(0, 8)],
  ['the end of an address', counterparty(mixed(5)).slice(-6)],
  ['a whole address', counterparty(mixed(5))],
  ['an account', `account:${accountOf(3).slice(0, 10)}`],
  ['a direction', 'direction:in'],
  ['a state', 'state:failed'],
  ['a symbol, incoming, not failed', 'dai direction:in state:finalized'],
  ['three words that are few together', 'abc weth def'],
  ['nothing that is there', 'zzzz'],
];

/** Reads a page as the engine does: it parses the search and names each row. */
function pageOf(store: HistoryStore, search: string, offset: number): void {
  const { lines } = store.lines(PROFILE, termsOf(search, PARTIES), offset, FIRST_PAGE);
  for (const line of lines) if ('transaction' in line) toHistoryRow(line.transaction, PARTIES);
}

function searched(store: HistoryStore, isToItsEnd: boolean): Measured[] {
  return SEARCHES.filter(([, , offset]) => !isToItsEnd || offset === undefined).map(([name, search, offset = 0]) => {
    const samples = Array.from({ length: ROUNDS }, (_, round) => {
      // The store remembers earlier results, so other searches push them out.
      for (let other = 0; other < 4; other += 1) store.lines(`${round} ${other}`, [], 0, 1);
      const start = performance.now();
      pageOf(store, search, offset);
      if (isToItsEnd) for (const _step of store.count(PROFILE, termsOf(search, PARTIES)));
      return performance.now() - start;
    });
    return summarize(name, samples);
  });
}

/**
 * Measures a million transactions: storing them, their first page, every kind of search, and their size on disk and in
 * memory.
 */
export function* keptHistoryGroups(): Generator<Group> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-history-'));
  try {
    const path = join(folder, 'history.db');
    const filling = openHistoryFile(path, () => undefined);
    const readings = Array.from({ length: ROUNDS }, (_, account) =>
      filling.store().begin(PROFILE, { address: accountOf(account), chain: 'eip155:1' }, 0),
    );
    const own = rates((page, account) => {
      const { series, scans } = readings[account] as (typeof readings)[number];
      filling.store().add(series, scans[0]?.number ?? 0, page, 'next', null);
    });
    filling.close();
    const bare = keepBare(join(folder, 'bare.db'));
    yield {
      title: 'Transactions kept, in pages of a hundred',
      unit: 'a second',
      results: [summarize('Castellan, searchable', own), summarize('bare SQLite, JSON by hash', bare.results)],
      skipped: null,
    };
    const file = openHistoryFile(path, () => undefined);
    const timed = (name: string, work: () => void): Measured => {
      const start = performance.now();
      work();
      return summarize(name, [performance.now() - start]);
    };
    const before = process.memoryUsage();
    const opening = [timed('opened, the first page', () => pageOf(file.store(), '', 0))];
    const steps: number[] = [];
    const load = () => {
      const steppings = file.store().load();
      for (let isDone = false; !isDone; ) {
        const start = performance.now();
        isDone = steppings.next().done === true;
        steps.push(performance.now() - start);
      }
    };
    opening.push(timed('read into memory', load), summarize('the longest step of it', [Math.max(...steps)]));
    yield { title: 'A million transactions, at the first look', unit: 'ms', results: opening, skipped: null };
    const after = process.memoryUsage();
    for (const [title, isToItsEnd] of [
      ['A million transactions searched, a page of 200', false],
      ['A million transactions searched, and counted to the end', true],
    ] as const)
      yield { title, unit: 'ms', results: searched(file.store(), isToItsEnd), skipped: null };
    const megabytes = (name: string, bytes: number) => summarize(name, [bytes / 2 ** 20]);
    yield {
      title: 'A million transactions, what they take',
      unit: 'megabytes',
      results: [
        megabytes('memory of what is searched', after.rss - before.rss),
        megabytes('file, Castellan', statSync(path).size),
        megabytes('file, bare SQLite', bare.size),
      ],
      skipped: null,
    };
    file.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
