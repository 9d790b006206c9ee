/** The journal of requests and the audit log. Times are milliseconds since the epoch, hashes 32 bytes. */
export const journalAndAudit = `
CREATE TABLE in_flight (
  request_id TEXT PRIMARY KEY NOT NULL,
  profile TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  stamp_name TEXT NOT NULL,
  stamp_value TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('prepared', 'sent', 'answered', 'discarded')),
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  closed_at INTEGER,
  activity_id TEXT,
  status TEXT,
  http_status INTEGER
) STRICT;

CREATE INDEX in_flight_open ON in_flight (created_at) WHERE state IN ('prepared', 'sent');

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  profile TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  operation TEXT NOT NULL,
  url TEXT NOT NULL,
  body BLOB NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
`;
