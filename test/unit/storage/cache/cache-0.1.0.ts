/** The tables of `cache.db` in Castellan 0.1.0, whose files have version 1. */
export const CACHE_0_1_0 = `
CREATE TABLE refresh (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile TEXT NOT NULL,
  current INTEGER NOT NULL CHECK (current IN (0, 1)),
  accounts INTEGER NOT NULL,
  refreshed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX refresh_current ON refresh (profile) WHERE current = 1;

CREATE TABLE wallet (
  refresh INTEGER NOT NULL,
  position INTEGER NOT NULL,
  wallet_id TEXT NOT NULL,
  wallet_name TEXT NOT NULL,
  accounts INTEGER NOT NULL,
  exported INTEGER NOT NULL,
  imported INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (refresh, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  wallet_account_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  wallet_name TEXT NOT NULL,
  name TEXT,
  address TEXT NOT NULL,
  address_format TEXT NOT NULL,
  curve TEXT NOT NULL,
  path TEXT NOT NULL,
  public_key TEXT,
  caip2_prefix TEXT,
  exported INTEGER NOT NULL,
  imported INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_spelling ON account (address COLLATE NOCASE);

CREATE TABLE account_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;

CREATE TABLE activity (
  id INTEGER PRIMARY KEY,
  profile TEXT NOT NULL,
  activity_id TEXT NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  summary TEXT NOT NULL,
  summary_kind TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at INTEGER,
  updated_at INTEGER,
  UNIQUE (profile, activity_id)
) STRICT;
CREATE INDEX activity_newest ON activity (profile, created_at, activity_id);

CREATE TABLE activity_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE activity_body (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;

CREATE TABLE activity_refresh (profile TEXT PRIMARY KEY NOT NULL, refreshed_at INTEGER NOT NULL) STRICT;

CREATE TABLE earn (profile TEXT PRIMARY KEY NOT NULL, json TEXT NOT NULL, refreshed_at INTEGER NOT NULL) STRICT;
`;
