/** The addresses signed for with each profile, and the largest amount of each asset, as an exact decimal number. */
export const noteWhatWasSignedFor = `
CREATE TABLE signed_for (
  profile TEXT NOT NULL,
  address TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL,
  PRIMARY KEY (profile, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX signed_for_newest ON signed_for (profile, last_at);
CREATE TABLE signed_amount (
  profile TEXT NOT NULL,
  asset TEXT NOT NULL,
  largest TEXT NOT NULL,
  PRIMARY KEY (profile, asset)
) STRICT, WITHOUT ROWID;
`;
