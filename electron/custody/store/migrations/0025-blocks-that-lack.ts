/** Blocks with incomplete data, in spans without a gap, and their number. */
export const blocksThatLack = `
CREATE TABLE history_lacks (
  chain TEXT NOT NULL REFERENCES history_chains (chain),
  lack TEXT NOT NULL CHECK (lack IN ('passed over', 'untraced')),
  lowest INTEGER NOT NULL,
  highest INTEGER NOT NULL,
  PRIMARY KEY (chain, lack, lowest)
) STRICT, WITHOUT ROWID;
ALTER TABLE history_chains ADD COLUMN passed_over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE history_chains ADD COLUMN untraced INTEGER NOT NULL DEFAULT 0;
`;
