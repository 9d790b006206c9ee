/** The batch and the line of a journaled request. A request outside of batches has no row. */
export const linesOfBatches = `
CREATE TABLE batch_line (
  request_id TEXT PRIMARY KEY NOT NULL,
  batch TEXT NOT NULL,
  name TEXT NOT NULL,
  line INTEGER NOT NULL CHECK (line > 0)
) STRICT;
CREATE INDEX batch_line_requests ON batch_line (batch, line);
`;
