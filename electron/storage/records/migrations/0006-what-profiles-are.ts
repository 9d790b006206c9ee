/**
 * The SHA-256 of the last body that recorded the profiles, in every entry since then. Null before. The index finds that
 * body.
 */
export const whatProfilesAre = `
ALTER TABLE audit ADD COLUMN profiles BLOB;
CREATE INDEX audit_profiles ON audit (sequence) WHERE operation = 'profile change';
`;
