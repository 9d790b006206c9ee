/**
 * The operator's documents under their SHA-256, each with a copy that shows later changes.
 * The index for profile entries of the audit log also finds the entries that record documents.
 */
export const keepDocuments = `
CREATE TABLE document (
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  body BLOB NOT NULL,
  copy BLOB NOT NULL,
  PRIMARY KEY (name, digest)
) STRICT;
DROP INDEX audit_profiles;
CREATE INDEX audit_profiles ON audit (sequence) WHERE operation IN ('profile change', 'document change');
`;
