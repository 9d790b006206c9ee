/**
 * Adds proposals that wait for votes, the reasons of denials, users' data, policies and tags. A path gets one account
 * for each format.
 */
export const consensusPeoplePolicies = `
ALTER TABLE activities ADD COLUMN failure TEXT;

CREATE TABLE proposals (
  activity_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY REFERENCES activities (activity_id),
  user_id TEXT NOT NULL COLLATE NOCASE,
  request TEXT NOT NULL
) STRICT;

CREATE TABLE new_votes (
  sequence INTEGER PRIMARY KEY,
  vote_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  activity_id TEXT NOT NULL COLLATE NOCASE REFERENCES activities (activity_id),
  user_id TEXT NOT NULL COLLATE NOCASE,
  selection TEXT NOT NULL,
  message TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  scheme TEXT NOT NULL,
  evaluations TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (activity_id, user_id)
) STRICT;
INSERT INTO new_votes (vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, created_at)
  SELECT vote_id, activity_id, user_id, selection, message, public_key, signature, scheme, created_at FROM votes ORDER BY rowid;
DROP TABLE votes;
ALTER TABLE new_votes RENAME TO votes;

CREATE TABLE new_wallet_accounts (
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
  UNIQUE (wallet_id, path, curve, address_format)
) STRICT;
INSERT INTO new_wallet_accounts SELECT * FROM wallet_accounts;
DROP TABLE wallet_accounts;
ALTER TABLE new_wallet_accounts RENAME TO wallet_accounts;
CREATE INDEX wallet_accounts_of_organization ON wallet_accounts (organization_id, sequence);
CREATE INDEX wallet_accounts_of_wallet ON wallet_accounts (wallet_id, sequence);
CREATE INDEX wallet_accounts_by_address ON wallet_accounts (organization_id, address_format, normalized_address);
CREATE UNIQUE INDEX wallet_account_names ON wallet_accounts (organization_id, name) WHERE name IS NOT NULL;

ALTER TABLE users ADD COLUMN user_phone_number TEXT;
CREATE INDEX api_keys_of_organization ON api_keys (organization_id);

CREATE TABLE authenticators (
  authenticator_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  authenticator_name TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  attestation_type TEXT NOT NULL,
  transports TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, credential_id)
) STRICT;
CREATE INDEX authenticators_of_user ON authenticators (user_id);

CREATE TABLE policies (
  policy_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  policy_name TEXT NOT NULL,
  effect TEXT NOT NULL CHECK (effect IN ('EFFECT_ALLOW', 'EFFECT_DENY')),
  consensus TEXT NOT NULL,
  condition TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, policy_name)
) STRICT;

CREATE TABLE tags (
  tag_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  kind TEXT NOT NULL CHECK (kind IN ('user', 'private_key')),
  tag_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, kind, tag_name)
) STRICT;

CREATE TABLE tag_members (
  membership TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  tag_id TEXT NOT NULL COLLATE NOCASE REFERENCES tags (tag_id),
  member_id TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX tag_members_of_tag ON tag_members (tag_id);
CREATE INDEX tag_members_by_member ON tag_members (member_id);
`;
