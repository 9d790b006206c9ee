/** When policies are active, and who was invited. */
export const timesAndInvitations = `
ALTER TABLE policies ADD COLUMN time TEXT;

CREATE TABLE invitations (
  invitation_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  receiver_user_name TEXT NOT NULL,
  receiver_email TEXT NOT NULL,
  receiver_user_tags TEXT NOT NULL,
  access_type TEXT NOT NULL,
  sender_user_id TEXT NOT NULL COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_of_organization ON invitations (organization_id);
`;
