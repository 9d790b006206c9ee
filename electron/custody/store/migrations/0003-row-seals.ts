/** The seals of the rows that decide permissions, and the index that finds an API key without its organization. */
export const rowSeals = `
CREATE TABLE row_seals (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  list TEXT NOT NULL,
  mac BLOB NOT NULL
) STRICT;
CREATE INDEX api_keys_by_public_key ON api_keys (public_key);
`;
