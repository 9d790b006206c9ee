/** The index finds the last stamp of a key without reading the log. */
export const findByKey = `
CREATE INDEX audit_by_key ON audit (credential_id, at);
`;
