import type { Database } from '../../../../storage/sqlite/index.ts';
import { isBackwards, type PageRequest, readPage, type Window } from '../../pages.ts';

export interface StoredTransfer {
  readonly direction: 'IN' | 'OUT';
  /** The part of CAIP-19 behind the chain. Null for the chain’s coin. */
  readonly asset: string | null;
  /** In the smallest unit. */
  readonly amount: string;
  readonly counterparty: string;
}

/** A transaction from the view of one address. Hashes and addresses are 0x and lower case. */
export interface HistoryEntry {
  readonly addressId: number;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  readonly transactionHash: string;
  readonly blockHash: string;
  /** Milliseconds since the epoch. */
  readonly blockTime: number;
  readonly sender: string;
  /** Null where it made a contract. */
  readonly recipient: string | null;
  readonly fee: string;
  /** The part of CAIP-19 behind the chain. Null for the chain’s coin. */
  readonly feeAsset: string | null;
  readonly hasFailed: 0 | 1;
  readonly transfers: readonly StoredTransfer[];
}

/** The last event of an entry that was sent to webhook endpoints. */
export type Announced = 'nothing' | 'confirmed' | 'finalized';

/** An entry with the address it is of, in lower case. */
export interface AddressEntry {
  readonly address: string;
  readonly entry: HistoryEntry;
}

/** An entry, with the activity and the send time of a transaction sent through this service. */
export interface ListedEntry extends HistoryEntry {
  readonly fingerprint: string | null;
  readonly submittedAt: number | null;
}

interface Stored extends Omit<HistoryEntry, 'transfers' | 'blockNumber' | 'transactionIndex'> {
  readonly position: number;
  readonly transfers: string;
}
type Joined = Stored & Pick<ListedEntry, 'fingerprint' | 'submittedAt'>;

/** The place of a transaction in its chain is one number: it fits a double up to a height of 2^33. */
const TRANSACTIONS_OF_A_BLOCK = 2 ** 20;
/** The place before all transactions of a block. */
export const startOf = (blockNumber: number): number => blockNumber * TRANSACTIONS_OF_A_BLOCK;

const COLUMNS = `address_id AS addressId, position, history_entries.transaction_hash AS transactionHash, block_hash AS blockHash,
  block_time AS blockTime, history_entries.sender, recipient, fee, fee_asset AS feeAsset, has_failed AS hasFailed, transfers`;

