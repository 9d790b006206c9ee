/** The on-chain history of wallet accounts: the progress of each chain, the pending searches, and the entries. */
export const history = `
CREATE TABLE history_chains (
  chain TEXT NOT NULL PRIMARY KEY,
  head INTEGER NOT NULL,
  final INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE history_blocks (
  chain TEXT NOT NULL REFERENCES history_chains (chain),
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE history_addresses (
  address_id INTEGER PRIMARY KEY,
  chain TEXT NOT NULL REFERENCES history_chains (chain),
  address TEXT NOT NULL,
  UNIQUE (chain, address)
) STRICT;

CREATE TABLE history_searches (
  search_id INTEGER PRIMARY KEY,
  address_id INTEGER NOT NULL REFERENCES history_addresses (address_id),
  kind TEXT NOT NULL CHECK (kind IN ('logs', 'state')),
  lowest INTEGER NOT NULL,
  highest INTEGER NOT NULL,
  is_told INTEGER NOT NULL CHECK (is_told IN (0, 1))
) STRICT;
CREATE INDEX history_searches_of_address ON history_searches (address_id);

CREATE TABLE history_entries (
  address_id INTEGER NOT NULL REFERENCES history_addresses (address_id),
  position INTEGER NOT NULL,
  transaction_hash TEXT NOT NULL,
  block_hash TEXT NOT NULL,
  block_time INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT,
  fee TEXT NOT NULL,
  has_failed INTEGER NOT NULL CHECK (has_failed IN (0, 1)),
  transfers TEXT NOT NULL,
  told TEXT NOT NULL CHECK (told IN ('nothing', 'confirmed', 'finalized')),
  PRIMARY KEY (address_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX history_entries_by_hash ON history_entries (address_id, transaction_hash);
CREATE INDEX history_entries_to_finalize ON history_entries (position) WHERE told = 'confirmed';

CREATE TABLE history_contracts (
  chain TEXT NOT NULL,
  contract TEXT NOT NULL,
  symbol TEXT NOT NULL,
  name TEXT NOT NULL,
  decimals INTEGER,
  tries INTEGER NOT NULL,
  PRIMARY KEY (chain, contract)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_accounts_of_address ON wallet_accounts (normalized_address);
CREATE INDEX sent_transactions_by_hash ON sent_transactions (transaction_hash);
`;
