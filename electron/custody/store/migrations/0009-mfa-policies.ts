/** MFA policies, and a vote for each credential that a user shows. */
export const mfaPolicies = `
CREATE TABLE mfa_policies (
  mfa_policy_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  mfa_policy_name TEXT NOT NULL,
  condition TEXT NOT NULL,
  steps TEXT NOT NULL,
  position INTEGER NOT NULL,
  notes TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mfa_policies_of_user ON mfa_policies (user_id, position);

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
  UNIQUE (activity_id, user_id, public_key)
) STRICT;
INSERT INTO new_votes SELECT * FROM votes;
DROP TABLE votes;
ALTER TABLE new_votes RENAME TO votes;
`;
