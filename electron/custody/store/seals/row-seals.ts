import type { AppError } from '../../../../shared/errors/index.ts';
import { createRecent } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { constantTimeEqual } from '../../../crypto/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { type Evidence, evidence } from '../evidence/evidence.ts';
import { changedRow, damagedRows } from './damaged-rows.ts';
import { databaseChanged } from './database-changed.ts';
import { lookup, nameOf, placeOf, quoted, type Row, SEALED_TABLES, type SealedTable, textOf } from './sealed-tables.ts';

const ADOPTED = 'sealed';

/** The trusted state of one row: its seal, its number in the sum, and the lookups that must find it. */
interface Belief {
  readonly seal: Uint8Array;
  readonly number: bigint;
  readonly lookups: readonly string[];
}

/** The rows of a lookup as they were last compared with the trusted state, by the reader that made objects of them. */
type Compared = Map<string, unknown>;

/** The longest time that compared rows are used without reading them again. Milliseconds. */
const COMPARED_LASTS = 1000;
/** The characters of compared rows that are remembered. */
const MAXIMUM_COMPARED = 16 * 1024 * 1024;

/**
 * Protects the rows of `SEALED_TABLES` against changes outside this service. Each row has a seal, which is the MAC of
 * its table and all its columns. It also has a 256-bit number, which is the MAC of its place and seal.
 *
 * The database holds the seals and the MAC of the sum of the numbers, but never a number or the sum. So a write costs
 * only as much as it changes, and nobody can look for other rows with the same sum.
 *
 * `open` compares the rows with the seals, and the seals with the sum. From then on this process's memory decides:
 * `check` compares the rows that a request uses with it. A row that was inserted, changed, removed, moved or restored
 * from an earlier time is therefore refused, at the start and in use. The error names the row unless its seal was
 * restored or removed with it. A row that was only changed refuses what `sealed-tables.ts` says instead of the start.
 *
 * Compared rows are remembered, so that requests of one second need not read them again. They are forgotten after that
 * second, at each write of the row, and when anything but `begin` to `settle` wrote to this connection. Then they are
 * read from the file, since SQLite drops the pages that it kept. Until then requests use the rows that were compared, so
 * a changed row is never used.
 *
 * It does NOT notice that a whole older database was restored. `openWithHead` does, by the head outside of it.
 * @param now monotonic milliseconds
 */
