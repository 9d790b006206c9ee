import { join } from 'node:path';
import { activityArchive } from '../../../../shared/processes/index.ts';
import type { DatabaseKind } from '../../../storage/sqlite/index.ts';

/** `CSAA` in the file's header. */
const APPLICATION_ID = 0x43534141;

/** An archive never changes, so its schema has one version. The columns are those of the store. */
const SCHEMA = `
CREATE TABLE archive.activities (
  sequence INTEGER PRIMARY KEY,
  activity_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  organization_id TEXT NOT NULL COLLATE NOCASE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  intent TEXT NOT NULL,
  result TEXT,
  failure TEXT,
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  seal BLOB,
  UNIQUE (organization_id, fingerprint)
) STRICT;
CREATE INDEX archive.activities_by_status ON activities (organization_id, status, sequence);
CREATE INDEX archive.activities_by_type ON activities (organization_id, type, status, sequence);
CREATE TABLE archive.votes (
  sequence INTEGER PRIMARY KEY,
  vote_id TEXT NOT NULL COLLATE NOCASE,
  activity_id TEXT NOT NULL COLLATE NOCASE,
  user_id TEXT NOT NULL COLLATE NOCASE,
  selection TEXT NOT NULL,
  message TEXT NOT NULL,
  public_key TEXT NOT NULL,
  signature TEXT NOT NULL,
  scheme TEXT NOT NULL,
  evaluations TEXT,
  created_at INTEGER NOT NULL,
  seal BLOB
) STRICT;
CREATE INDEX archive.votes_on_activity ON votes (activity_id, sequence);
`;

/** The path of the archive of a month, below the folder of a service. */
export const archivePath = (directory: string, month: string): string => join(directory, activityArchive(month));

/** The database of an archive at `path`. */
export function archiveKind(path: string): DatabaseKind {
  return {
    path,
    name: 'The archive of earlier activities',
    repair: 'Put that file back from a backup.',
    applicationId: APPLICATION_ID,
    migrations: [SCHEMA],
    synchronous: 'FULL',
    exclusive: false,
    secureDelete: false,
    failedStatement: 'damage',
  };
}
