/**
 * The signer of an entry's hash (the id of the audit key) and the DER signature. Null for entries from before signing.
 */
export const signTheAuditLog = `
ALTER TABLE audit ADD COLUMN signed_by TEXT;
ALTER TABLE audit ADD COLUMN signature BLOB;
`;
