import { AppError } from '../../../../shared/errors/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { constantTimeEqual } from '../../../crypto/index.ts';
import { type Database, type DatabaseHead, yieldToEventLoop } from '../../../storage/sqlite/index.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { databaseChanged } from '../seals/database-changed.ts';
import { EVIDENCE, type EvidenceRow, type EvidenceTable, nameOf, selectPage, textOf } from './evidence-tables.ts';

/** About 4 MB at most. */
const MAXIMUM_PROVEN = 512;
const MAXIMUM_PROVEN_LENGTH = 8192;

/** An activity can hold megabytes. */
const ADOPTED_AT_ONCE = 16;
/** Takes about a millisecond. */
const CHECKED_AT_ONCE = 32;

/** A row as it is stored. Null is the seal of a row of an earlier version, before it was adopted. */
export type Sealed<Row> = Row & { readonly seal: Uint8Array | null };

/**
 * Protects activities, votes, wallets, accounts and private keys against changes outside this service. Each row has a
 * seal, which is the MAC of its table and its listed columns. Each read compares the row with its seal, so changed
 * content is never served. Nothing of it is kept in memory, because there may be millions of rows.
 *
 * Each transaction that writes such rows extends a chain of MACs once, however many works it holds. The database holds
 * only its head and the number of its links. A file outside the database has the same head, so that a lost end or an
 * older database is noticed.
 */
