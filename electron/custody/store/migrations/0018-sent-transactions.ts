/** Signed transactions that are to be sent, with their state on the chain. Rows stay after they are settled. */
export const sentTransactions = `
CREATE TABLE sent_transactions (
  sequence INTEGER PRIMARY KEY,
  status_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  organization_id TEXT NOT NULL COLLATE NOCASE,
  activity_id TEXT NOT NULL COLLATE NOCASE,
  chain TEXT NOT NULL,
  sender TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  transaction_hash TEXT NOT NULL,
  signed_transaction BLOB NOT NULL,
  state TEXT NOT NULL,
  error TEXT,
  may_be_known INTEGER NOT NULL,
  is_settled INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  submitted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sent_transactions_due ON sent_transactions (due_at) WHERE is_settled = 0;
CREATE INDEX sent_transactions_of_sender ON sent_transactions (chain, sender, nonce);
`;
