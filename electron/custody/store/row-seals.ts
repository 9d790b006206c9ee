import { AppError } from '../../../shared/errors/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { constantTimeEqual } from '../../crypto/index.ts';
import type { Database } from '../../storage/sqlite/index.ts';
import type { Keyring } from '../keys/keyring.ts';

type Value = string | number | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;

/** The tables whose rows decide who may do what: their key, every column they are looked up by, and what a row is called. */
const TABLES = {
  organizations: {
    key: 'organization_id',
    lookedUpBy: ['organization_id'],
    nameOf: (row: Row) => `The organization ${quoted(row.organization_id)}`,
  },
  users: {
    key: 'user_id',
    lookedUpBy: ['user_id', 'organization_id'],
    nameOf: (row: Row) => `The user ${quoted(row.user_id)} of the organization ${quoted(row.organization_id)}`,
  },
  api_keys: {
    key: 'api_key_id',
    lookedUpBy: ['api_key_id', 'user_id', 'organization_id', 'public_key'],
    nameOf: (row: Row) => `The API key ${quoted(row.public_key)} of the user ${quoted(row.user_id)}`,
  },
  authenticators: {
    key: 'authenticator_id',
    lookedUpBy: ['authenticator_id', 'user_id'],
    nameOf: (row: Row) => `The authenticator ${quoted(row.authenticator_id)} of the user ${quoted(row.user_id)}`,
  },
  policies: {
    key: 'policy_id',
    lookedUpBy: ['policy_id', 'organization_id'],
    nameOf: (row: Row) => `The policy ${quoted(row.policy_id)} of the organization ${quoted(row.organization_id)}`,
  },
  tags: {
    key: 'tag_id',
    lookedUpBy: ['tag_id', 'organization_id'],
    nameOf: (row: Row) => `The tag ${quoted(row.tag_id)} of the organization ${quoted(row.organization_id)}`,
  },
  tag_members: {
    key: 'membership',
    lookedUpBy: ['tag_id', 'member_id'],
    nameOf: (row: Row) => `${quoted(row.member_id)} as one that has the tag ${quoted(row.tag_id)}`,
  },
  service_keys: {
    key: 'name',
    lookedUpBy: ['name'],
    nameOf: (row: Row) => `The service’s own key ${quoted(row.name)}`,
  },
} as const;
type Table = keyof typeof TABLES;

/** Columns that came after rows were sealed without them: empty, they are no part of what is sealed. */
const ADDED_COLUMNS: ReadonlySet<string> = new Set(['users.user_phone_number']);

/** What is believed of one row: its MAC, and the look-ups that must find it. */
interface Belief {
  readonly mac: Uint8Array;
  readonly lookups: readonly string[];
}

/**
 * What the service believes of those rows. Each has a MAC over its table and all its columns; one list has all of these
 * MACs, and a MAC of its own. `open` holds the whole against the list; from then on the list in this process's memory
 * decides, and `check` holds against it the rows that a request uses. So a row that was inserted, changed, removed, moved
 * or put back from an earlier time is named, at the start and in use.
 * It does NOT notice a whole older database that is put back: nothing outside the file counts its changes.
 */
