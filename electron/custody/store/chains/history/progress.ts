import type { Database } from '../../../../storage/sqlite/index.ts';
import { startOf } from './entries.ts';

/** The progress in a chain. Every block up to `head` was read, and those up to `final` cannot change any more. */
export interface ChainProgress {
  readonly head: number;
  readonly final: number;
}

export interface KnownBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * A range of blocks that is searched for an address, from the highest down, by token logs or by the state of the
 * address.
 */
export interface Search {
  readonly searchId: number;
  readonly addressId: number;
  readonly address: string;
  readonly kind: 'logs' | 'state';
  readonly lowest: number;
  /** The next block to look at. */
  readonly highest: number;
  /** 1 when results are sent to webhook endpoints. */
  readonly isAnnounced: 0 | 1;
}

/** The progress in each chain, and the searches still to do. */
export function historyProgress(database: Database) {
  const chain = database.prepare<[string], ChainProgress>('SELECT head, final FROM history_chains WHERE chain = ?');
  const begin = database.prepare<[string, number, number]>(
    'INSERT INTO history_chains (chain, head, final) VALUES (?, ?, ?)',
  );
  const setHead = database.prepare<[number, string]>('UPDATE history_chains SET head = ? WHERE chain = ?');
  const setFinal = database.prepare<[number, string]>('UPDATE history_chains SET final = ? WHERE chain = ?');

  const hashOf = database
    .prepare<[string, number], string>('SELECT hash FROM history_blocks WHERE chain = ? AND number = ?')
    .pluck();
  const below = database.prepare<[string, number, number], KnownBlock>(
    'SELECT number, hash FROM history_blocks WHERE chain = ? AND number <= ? ORDER BY number DESC LIMIT ?',
  );
  const addBlock = database.prepare<[string, number, string]>(
    'INSERT INTO history_blocks (chain, number, hash) VALUES (?, ?, ?)',
  );
  const dropBelow = database.prepare<[string, number]>('DELETE FROM history_blocks WHERE chain = ? AND number < ?');
  const dropAbove = database.prepare<[string, number]>('DELETE FROM history_blocks WHERE chain = ? AND number > ?');

  const added = database
    .prepare<[string], string>(
      `SELECT DISTINCT lower(normalized_address) FROM wallet_accounts WHERE address_format = 'ADDRESS_FORMAT_ETHEREUM'
       EXCEPT SELECT address FROM history_addresses WHERE chain = ?`,
    )
    .pluck();
  const newestAccount = database
    .prepare<[], string>('SELECT wallet_account_id FROM wallet_accounts ORDER BY sequence DESC LIMIT 1')
    .pluck();
  /** The newest account, by chain, when all addresses were watched: looking through all of them takes long where they are many. */
  const allWatched = new Map<string, string | undefined>();
  const addAddress = database.prepare<[string, string]>('INSERT INTO history_addresses (chain, address) VALUES (?, ?)');
  const addressIds = database
    .prepare<[string], number>('SELECT address_id FROM history_addresses WHERE chain = ?')
    .pluck();
  const addressId = database
    .prepare<[string, string], number>('SELECT address_id FROM history_addresses WHERE chain = ? AND address = ?')
    .pluck();

  const ofChain = 'address_id IN (SELECT address_id FROM history_addresses WHERE chain = ?)';
  const addSearch = database.prepare<[number, string, number, number, 0 | 1]>(
    'INSERT INTO history_searches (address_id, kind, lowest, highest, is_told) VALUES (?, ?, ?, ?, ?)',
  );
  const nextSearch = database.prepare<[string, string], Search>(
    `SELECT search_id AS searchId, address_id AS addressId, address, kind, lowest, highest, is_told AS isAnnounced
     FROM history_searches JOIN history_addresses USING (address_id)
     WHERE chain = ? AND kind = ? ORDER BY highest DESC, search_id LIMIT 1`,
  );
  const setHighest = database.prepare<[number, number]>(
    'UPDATE history_searches SET highest = min(highest, ?) WHERE search_id = ?',
  );
  const endSearches = database.prepare('DELETE FROM history_searches WHERE highest < lowest');
  const lowerSearches = database.prepare<[number, string, number]>(
    `UPDATE history_searches SET highest = ? WHERE ${ofChain} AND highest > ?`,
  );
  const dropEntries = database.prepare<[string, number]>(
    `DELETE FROM history_entries WHERE ${ofChain} AND position >= ?`,
  );
  const searchEverywhere = (name: string, lowest: number, highest: number, isAnnounced: 0 | 1) => {
    for (const id of addressIds.all(name)) search(id, lowest, highest, isAnnounced);
  };
  const search = (id: number, lowest: number, highest: number, isAnnounced: 0 | 1) => {
    for (const kind of ['logs', 'state']) addSearch.run(id, kind, lowest, highest, isAnnounced);
  };

  return {
    find: (name: string) => chain.get(name),
    /** Reads a chain from a final block on. */
    begin(name: string, { number, hash }: KnownBlock): void {
      allWatched.delete(name);
      begin.run(name, number, number);
      addBlock.run(name, number, hash);
    },
    hasNewAddresses(name: string): boolean {
      const newest = newestAccount.get();
      // A chain that was forgotten has no watched addresses.
      if (chain.get(name) !== undefined && allWatched.has(name) && allWatched.get(name) === newest) return false;
      if (added.get(name) !== undefined) return true;
      allWatched.set(name, newest);
      return false;
    },
    /** Watches the addresses of all wallet accounts, and begins searches below the head. */
    watch(name: string, { head }: ChainProgress): void {
      for (const address of added.all(name)) {
        const id = Number(addAddress.run(name, address).lastInsertRowid);
        search(id, 0, head, 0);
      }
    },
    /** The id of an address that is watched, in lower case. */
    addressId: (name: string, address: string) => addressId.get(name, address),
    /** The hash of a block that may still change, or of the newest final one. */
    hashOf: (name: string, number: number) => hashOf.get(name, number),
    /** Returns blocks with known hashes, from a height downwards. */
    knownBelow: (name: string, number: number, limit: number) => below.all(name, number, limit),
    /** Goes on to the block behind the head. */
    advance(name: string, { number, hash }: KnownBlock): void {
      addBlock.run(name, number, hash);
      setHead.run(number, name);
    },
    finalize(name: string, number: number): void {
      setFinal.run(number, name);
      dropBelow.run(name, number);
    },
    /**
     * Continues after a later final block, and searches the blocks in between. The final height stays until blocks
     * after it are read.
     */
    leap(name: string, { number, hash }: KnownBlock, { head }: ChainProgress): void {
      addBlock.run(name, number, hash);
      searchEverywhere(name, head + 1, number, 1);
      setHead.run(number, name);
    },
    /** Returns to an earlier block, and deletes all entries above it. */
    rewind(name: string, number: number): void {
      dropEntries.run(name, startOf(number + 1));
      dropAbove.run(name, number);
      lowerSearches.run(number, name, number);
      endSearches.run();
      setHead.run(number, name);
    },
    /** Returns the next search of a kind, the one with the newest blocks. */
    nextSearch: (name: string, kind: Search['kind']) => nextSearch.get(name, kind),
    /** Goes on below a block. */
    searched(searchId: number, highest: number): void {
      setHighest.run(highest, searchId);
      endSearches.run();
    },
  };
}
