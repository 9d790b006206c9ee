/**
 * Documents of the operator under the SHA-256 of what they say, each with a copy that tells what was changed. Entries of the audit log
 * that record them are found by the same index as those that record the profiles.
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