export function rowSeals(database: Database) {
  const stored = database.prepare<[], { list: string; mac: Buffer }>('SELECT list, mac FROM row_seals');
  const store = database.prepare<[string, Uint8Array]>(
    'INSERT INTO row_seals (only_row, list, mac) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET list = excluded.list, mac = excluded.mac',
  );
  const tables = Object.keys(TABLES) as Table[];
  const all = new Map(tables.map((table) => [table, database.prepare<[], Row>(`SELECT * FROM ${table}`)]));
  const lookups = new Map(
    tables.flatMap((table) =>
      [TABLES[table].key, ...TABLES[table].lookedUpBy].map((column) => [
        lookup(table, column),
        database.prepare<[string], Row>(`SELECT * FROM ${table} WHERE ${column} = ?`),
      ]),
    ),
  );
  let keys: Keyring | undefined;
  /** By the place of each row; and the places that each look-up must find. */
  let believed = new Map<string, Belief>();
  const expected = new Map<string, Set<string>>();
  /** What was believed of the places that the running transaction wrote. */
  const before = new Map<string, Belief | undefined>();

  const everyRow = () => tables.flatMap((table) => (all.get(table)?.all() ?? []).map((row) => ({ table, row })));

  const checkRow = (table: Table, row: Row, keyring: Keyring): string => {
    const { key, nameOf } = TABLES[table];
    const place = placeOf(table, row[key]);
    const mac = believed.get(place)?.mac;
    if (mac === undefined) throw databaseChanged(`${nameOf(row)} was not written by this service`);
    if (!constantTimeEqual(mac, keyring.mac(textOf(table, row))))
      throw databaseChanged(`${nameOf(row)} is not as this service wrote it`);
    return place;
  };

  const believe = (place: string, belief: Belief | undefined): void => {
    for (const key of believed.get(place)?.lookups ?? []) expected.get(key)?.delete(place);
    if (belief === undefined) believed.delete(place);
    else believed.set(place, belief);
    for (const key of belief?.lookups ?? []) expected.set(key, (expected.get(key) ?? new Set()).add(place));
  };

  const lookupsOf = (table: Table, row: Row): string[] =>
    TABLES[table].lookedUpBy.map((column) => lookup(table, column, row[column]));

  return {
    exist: () => stored.get() !== undefined,
    /** Seals all rows as they are; for a new database, and once for one that was never sealed. */
    write(keyring: Keyring): void {
      const list = JSON.stringify(
        everyRow().map(({ table, row }) => [
          placeOf(table, row[TABLES[table].key]),
          hexEncode(keyring.mac(textOf(table, row))),
        ]),
      );
      store.run(list, keyring.mac(list));
    },
    /** Checks every row, and keeps what it believes for `check`. Throws DATABASE_CHANGED. */
    open(keyring: Keyring): void {
      const seals = stored.get();
      if (seals === undefined) throw databaseChanged('The seals of its rows were removed');
      if (!constantTimeEqual(seals.mac, keyring.mac(seals.list)))
        throw databaseChanged('The seals of its rows were not written by this service');
      const entries = JSON.parse(seals.list) as [place: string, mac: string][];
      believed = new Map(entries.map(([place, mac]) => [place, { mac: hexDecode(mac), lookups: [] }]));
      const missing = new Set(believed.keys());
      for (const { table, row } of everyRow()) {
        const place = checkRow(table, row, keyring);
        missing.delete(place);
        believe(place, { mac: keyring.mac(textOf(table, row)), lookups: lookupsOf(table, row) });
      }
      refuseMissing(missing);
      keys = keyring;
    },
    /** Looks at all rows that have `value` in a column. Throws DATABASE_CHANGED when they are not those that are believed. */
    check<Name extends Table>(table: Name, column: (typeof TABLES)[Name]['lookedUpBy'][number], value: string): void {
      if (keys === undefined) throw new Error('the rows were not checked at the start');
      const missing = new Set(expected.get(lookup(table, column, value)));
      for (const row of lookups.get(lookup(table, column))?.all(value) ?? [])
        missing.delete(checkRow(table, row, keys));
      refuseMissing(missing);
    },
    /** Believes a row as the running transaction wrote it, or that it is gone. Called after every write of these tables. */
    wrote(table: Table, key: string): void {
      // A new database is sealed as a whole, when all that it begins with is there.
      if (keys === undefined) return;
      const row = lookups.get(lookup(table, TABLES[table].key))?.get(key);
      const place = placeOf(table, row?.[TABLES[table].key] ?? key);
      if (!before.has(place)) before.set(place, believed.get(place));
      believe(
        place,
        row === undefined ? undefined : { mac: keys.mac(textOf(table, row)), lookups: lookupsOf(table, row) },
      );
    },
    /** Stores what is believed, as the last step of a transaction that wrote such rows. */
    store(): void {
      if (keys === undefined || before.size === 0) return;
      const list = JSON.stringify([...believed].map(([place, { mac }]) => [place, hexEncode(mac)]));
      store.run(list, keys.mac(list));
    },
    /** Ends what `wrote` began: keeps it after a commit, takes it back when nothing was stored. */
    settle(isStored: boolean): void {
      if (!isStored) for (const [place, belief] of before) believe(place, belief);
      before.clear();
    },
  };
}

export type RowSeals = ReturnType<typeof rowSeals>;

/** Letter case does not matter in ids, and the hex of public keys is lowercase. */
function lookup(table: Table, column: string, value: Value = ''): string {
  return `${table}.${column}=${String(value).toLowerCase()}`;
}

function placeOf(table: Table, key: Value | undefined): string {
  return `${table}/${String(key)}`;
}

/** What the MAC of a row is over: no two rows, of one table or of two, have the same text. */
function textOf(table: Table, row: Row): string {
  const values = Object.entries(row)
    .filter(([column, value]) => value !== null || !ADDED_COLUMNS.has(`${table}.${column}`))
    .map(([column, value]) => [column, value instanceof Uint8Array ? { hex: hexEncode(value) } : value]);
  return JSON.stringify([table, values]);
}

function refuseMissing(places: ReadonlySet<string>): void {
  const [place] = places;
  if (place !== undefined) throw databaseChanged(`${quoted(place)} is not there any more as this service wrote it`);
}

/** A value that somebody else may have written: short, and with its control characters spelled out. */
function quoted(value: Value | undefined): string {
  return JSON.stringify(String(value).slice(0, 80));
}

/** Rows are not those that this service wrote. `what` is a sentence without its full stop. */
export function databaseChanged(what: string): AppError {
  return new AppError(
    'DATABASE_CHANGED',
    `${what}: another program changed the database of the local service, or put an older one back. Nothing was done. Stop the service, keep the folder for whoever looks into it, and put a backup of the whole folder back.`,
  );
}