export function evidence(database: Database) {
  const head = database.prepare<[], { count: number; chain: Uint8Array }>('SELECT count, chain FROM evidence_head');
  const extend = database.prepare<[number, Uint8Array]>('UPDATE evidence_head SET count = ?, chain = ?');
  let keys: Keyring | undefined;
  /**
   * The changes of the running work, and of the ended works of its transaction: the seals of written rows, and the names
   * of removed ones.
   */
  let changes: string[] = [];
  let kept: string[] = [];
  let listener: (head: DatabaseHead) => void = () => undefined;
  /** The head that the open transaction stores. Null before it is extended. */
  let extended: DatabaseHead | null = null;
  /** The head of the last commit, until it is on the disk. A kept head must never be ahead of the database. */
  let committed: DatabaseHead | null = null;

  /** Texts by their seals, as a MAC proved them. Comparing two texts costs less than another MAC. */
  const proven = new Map<string, string>();
  const remember = (digits: string, text: string): void => {
    if (text.length > MAXIMUM_PROVEN_LENGTH) return;
    if (proven.size >= MAXIMUM_PROVEN) proven.clear();
    proven.set(digits, text);
  };

  const required = (): Keyring => {
    if (keys === undefined) throw new Error('the rows were not checked at the start');
    return keys;
  };
  const current = () => {
    const found = head.get();
    if (found === undefined) throw databaseChanged('The head of its activities was removed');
    return found;
  };

  /** Seals the rows of a database that an earlier version wrote, as they are. */
  const adopt = (): void => {
    for (const table of Object.keys(EVIDENCE) as EvidenceTable[]) {
      const page = database.prepare<[number, number], EvidenceRow & { sequence: number }>(selectPage(table));
      const update = database.prepare<[Uint8Array, number]>(`UPDATE ${table} SET seal = ? WHERE rowid = ?`);
      for (let rows = page.all(0, ADOPTED_AT_ONCE); rows.length > 0; ) {
        for (const row of rows) update.run(required().mac(textOf(table, row)), row.sequence);
        rows = page.all(rows.at(-1)?.sequence ?? 0, ADOPTED_AT_ONCE);
      }
    }
  };

  const isSealed = (table: EvidenceTable, { seal, ...row }: Sealed<object>): boolean =>
    seal !== null && constantTimeEqual(seal, required().mac(textOf(table, row)));

  /** Reports whether a read row is as this service sealed it. */
  const fits = <Row extends object>(table: EvidenceTable, row: Sealed<Row>): boolean => {
    const { seal } = row;
    const text = textOf(table, row);
    const digits = seal === null ? '' : hexEncode(seal);
    if (seal !== null && proven.get(digits) === text) return true;
    if (seal === null || !constantTimeEqual(seal, required().mac(text))) return false;
    remember(digits, text);
    return true;
  };

  return {
    open(keyring: Keyring): void {
      keys = keyring;
    },
    adopt,
    fits,
    /** Returns the row with its seal, to be stored by the running work. */
    sealed<Row extends object>(table: EvidenceTable, row: Row): Sealed<Row> {
      // A new database is sealed as a whole, when it is opened for the first time.
      if (keys === undefined) return { ...row, seal: null };
      const text = textOf(table, row);
      const seal = keys.mac(text);
      const digits = hexEncode(seal);
      changes.push(digits);
      remember(digits, text);
      return { ...row, seal };
    },
    /** Returns a read row without its seal. Throws DATABASE_CHANGED when it was changed outside this service. */
    checked<Row extends object>(table: EvidenceTable, row: Sealed<Row>): Row {
      if (!fits(table, row)) throw databaseChanged(`${nameOf(table, row)} was changed outside this service`);
      const { seal: _, ...rest } = row;
      return rest as unknown as Row;
    },
    /**
     * Compares every row with its seal, and calls `found` with the name of each changed one. Other work runs between
     * slices. Throws CANCELLED.
     */
    async check(found: (name: string) => void, signal?: AbortSignal): Promise<void> {
      for (const table of Object.keys(EVIDENCE) as EvidenceTable[]) {
        const page = database.prepare<[number, number], Sealed<EvidenceRow & { sequence: number }>>(selectPage(table));
        for (let rows = page.all(0, CHECKED_AT_ONCE); rows.length > 0; ) {
          for (const row of rows) if (!isSealed(table, row)) found(nameOf(table, row));
          const last = rows.at(-1)?.sequence ?? Number.MAX_SAFE_INTEGER;
          await yieldToEventLoop();
          if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. The other rows were not checked.');
          rows = page.all(last, CHECKED_AT_ONCE);
        }
      }
    },
    /** Notes that the running work removes a row. */
    removed(table: EvidenceTable, id: string): void {
      changes.push(`${table}/${id}`);
    },
    /** Notes that the running work lists an archive. `sha256` is the digest of its file. */
    archived(month: string, sha256: string): void {
      changes.push(`archive/${month}/${sha256}`);
    },
    /** Extends the chain by all changes of the transaction, as its last step. Returns the number of written rows. */
    store(): number {
      const all = [...kept, ...changes];
      if (all.length === 0) return 0;
      const { count, chain } = current();
      const next = required().mac(JSON.stringify({ chain: hexEncode(chain), changes: all }));
      extend.run(count + 1, next);
      [kept, changes] = [[], []];
      extended = headOf({ count: count + 1, chain: next });
      return 1;
    },
    /** Ends the running work. Changes of one that was undone extend nothing. */
    end(isKept: boolean): void {
      if (isKept) kept.push(...changes);
      changes = [];
    },
    /** Ends the transaction of one or more works. */
    settle(isStored: boolean): void {
      if (isStored && extended !== null) committed = extended;
      extended = null;
      kept = [];
    },
    /** Reports the head of the last commit. All commits are on the disk. */
    durable(): void {
      if (committed !== null) listener(committed);
      committed = null;
    },
    /** Has the head reported when a commit that extends the chain is on the disk. */
    onStored(report: (head: DatabaseHead) => void): void {
      listener = report;
    },
  };
}

export type Evidence = ReturnType<typeof evidence>;

/** Reads the head of the chain. Null in a database of an earlier version. */
export function headIn(database: Database): DatabaseHead | null {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'evidence_head'").get() === undefined) return null;
  const found = database
    .prepare<[], { count: number; chain: Uint8Array }>('SELECT count, chain FROM evidence_head')
    .get();
  return found === undefined ? null : headOf(found);
}

const headOf = ({ count, chain }: { readonly count: number; readonly chain: Uint8Array }): DatabaseHead => ({
  count,
  chain: hexEncode(chain),
});
