/** The data that the use of a passkey is checked against, such as its relying party and its signature counter. */
export const passkeyUse = `
ALTER TABLE authenticators ADD COLUMN rp_id_hash TEXT;
ALTER TABLE authenticators ADD COLUMN user_verified INTEGER;
ALTER TABLE authenticators ADD COLUMN sign_count INTEGER;
ALTER TABLE authenticators ADD COLUMN last_challenge TEXT;
CREATE INDEX authenticators_by_credential ON authenticators (credential_id);
`;
