/** The outputs that signed Bitcoin transactions spend, as those transactions stated them. */
export const signedOutpoints = `
CREATE TABLE signed_outpoints (
  scope TEXT NOT NULL,
  outpoint TEXT NOT NULL,
  satoshi INTEGER NOT NULL,
  script TEXT NOT NULL,
  is_proven INTEGER NOT NULL CHECK (is_proven IN (0, 1)),
  PRIMARY KEY (scope, outpoint)
) STRICT, WITHOUT ROWID;
`;
