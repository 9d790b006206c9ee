/** Private keys that belong to no wallet, their addresses, and the keys that imports are encrypted to. */
export const privateKeysAndImports = `
CREATE TABLE private_keys (
  private_key_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  private_key_name TEXT NOT NULL,
  curve TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_private_key BLOB NOT NULL,
  exported INTEGER NOT NULL CHECK (exported IN (0, 1)),
  imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, private_key_name)
) STRICT;

CREATE TABLE private_key_addresses (
  sequence INTEGER PRIMARY KEY,
  private_key_id TEXT NOT NULL COLLATE NOCASE REFERENCES private_keys (private_key_id),
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  address_format TEXT NOT NULL,
  address TEXT NOT NULL,
  normalized_address TEXT NOT NULL,
  UNIQUE (private_key_id, address_format)
) STRICT;
CREATE INDEX private_key_addresses_of_organization ON private_key_addresses (organization_id, sequence);
CREATE INDEX private_key_addresses_by_address ON private_key_addresses (organization_id, address_format, normalized_address);

CREATE TABLE import_targets (
  sequence INTEGER PRIMARY KEY,
  import_target_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  purpose TEXT NOT NULL CHECK (purpose IN ('private_key', 'wallet')),
  public_key TEXT NOT NULL,
  sealed_private_key BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX import_targets_of_user ON import_targets (user_id, purpose, sequence);
`;
