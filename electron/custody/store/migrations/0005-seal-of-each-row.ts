/** A row for the seal of each row. The head keeps the list of an older store until the store is opened: only its key can divide it. */
export const sealOfEachRow = `
ALTER TABLE row_seals RENAME TO row_seals_head;
CREATE TABLE row_seals (place TEXT NOT NULL PRIMARY KEY, seal BLOB NOT NULL) STRICT, WITHOUT ROWID;
`;
