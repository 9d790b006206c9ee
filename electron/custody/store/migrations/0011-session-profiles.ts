/** The limits of sessions, and the profile of each session's key. */
export const sessionProfiles = `
CREATE TABLE session_profiles (
  session_profile_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  session_profile_name TEXT NOT NULL,
  scope TEXT NOT NULL,
  expiration_seconds INTEGER,
  notes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_profiles_of_organization ON session_profiles (organization_id);

ALTER TABLE api_keys ADD COLUMN session_profile_id TEXT COLLATE NOCASE;
`;
