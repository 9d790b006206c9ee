/** From which addresses an organization or one of its API keys (`public_key`) may be used. */
export const ipAllowlists = `
CREATE TABLE ip_allowlists (
  allowlist TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  public_key TEXT,
  is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
  rules TEXT NOT NULL
) STRICT;
CREATE INDEX ip_allowlists_of_organization ON ip_allowlists (organization_id);
`;