export function rowSeals(database: Database, now: () => number) {
  const chain: Evidence = evidence(database);
  const head = database.prepare<[], { mac: Uint8Array }>('SELECT mac FROM row_seals_head');
  const storeHead = database.prepare<[Uint8Array]>(
    'INSERT INTO row_seals_head (only_row, mac) VALUES (1, ?) ON CONFLICT DO UPDATE SET mac = excluded.mac',
  );
  const stored = database.prepare<[], { place: string; seal: Uint8Array }>('SELECT place, seal FROM row_seals');
  const storeSeal = database.prepare<[string, Uint8Array]>(
    'INSERT INTO row_seals (place, seal) VALUES (?, ?) ON CONFLICT DO UPDATE SET seal = excluded.seal',
  );
  const removeSeal = database.prepare<[string]>('DELETE FROM row_seals WHERE place = ?');
  const mark = database.prepare<[string]>('INSERT INTO evidence_marks (mark) VALUES (?)');
  const tables = Object.keys(SEALED_TABLES) as SealedTable[];
  const all = new Map(tables.map((table) => [table, database.prepare<[], Row>(`SELECT * FROM ${table}`)]));
  const lookups = new Map(
    tables.flatMap((table) =>
      [SEALED_TABLES[table].key, ...SEALED_TABLES[table].lookedUpBy].map((column) => [
        lookup(table, column),
        database.prepare<[string], Row>(`SELECT * FROM ${table} WHERE ${column} = ?`),
      ]),
    ),
  );
  let keys: Keyring | undefined;
  const damaged = damagedRows();
  /** The trusted state by the place of each row, the sum of the numbers, and the places that each lookup must find. */
  const believed = new Map<string, Belief>();
  let sum = 0n;
  const expected = new Map<string, Set<string>>();
  /** The earlier state of the places that the running work wrote, and of those that its whole transaction wrote. */
  const before = new Map<string, Belief | undefined>();
  const beforeAll = new Map<string, Belief | undefined>();

  const countChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  let compared = createRecent<Compared>(MAXIMUM_COMPARED);
  let comparedSince = Number.NEGATIVE_INFINITY;
  /** The changes of this connection that are known: those of the store's own transactions. */
  let knownChanges = 0;
  let isSameTurn = false;

  /** Forgets the compared rows when they are too old or another writer used this connection. Once a turn is enough. */
  const refresh = (): void => {
    if (isSameTurn) return;
    isSameTurn = true;
    setImmediate(() => {
      isSameTurn = false;
    });
    const changes = countChanges.get() ?? Number.NaN;
    const age = now() - comparedSince;
    if (changes === knownChanges && age < COMPARED_LASTS) return;
    knownChanges = changes;
    comparedSince = now();
    compared = createRecent<Compared>(MAXIMUM_COMPARED);
    // SQLite would answer from the pages that it keeps, and never see the file again.
    database.pragma('shrink_memory');
  };

  const everyRow = () => tables.flatMap((table) => (all.get(table)?.all() ?? []).map((row) => ({ table, row })));

  const beliefIn = (table: SealedTable, row: Row) => {
    const place = placeOf(table, row[SEALED_TABLES[table].key]);
    const belief = believed.get(place);
    if (belief === undefined) throw databaseChanged(`${nameOf(table, row)} was not written by this service`);
    return { place, belief };
  };

  const isAsWritten = (table: SealedTable, row: Row, belief: Belief, keyring: Keyring): boolean =>
    constantTimeEqual(belief.seal, keyring.mac(textOf(table, row)));

  const checkRow = (table: SealedTable, row: Row, keyring: Keyring): { place: string; belief: Belief } => {
    const known = beliefIn(table, row);
    if (!isAsWritten(table, row, known.belief, keyring)) throw changedRow(nameOf(table, row));
    return known;
  };

  const believe = (place: string, belief: Belief | undefined): void => {
    const old = believed.get(place);
    for (const key of [...(old?.lookups ?? []), ...(belief?.lookups ?? [])]) compared.forget(key);
    for (const key of old?.lookups ?? []) {
      expected.get(key)?.delete(place);
      if (expected.get(key)?.size === 0) expected.delete(key);
    }
    if (belief === undefined) believed.delete(place);
    else believed.set(place, belief);
    for (const key of belief?.lookups ?? []) expected.set(key, (expected.get(key) ?? new Set()).add(place));
    sum = BigInt.asUintN(256, sum - (old?.number ?? 0n) + (belief?.number ?? 0n));
  };

  const compare = (table: SealedTable, column: string, value: string): Compared => {
    if (keys === undefined) throw new Error('the rows were not checked at the start');
    damaged.requireReadable(table, column);
    refresh();
    const key = lookup(table, column, value);
    const known = compared.get(key);
    if (known !== undefined) return known;
    const missing = new Set(expected.get(key));
    let length = key.length;
    for (const row of lookups.get(lookup(table, column))?.all(value) ?? []) {
      if (damaged.leavesOut(table, column, placeOf(table, row[SEALED_TABLES[table].key]))) continue;
      missing.delete(checkRow(table, row, keys).place);
      length += lengthOf(row);
    }
    refuseMissing(missing);
    const results: Compared = new Map();
    compared.keep(key, results, length);
    return results;
  };

  const sumMac = (keyring: Keyring) => keyring.mac(JSON.stringify({ sum: sum.toString(16) }));
  const storeBelieved = (places: Iterable<string>, keyring: Keyring): void => {
    for (const place of places) {
      const belief = believed.get(place);
      if (belief === undefined) removeSeal.run(place);
      else storeSeal.run(place, belief.seal);
    }
    storeHead.run(sumMac(keyring));
  };

  /** Seals the evidence of an earlier version once. The sealed mark keeps anybody else from having it done again. */
  const adopt = (): void => {
    let isStored = false;
    const write = () => {
      chain.adopt();
      mark.run(ADOPTED);
      rows.wrote('evidence_marks', ADOPTED);
      rows.store();
      rows.extend();
    };
    rows.begin();
    try {
      database.transaction(write).immediate();
      isStored = true;
    } finally {
      rows.end(isStored);
      rows.settle(isStored);
      if (isStored) rows.durable();
    }
  };

  const rows = {
    /** The seals of activities, votes, wallets, accounts and private keys. */
    evidence: chain,
    /** Seals all rows as they are, for a new database. */
    write(keyring: Keyring): void {
      for (const { table, row } of everyRow())
        believe(placeOf(table, row[SEALED_TABLES[table].key]), beliefOf(table, row, keyring));
      storeBelieved(believed.keys(), keyring);
    },
    /**
     * Checks every row, and keeps the trusted state for `check`. Returns one error for each changed row without which the
     * service may start. Throws DATABASE_CHANGED for any other difference.
     */
    open(keyring: Keyring): readonly AppError[] {
      const sealed = head.get();
      if (sealed === undefined) throw databaseChanged('The seals of its rows were removed');
      for (const { place, seal } of stored.all())
        believe(place, { seal, number: numberOf(place, seal, keyring), lookups: [] });
      if (!constantTimeEqual(sealed.mac, sumMac(keyring)))
        throw databaseChanged('The seals of its rows were not written by this service');

      const missing = new Set(believed.keys());
      for (const { table, row } of everyRow()) {
        const { place, belief } = beliefIn(table, row);
        missing.delete(place);
        if (isAsWritten(table, row, belief, keyring)) believe(place, { ...belief, lookups: lookupsOf(table, row) });
        else damaged.note(table, place, nameOf(table, row));
      }
      refuseMissing(missing);
      chain.open(keyring);
      keys = keyring;
      if (!believed.has(placeOf('evidence_marks', ADOPTED))) adopt();
      return damaged.all();
    },
    /** Names the rows that were changed before the start. */
    damagedRows: damaged.names,
    /** Throws DATABASE_CHANGED when any row of a table was changed before the start, for reads without a lookup. */
    requireWhole: (table: SealedTable): void => damaged.requireWhole(table),
    /** Reports whether a row, or any row of the table, was changed before the start. */
    isDamaged: (table: SealedTable, key?: string): boolean =>
      damaged.has(table, key === undefined ? undefined : placeOf(table, key)),
    /** Looks at all rows that have `value` in a column. Throws DATABASE_CHANGED when they are not those that are believed. */
    check<Name extends SealedTable>(table: Name, column: Column<Name>, value: string): void {
      compare(table, column, value);
    },
    /**
     * As `check`. Returns the result of `read`, or the one of an earlier call. `read` may depend on nothing but the rows
     * of the lookup, and `reader` names it among the readers of that lookup. It leaves out the rows that `isDamaged` names
     * and the table declares as left out.
     */
    checked<Name extends SealedTable, Result>(
      table: Name,
      column: Column<Name>,
      value: string,
      reader: string,
      read: (value: string) => Result,
    ): Result {
      const results = compare(table, column, value);
      if (!results.has(reader)) results.set(reader, frozen(read(value)));
      return results.get(reader) as Result;
    },
    /** Believes a row as the running transaction wrote it, or that it is gone. Called after every write of these tables. */
    wrote(table: SealedTable, key: string): void {
      // A new database is sealed as a whole, once all its first rows exist.
      if (keys === undefined) return;
      const row = lookups.get(lookup(table, SEALED_TABLES[table].key))?.get(key);
      const place = placeOf(table, row?.[SEALED_TABLES[table].key] ?? key);
      damaged.requireWritable(table, place, row === undefined);
      if (!before.has(place)) before.set(place, believed.get(place));
      believe(place, row === undefined ? undefined : beliefOf(table, row, keys));
    },
    /** Returns a number that grows with every row that is written, once `begin` was called. */
    changes: (): number => knownChanges,
    /** Begins work that writes. Other writers of this connection are noticed here at the latest. */
    begin(): void {
      if (countChanges.get() !== knownChanges) isSameTurn = false;
      refresh();
    },
    /** Stores the seals of the rows that the work wrote, as its last step. */
    store(): void {
      if (keys !== undefined && before.size > 0) storeBelieved(before.keys(), keys);
    },
    /** Extends the chain of the evidence, as the last step of a transaction. */
    extend(): void {
      knownChanges += chain.store();
    },
    /** Ends the work of `begin`: keeps the changes of `wrote` until `settle`, or reverts them when they were undone. */
    end(isKept: boolean): void {
      for (const [place, belief] of before)
        if (!isKept) believe(place, belief);
        else if (!beforeAll.has(place)) beforeAll.set(place, belief);
      before.clear();
      knownChanges = countChanges.get() ?? Number.NaN;
      chain.end(isKept);
    },
    /** Ends the transaction of one or more works: after a commit for good, after a rollback by reverting all of them. */
    settle(isStored: boolean): void {
      if (!isStored) for (const [place, belief] of beforeAll) believe(place, belief);
      beforeAll.clear();
      chain.settle(isStored);
    },
    /** All commits are on the disk. */
    durable: chain.durable,
  };
  return rows;
}

