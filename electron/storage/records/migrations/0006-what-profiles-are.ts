/** The SHA-256 of the body that recorded the profiles last, in every entry from then on; null before. The index finds that body. */
export const whatProfilesAre = `
ALTER TABLE audit ADD COLUMN profiles BLOB;
CREATE INDEX audit_profiles ON audit (sequence) WHERE operation = 'profile change';
`;
