/** The number of these tables. Raise it with each change of them. A file of a lower number is deleted at opening. */
export const CACHE_VERSION = 2;

/**
 * Everything in the cache can be read from the service again, so no version is migrated.
 * A damaged file is recreated, and so is one with other columns, on which a statement fails. A newer program's file is
 * refused.
 *
 * The accounts of one refresh have the ids `refresh * 2^32 + position`, so any page is one lookup.
 * A new refresh is written beside the old one and swapped in by one small change.
 * Lowercase search text is stored apart from its rows.
 */
export const CACHE_SCHEMA = `
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
  asked_by TEXT,
  approvals INTEGER NOT NULL,
  can_vote INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at INTEGER,
  updated_at INTEGER,
  UNIQUE (profile, activity_id)
) STRICT;
CREATE INDEX activity_newest ON activity (profile, created_at, activity_id);

CREATE TABLE activity_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE activity_words (id INTEGER PRIMARY KEY, json TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE activity_body (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;

CREATE TABLE activity_refresh (profile TEXT PRIMARY KEY NOT NULL, refreshed_at INTEGER NOT NULL) STRICT;

CREATE TABLE report (
  profile TEXT NOT NULL,
  name TEXT NOT NULL,
  json TEXT NOT NULL,
  refreshed_at INTEGER NOT NULL,
  PRIMARY KEY (profile, name)
) STRICT, WITHOUT ROWID;
`;

/** The reports of a service that are kept whole, as one JSON value each. */
export type ReportName = 'activities' | 'balances' | 'earn' | 'organization' | 'privateKeys' | 'webhooks';

/** Most accounts one refresh may hold. */
export const REFRESH_SPAN = 2 ** 32;

const MAXIMUM_TERMS = 8;

/** Returns the search text: the parts in lowercase, one per line, so that no match spans two parts. */
export function searchText(parts: readonly (string | null)[]): string {
  return fold(parts.filter((part) => part !== null && part !== '').join('\n'));
}

/** Returns the words of a search. A row must contain every one of them, in any letter case. */
export function searchTerms(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .slice(0, MAXIMUM_TERMS);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
