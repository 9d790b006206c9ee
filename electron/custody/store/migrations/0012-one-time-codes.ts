/** Sent codes and their outcomes. */
export const oneTimeCodes = `
CREATE TABLE otps (
  otp_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  otp_type TEXT NOT NULL,
  contact TEXT NOT NULL COLLATE NOCASE,
  sealed_code BLOB NOT NULL,
  sealed_target_key BLOB NOT NULL,
  tries INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sent', 'verified')),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX otps_of_organization ON otps (organization_id, contact);
`;
