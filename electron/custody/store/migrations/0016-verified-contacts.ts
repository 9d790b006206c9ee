/** The contacts that users proved to hold, and the uses of tokens. */
export const verifiedContacts = `
CREATE TABLE verified_contacts (
  verification TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  user_id TEXT NOT NULL COLLATE NOCASE REFERENCES users (user_id),
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  otp_type TEXT NOT NULL,
  contact TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX verified_contacts_of_user ON verified_contacts (user_id);
CREATE INDEX verified_contacts_of_organization ON verified_contacts (organization_id);
CREATE INDEX verified_contacts_by_contact ON verified_contacts (contact, otp_type);

CREATE TABLE used_tokens (
  token TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  used_for TEXT NOT NULL,
  holder TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX used_tokens_by_use ON used_tokens (used_for);
CREATE INDEX used_tokens_of_organization ON used_tokens (organization_id);
`;
