/**
 * The archives of ended activities by month, with the numbers of the first and last activity. `remaining` counts those
 * that this database still holds as well. Each row is sealed.
 */
export const archiveActivities = `
CREATE TABLE activity_archives (
  month TEXT NOT NULL PRIMARY KEY,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  activities INTEGER NOT NULL,
  remaining INTEGER NOT NULL,
  newest_at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;
`;
