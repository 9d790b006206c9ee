/** Organizations, credentials, wallets, activities and the sealed keys of the service itself. */
export const firstTables = `
CREATE TABLE master_key (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  sealed_check BLOB NOT NULL
) STRICT;

CREATE TABLE service_keys (
  name TEXT NOT NULL PRIMARY KEY,
  public_key TEXT NOT NULL,
  sealed_private_key BLOB NOT NULL
) STRICT;

CREATE TABLE organizations (
  organization_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  parent_organization_id TEXT COLLATE NOCASE REFERENCES organizations (organization_id),
  organization_name TEXT NOT NULL,
  root_quorum_threshold INTEGER NOT NULL CHECK (root_quorum_threshold >= 1),
  auth_proxy_config_id TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  user_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  user_name TEXT NOT NULL,
  user_email TEXT,
  in_root_quorum INTEGER NOT NULL CHECK (in_root_quorum IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_of_organization ON users (organization_id);

CREATE TABLE api_keys (
  api_key_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  api_key_name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  credential_type TEXT NOT NULL,
  expiration_seconds INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, public_key, credential_type)
) STRICT;
CREATE INDEX api_keys_of_user ON api_keys (user_id);

CREATE TABLE wallets (
  wallet_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  wallet_name TEXT NOT NULL,
  sealed_mnemonic BLOB NOT NULL,
  sealed_seed BLOB NOT NULL,
  exported INTEGER NOT NULL CHECK (exported IN (0, 1)),
  imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, wallet_name)
) STRICT;

CREATE TABLE wallet_accounts (
  sequence INTEGER PRIMARY KEY,
  wallet_account_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  wallet_id TEXT NOT NULL COLLATE NOCASE REFERENCES wallets (wallet_id),
  name TEXT,
  curve TEXT NOT NULL,
  path_format TEXT NOT NULL,
  path TEXT NOT NULL,
  address_format TEXT NOT NULL,
  address TEXT NOT NULL,
  normalized_address TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_private_key BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (wallet_id, path)
) STRICT;
CREATE INDEX wallet_accounts_of_organization ON wallet_accounts (organization_id, sequence);
CREATE INDEX wallet_accounts_of_wallet ON wallet_accounts (wallet_id, sequence);
CREATE INDEX wallet_accounts_by_address ON wallet_accounts (organization_id, address_format, normalized_address);
CREATE UNIQUE INDEX wallet_account_names ON wallet_accounts (organization_id, name) WHERE name IS NOT NULL;

CREATE TABLE activities (
  sequence INTEGER PRIMARY KEY,
  activity_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  intent TEXT NOT NULL,
  result TEXT,
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, fingerprint)
) STRICT;
CREATE INDEX activities_of_organization ON activities (organization_id, sequence);

CREATE TABLE votes (
  vote_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  activity_id TEXT NOT NULL COLLATE NOCASE REFERENCES activities (activity_id),
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  selection TEXT NOT NULL,
  message TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  scheme TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (activity_id, user_id)
) STRICT;
`;
