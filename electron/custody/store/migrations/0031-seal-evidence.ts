/**
 * The seal of each activity, vote, wallet, account and private key in its own row. The head of the chain of all changes
 * to them. A row of `evidence_marks`, which is itself sealed, marks that the rows of an earlier version have seals.
 */
export const sealEvidence = `
ALTER TABLE activities ADD COLUMN seal BLOB;
ALTER TABLE votes ADD COLUMN seal BLOB;
ALTER TABLE wallets ADD COLUMN seal BLOB;
ALTER TABLE wallet_accounts ADD COLUMN seal BLOB;
ALTER TABLE private_keys ADD COLUMN seal BLOB;
ALTER TABLE private_key_addresses ADD COLUMN seal BLOB;
CREATE TABLE evidence_head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  count INTEGER NOT NULL,
  chain BLOB NOT NULL
) STRICT;
INSERT INTO evidence_head (only_row, count, chain) VALUES (1, 0, zeroblob(32));
CREATE TABLE evidence_marks (mark TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
`;
