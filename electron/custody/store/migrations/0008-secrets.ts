/** Secrets, and keys that they are imported with. */
export const secrets = `
CREATE TABLE secrets (
  sequence INTEGER PRIMARY KEY,
  secret_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  name TEXT,
  static_properties TEXT NOT NULL,
  sealed_secret BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX secrets_of_organization ON secrets (organization_id, sequence);

CREATE TABLE new_import_targets (
  sequence INTEGER PRIMARY KEY,
  import_target_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  purpose TEXT NOT NULL CHECK (purpose IN ('private_key', 'wallet', 'secret')),
  public_key TEXT NOT NULL,
  sealed_private_key BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_import_targets SELECT * FROM import_targets;
DROP TABLE import_targets;
ALTER TABLE new_import_targets RENAME TO import_targets;
CREATE INDEX import_targets_of_user ON import_targets (user_id, purpose, sequence);
`;
