/** Who signed an entry's hash (the id of the audit key) and the DER signature; null for entries from before there were any. */
export const signTheAuditLog = `
ALTER TABLE audit ADD COLUMN signed_by TEXT;
ALTER TABLE audit ADD COLUMN signature BLOB;
`;
