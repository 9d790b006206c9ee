/**
 * Credentials of an organization at login providers and payment providers. `content` is JSON. Its secrets stay
 * encrypted as received.
 */
export const providerCredentials = `
CREATE TABLE provider_credentials (
  credential_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  kind TEXT NOT NULL CHECK (kind IN ('oauth2', 'on_ramp')),
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX provider_credentials_of_organization ON provider_credentials (organization_id, kind);
`;
