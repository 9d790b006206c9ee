/** Activities in order by status, and by type and status, so that no list walks through all of them. */
export const listActivities = `
CREATE INDEX activities_by_status ON activities (organization_id, status, sequence);
CREATE INDEX activities_by_type ON activities (organization_id, type, status, sequence);
DROP INDEX activities_of_organization;
`;
