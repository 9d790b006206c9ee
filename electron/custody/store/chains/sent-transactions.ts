import type { Database } from '../../../storage/sqlite/index.ts';

export type SentState = 'BROADCASTING' | 'INCLUDED' | 'FAILED';

/** A transaction that was signed to be sent. Times are milliseconds since the epoch. */
export interface SentRow {
  readonly statusId: string;
  readonly organizationId: string;
  readonly activityId: string;
  /** By CAIP-2. */
  readonly chain: string;
  /** Ethereum addresses are in lowercase. */
  readonly sender: string;
  /** 0 on Solana, which has none. */
  readonly nonce: number;
  /** 0x and 64 hexadecimal digits in lower case. On Solana, the first signature in base58. */
  readonly transactionHash: string;
  readonly signedTransaction: Uint8Array;
  readonly state: SentState;
  /** The reason of a failure. Null otherwise. */
  readonly error: string | null;
  /** A node may have it: it was handed on, and the node did not clearly refuse it. */
  readonly mayBeKnown: 0 | 1;
  /** Nothing that the chain does can change the state any more. */
  readonly isSettled: 0 | 1;
  /** The number of status queries since the state changed. */
  readonly looks: number;
  /** The time of the next query to the chain. */
  readonly dueAt: number;
  readonly submittedAt: number;
  /** The status id of a transaction without which this one is not sent: it goes when that one is in a block. */
  readonly follows: string | null;
  /** The last Solana block height that may include it. Null when no height ends its validity. */
  readonly lastHeight: number | null;
}

export type SentProgress = Pick<
  SentRow,
  'statusId' | 'state' | 'error' | 'mayBeKnown' | 'isSettled' | 'looks' | 'dueAt'
>;
/** The owner of a sequence of nonces. */
type Sender = Pick<SentRow, 'chain' | 'sender'>;

const COLUMNS = `status_id AS statusId, organization_id AS organizationId, activity_id AS activityId, chain, sender, nonce,
  transaction_hash AS transactionHash, signed_transaction AS signedTransaction, state, error, may_be_known AS mayBeKnown,
  is_settled AS isSettled, looks, due_at AS dueAt, submitted_at AS submittedAt, follows,
  last_height AS lastHeight`;

export function sentTransactionTable(database: Database) {
  const insert = database.prepare<[SentRow]>(
    `INSERT INTO sent_transactions (status_id, organization_id, activity_id, chain, sender, nonce, transaction_hash,
       signed_transaction, state, error, may_be_known, is_settled, looks, due_at, submitted_at, follows, last_height)
     VALUES (@statusId, @organizationId, @activityId, @chain, @sender, @nonce, @transactionHash, @signedTransaction, @state,
       @error, @mayBeKnown, @isSettled, @looks, @dueAt, @submittedAt, @follows, @lastHeight)`,
  );
  const find = database.prepare<[string, string], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions WHERE organization_id = ? AND status_id = ?`,
  );
  const open = database.prepare<[string, number], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions WHERE is_settled = 0 AND chain = ? ORDER BY due_at LIMIT ?`,
  );
  const failed = database.prepare<[Sender & { limit: number }], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions
     WHERE chain = @chain AND sender = @sender AND state = 'FAILED' AND is_settled = 1 ORDER BY sequence DESC LIMIT @limit`,
  );
  const included = database.prepare<[Sender & { limit: number }], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions
     WHERE chain = @chain AND sender = @sender AND state = 'INCLUDED' ORDER BY sequence DESC LIMIT @limit`,
  );
  const later = database.prepare<[Sender & { statusId: string; limit: number }], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions
     WHERE is_settled = 0 AND chain = @chain AND sender = @sender AND may_be_known = 1
       AND sequence > (SELECT sequence FROM sent_transactions WHERE status_id = @statusId) ORDER BY sequence LIMIT @limit`,
  );
  const openChains = database
    .prepare<[], string>('SELECT DISTINCT chain FROM sent_transactions WHERE is_settled = 0')
    .pluck();
  const neverHandedOn = database.prepare<[Sender & { above: number }], SentRow>(
    `SELECT ${COLUMNS} FROM sent_transactions
     WHERE is_settled = 0 AND chain = @chain AND sender = @sender AND nonce > @above AND may_be_known = 0`,
  );
  const progress = database.prepare<[SentProgress]>(
    `UPDATE sent_transactions SET state = @state, error = @error, may_be_known = @mayBeKnown, is_settled = @isSettled, looks = @looks, due_at = @dueAt
     WHERE status_id = @statusId`,
  );
  const bringForward = database.prepare<[{ statusId: string; dueAt: number }]>(
    'UPDATE sent_transactions SET due_at = @dueAt, looks = 0 WHERE follows = @statusId AND is_settled = 0',
  );
  const giveUp = database.prepare<[{ chain: string; error: string }]>(
    "UPDATE sent_transactions SET state = 'FAILED', error = @error, is_settled = 1 WHERE chain = @chain AND is_settled = 0",
  );
  // A refused transaction was never included, so its nonce is free again. An included one uses its nonce, even when it
  // fails.
  const taken = database
    .prepare<[Sender & { from: number }], number>(
      `SELECT nonce FROM sent_transactions WHERE chain = @chain AND sender = @sender AND nonce >= @from
         AND (state <> 'FAILED' OR is_settled = 0) GROUP BY nonce ORDER BY nonce`,
    )
    .pluck();

  return {
    insert: (row: SentRow) => void insert.run(row),
    find: (organizationId: string, statusId: string) => find.get(organizationId, statusId),
    /** Returns a chain's unsettled transactions, the next due first. */
    open: (chain: string, limit: number) => open.all(chain, limit),
    /** Returns a sender's transactions that failed for good, the newest first. */
    failed: (sender: Sender, limit: number) => failed.all({ ...sender, limit }),
    /** Returns a sender's transactions that blocks include, the newest first. */
    included: (sender: Sender, limit: number) => included.all({ ...sender, limit }),
    /**
     * Returns the sender's unsettled transactions that were stored after this one, and that nodes may have. The order of
     * storing counts, because the clock can be set back between two transactions.
     */
    later: ({ chain, sender, statusId }: Sender & Pick<SentRow, 'statusId'>, limit: number) =>
      later.all({ chain, sender, statusId, limit }),
    /** Returns the chains with unsettled transactions. */
    openChains: () => openChains.all(),
    /** Returns a sender's transactions above a nonce that no node can have. */
    neverHandedOn: (which: Sender & { above: number }) => neverHandedOn.all(which),
    progress: (row: SentProgress) => void progress.run(row),
    /** Schedules the transactions that follow this one, as if for the first time. */
    bringForward: (statusId: string, dueAt: number) => void bringForward.run({ statusId, dueAt }),
    /** Marks every unsettled transaction of a chain as failed. The chain is not queried about them any more. */
    giveUp: (chain: string, error: string) => void giveUp.run({ chain, error }),
    /** Returns the first nonce, at or after `from`, without a stored transaction of the sender. */
    freeNonce(sender: Sender, from: number): number {
      let free = from;
      for (const nonce of taken.all({ ...sender, from })) {
        if (nonce > free) break;
        free = nonce + 1;
      }
      return free;
    },
  };
}
