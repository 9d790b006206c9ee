/** The identity providers that can vouch for a user. */
export const oauthProviders = `
CREATE TABLE oauth_providers (
  provider_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  provider_name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  audience TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, issuer, audience, subject)
) STRICT;
CREATE INDEX oauth_providers_of_user ON oauth_providers (user_id);
CREATE INDEX oauth_providers_by_subject ON oauth_providers (subject);
`;
