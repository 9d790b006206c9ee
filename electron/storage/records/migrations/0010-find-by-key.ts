/** When a key stamped last is found without reading the log. */
export const findByKey = `
CREATE INDEX audit_by_key ON audit (credential_id, at);
`;
