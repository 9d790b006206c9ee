/**
 * The archives of earlier months: the entries that each file holds, the link of the last one, and the file's digest.
 * `is_removed` means that the log and the journal no longer hold them. A lost archive cannot be read any more.
 * The index finds the answered requests of a month.
 */
export const archiveByMonth = `
CREATE TABLE archive (
  month TEXT PRIMARY KEY NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  hash TEXT NOT NULL,
  requests INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  is_lost INTEGER NOT NULL DEFAULT 0 CHECK (is_lost IN (0, 1))
) STRICT;
CREATE INDEX journal_by_time ON journal (closed_at) WHERE activity_id IS NOT NULL;
`;
