/** The number of these tables. Raise it with each change of them. A file of a lower number is deleted at opening. */
export const HISTORY_VERSION = 1;

/**
 * The history of addresses as a service reported it. It can be read again, so no version is migrated.
 * Addresses and assets are stored once and referenced by number.
 * `parts` holds the numbers that a search reads, 32 bits each: an address twice its id, and an asset twice its id plus
 * one.
 *
 * `scans` of a series is a JSON list of the unfinished readings, the newest first (see `writer.ts`).
 */
export const HISTORY_SCHEMA = `
CREATE TABLE series (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile TEXT NOT NULL,
  address TEXT NOT NULL,
  chain TEXT NOT NULL,
  scans TEXT NOT NULL,
  next_scan INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  read_whole_at INTEGER NOT NULL,
  UNIQUE (profile, address, chain)
) STRICT;

CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE asset (
  id INTEGER PRIMARY KEY,
  caip19 TEXT NOT NULL,
  symbol TEXT NOT NULL,
  name TEXT NOT NULL,
  decimals INTEGER NOT NULL,
  UNIQUE (caip19, symbol, name, decimals)
) STRICT;

CREATE TABLE entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  series INTEGER NOT NULL,
  hash BLOB NOT NULL,
  time INTEGER NOT NULL,
  block INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  scan INTEGER NOT NULL,
  parts BLOB NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (series, hash)
) STRICT;
CREATE INDEX entry_newest ON entry (time, block, id);
CREATE INDEX entry_open ON entry (series, block) WHERE flags & 1 = 0;

CREATE TABLE history_refresh (profile TEXT PRIMARY KEY NOT NULL, refreshed_at INTEGER NOT NULL) STRICT;
`;

/** The bits of `flags` in a transaction. The index above names the first. */
export const FLAGS = { finalized: 1, failed: 2, incoming: 4, outgoing: 8, creates: 16 } as const;
