/** A row for the seal of each row, and the MAC of their sum. */
export const sealOfEachRow = `
DROP TABLE row_seals;
CREATE TABLE row_seals_head (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), mac BLOB NOT NULL) STRICT;
CREATE TABLE row_seals (place TEXT NOT NULL PRIMARY KEY, seal BLOB NOT NULL) STRICT, WITHOUT ROWID;
`;