/** The history entries of each address. */
export function historyEntries(database: Database) {
  const insert = database.prepare<[Stored & { announced: Announced }]>(
    `INSERT INTO history_entries (address_id, position, transaction_hash, block_hash, block_time, sender, recipient, fee, fee_asset, has_failed,
       transfers, told)
     VALUES (@addressId, @position, @transactionHash, @blockHash, @blockTime, @sender, @recipient, @fee, @feeAsset, @hasFailed, @transfers, @announced)`,
  );
  const placed = 'SELECT position, transaction_hash AS transactionHash, block_hash AS blockHash FROM history_entries';
  // Each by its own index: for both in one condition all entries of the address are looked through.
  const like = database.prepare<[Stored], { position: number; transactionHash: string; blockHash: string }>(
    `${placed} WHERE address_id = @addressId AND position = @position
     UNION ${placed} WHERE address_id = @addressId AND transaction_hash = @transactionHash`,
  );
  const ofChain = `SELECT ${COLUMNS}, address FROM history_entries JOIN history_addresses USING (address_id) WHERE chain = ?`;
  const announcedFrom = database.prepare<[string, number], Stored & { address: string }>(
    `${ofChain} AND told <> 'nothing' AND position >= ?`,
  );
  // Uses the index of entries sent as confirmed. In the other order every query scans all entries of the chain.
  const toFinalize = database.prepare<[string, number, number], Stored & { address: string }>(
    `SELECT ${COLUMNS}, address FROM history_entries INDEXED BY history_entries_to_finalize CROSS JOIN history_addresses USING (address_id)
     WHERE chain = ? AND told = 'confirmed' AND position < ? ORDER BY position LIMIT ?`,
  );
  const setFinalized = database.prepare<[number, string]>(
    "UPDATE history_entries SET told = 'finalized' WHERE address_id = ? AND transaction_hash = ?",
  );
  const positionOf = database
    .prepare<[number, string], number>(
      'SELECT position FROM history_entries WHERE address_id = ? AND transaction_hash = ?',
    )
    .pluck();
  const isThere = database
    .prepare<[{ addressId: number; above: number; below: number }], 1>(
      'SELECT 1 FROM history_entries WHERE address_id = @addressId AND position > @above AND position < @below LIMIT 1',
    )
    .pluck();
  const select = (order: string) =>
    database.prepare<[{ addressId: number; organizationId: string } & Window], Joined>(
      `SELECT ${COLUMNS}, sent.submitted_at AS submittedAt,
         (SELECT fingerprint FROM activities WHERE activity_id = sent.activity_id) AS fingerprint
       FROM history_entries LEFT JOIN sent_transactions AS sent ON sent.sequence = (
         SELECT min(sequence) FROM sent_transactions
         WHERE transaction_hash = history_entries.transaction_hash AND organization_id = @organizationId)
       WHERE address_id = @addressId AND position > @above AND position < @below ORDER BY position ${order} LIMIT @limit`,
    );
  const listing = { order: 'falling', rising: select('ASC'), falling: select('DESC') } as const;

  return {
    /** Stores an entry unless it is already stored, or its place or its transaction is stored differently. */
    add(entry: HistoryEntry, announced: Announced): 'added' | 'there' | 'elsewhere' {
      const row = toStored(entry);
      const [there] = like.all(row);
      if (there === undefined) {
        insert.run({ ...row, announced });
        return 'added';
      }
      const { position, transactionHash, blockHash } = there;
      const isSame = position === row.position && transactionHash === row.transactionHash;
      return isSame && blockHash === row.blockHash ? 'there' : 'elsewhere';
    },
    /** The entries above a height for which an event was sent. */
    announcedAbove: (chain: string, blockNumber: number): AddressEntry[] =>
      announcedFrom.all(chain, startOf(blockNumber + 1)).map(withAddress),
    /** The entries up to a height whose last event was `confirmed`, oldest first. */
    toFinalize: (chain: string, blockNumber: number, limit: number): AddressEntry[] =>
      toFinalize.all(chain, startOf(blockNumber + 1), limit).map(withAddress),
    setFinalized: ({ addressId, transactionHash }: HistoryEntry) => void setFinalized.run(addressId, transactionHash),
    /**
     * One page of an address, newest first, and whether there is more on both sides of it.
     * Choice (history-pages): a page ends early before it has more than so many transfers, the first transaction aside.
     * A cursor is the hash of a transaction. Throws REQUEST_INVALID for one that is not there.
     */
    list(addressId: number, organizationId: string, page: PageRequest) {
      const found = readPage(listing, { addressId, organizationId }, page, (hash) =>
        positionOf.get(addressId, hash.toLowerCase()),
      );
      const rows = withinBounds(found, isBackwards(page));
      const [first, last] = [placeOf(rows[0]), placeOf(rows.at(-1))];
      const hasMore = (above: number, below: number) => isThere.get({ addressId, above, below }) !== undefined;
      return {
        entries: rows,
        hasNext: last !== undefined && hasMore(-1, last),
        hasPrevious: first !== undefined && hasMore(first, Number.MAX_SAFE_INTEGER),
      };
    },
  };
}

const MAXIMUM_TRANSFERS_OF_PAGE = 2000;

/**
 * Returns the entries that fit one page, counted from the cursor. For a page before the cursor, that is the end of the
 * rows.
 */
function withinBounds(rows: readonly Joined[], fromTheEnd: boolean): ListedEntry[] {
  const entries: ListedEntry[] = [];
  let transfers = 0;
  for (const row of fromTheEnd ? rows.toReversed() : rows) {
    const entry = fromStored(row);
    transfers += entry.transfers.length;
    if (entries.length > 0 && transfers > MAXIMUM_TRANSFERS_OF_PAGE) break;
    entries.push(entry);
  }
  return fromTheEnd ? entries.reverse() : entries;
}

const placeOf = (entry: HistoryEntry | undefined): number | undefined =>
  entry === undefined ? undefined : startOf(entry.blockNumber) + entry.transactionIndex;

const withAddress = ({ address, ...row }: Stored & { address: string }): AddressEntry => ({
  address,
  entry: fromStored(row),
});

function toStored({ blockNumber, transactionIndex, transfers, ...entry }: HistoryEntry): Stored {
  return { ...entry, position: startOf(blockNumber) + transactionIndex, transfers: JSON.stringify(transfers) };
}

function fromStored<Row extends Stored>({ position, transfers, ...row }: Row) {
  return {
    ...row,
    blockNumber: Math.floor(position / TRANSACTIONS_OF_A_BLOCK),
    transactionIndex: position % TRANSACTIONS_OF_A_BLOCK,
    transfers: JSON.parse(transfers) as readonly StoredTransfer[],
  };
}