type Column<Name extends SealedTable> = (typeof SEALED_TABLES)[Name]['lookedUpBy'][number];

export type RowSeals = ReturnType<typeof rowSeals>;

function beliefOf(table: SealedTable, row: Row, keyring: Keyring): Belief {
  const seal = keyring.mac(textOf(table, row));
  const place = placeOf(table, row[SEALED_TABLES[table].key]);
  return { seal, number: numberOf(place, seal, keyring), lookups: lookupsOf(table, row) };
}

/** Many requests get the same objects. */
function frozen<Result>(result: Result): Result {
  if (Array.isArray(result)) for (const row of result) Object.freeze(row);
  Object.freeze(result);
  return result;
}

/** The characters of a row, about. */
function lengthOf(row: Row): number {
  return Object.values(row).reduce<number>(
    (length, value) => length + (typeof value === 'string' ? value.length : 8),
    0,
  );
}

function lookupsOf(table: SealedTable, row: Row): string[] {
  return SEALED_TABLES[table].lookedUpBy.map((column) => lookup(table, column, row[column]));
}

/**
 * The number that a row adds to the sum modulo 2^256. Its MAC is over a JSON object, while that of a row is over an
 * array.
 */
function numberOf(place: string, seal: Uint8Array, keyring: Keyring): bigint {
  return BigInt(`0x${hexEncode(keyring.mac(JSON.stringify({ place, seal: hexEncode(seal) })))}`);
}

function refuseMissing(places: ReadonlySet<string>): void {
  const [place] = places;
  if (place !== undefined) throw databaseChanged(`${quoted(place)} was removed or changed outside this service`);
}
