/** The deletion time of a sub-organization, and the indexes that find one by its users and contents. */
export const subOrganizations = `
ALTER TABLE organizations ADD COLUMN deleted_at INTEGER;
CREATE INDEX organizations_of_parent ON organizations (parent_organization_id);
CREATE INDEX users_by_name ON users (user_name);
CREATE INDEX users_by_email ON users (user_email);
CREATE INDEX users_by_phone_number ON users (user_phone_number);
`;
