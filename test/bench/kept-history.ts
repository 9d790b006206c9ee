import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type HistoryStore, openHistoryFile, type Term, type Transaction } from '../../electron/storage/cache/index.ts';
import { type Measured, summarize } from './measure.ts';
import type { Group } from './report.ts';

const TRANSACTIONS = 1_000_000;
/** Kept in one transaction of the database, as a page of a service is. */
const PAGE = 100;
const ROUNDS = 10;
const PROFILE = 'bench';
const ADDRESS = `0x${'11'.repeat(20)}`;
const SYMBOLS = ['USDC', 'USDT', 'DAI', 'WETH', 'LINK', 'UNI', 'AAVE', 'CRV'];

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** Numbers that look like nothing, the same on every run. */
const mixed = (value: number) =>
  Math.imul(Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) ^ (value >>> 13), 0xc2b2ae35) >>> 0;
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
    from: incoming ? whom : ADDRESS,
    to: incoming ? ADDRESS : whom,
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

/** How fast each round of `TRANSACTIONS / ROUNDS` was kept, a second. */
function rates(keep: (transactions: readonly Transaction[]) => void): number[] {
  const each = TRANSACTIONS / ROUNDS;
  return Array.from({ length: ROUNDS }, (_, round) => {
    let spent = 0;
    for (let at = round * each; at < (round + 1) * each; at += PAGE) {
      const page = Array.from({ length: PAGE }, (_row, index) => transaction(at + index));
      const start = performance.now();
      keep(page);
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

const SEARCHES: readonly (readonly [name: string, terms: readonly Term[]])[] = [
  ['everything, the first page', []],
  ['a symbol: one in eight', [{ text: 'usdc' }]],
  ['the beginning of a hash', [{ text: hashOf(777_777).slice(0, 10) }]],
  ['a whole hash', [{ text: hashOf(777_777) }]],
  ['two digits', [{ text: 'ab' }]],
  ['the end of an address', [{ text: counterparty(mixed(5)).slice(-6) }]],
  [
    'a symbol, incoming, not failed',
    [{ text: 'dai' }, { flags: [{ mask: 4, value: 4 }] }, { flags: [{ mask: 2, value: 0 }] }],
  ],
];

function searched(store: HistoryStore): Measured[] {
  return SEARCHES.map(([name, terms]) => {
    const samples = Array.from({ length: ROUNDS }, (_, round) => {
      // What was found before is remembered; other searches between push it out.
      for (let other = 0; other < 4; other += 1) store.lines(`${round} ${other}`, [], 0, 1);
      const start = performance.now();
      store.lines(PROFILE, terms, 0, 200);
      return performance.now() - start;
    });
    return summarize(name, samples);
  });
}

/** A million transactions: keeping them, their first page and every kind of search, what they take on disk and in memory. */
export function* keptHistoryGroups(): Generator<Group> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-history-'));
  try {
    const path = join(folder, 'history.db');
    const filling = openHistoryFile(path, () => undefined);
    const { series, scans } = filling.store().begin(PROFILE, { address: ADDRESS, chain: 'eip155:1' }, 0);
    const own = rates((page) => void filling.store().add(series, scans[0]?.number ?? 0, page, 'next', null));
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
    const opening = [
      timed('opened, the first page', () => void file.store().lines(PROFILE, [], 0, 200)),
      timed('read into memory, in slices', () => {
        for (const _step of file.store().load());
      }),
    ];
    yield { title: 'A million transactions, at the first look', unit: 'ms', results: opening, skipped: null };
    const after = process.memoryUsage();
    yield { title: 'A million transactions searched', unit: 'ms', results: searched(file.store()), skipped: null };
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
