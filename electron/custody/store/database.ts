import { join } from 'node:path';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import type { DatabaseKind } from '../../storage/sqlite/index.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * The service's database in its folder. One process has exclusive access. Committed data survives a crash of the
 * process or the machine, and deleted data leaves no trace in the file. It is never recreated, because it holds keys.
 */
export function databaseOf(directory: string): DatabaseKind {
  return {
    path: join(directory, CUSTODY_DATABASE),
    name: 'The database of the local service',
    repair: 'Restore a backup of the whole folder. Do not delete the file, because its keys may still be recoverable.',
    applicationId: 0,
    migrations: MIGRATIONS,
    synchronous: 'FULL',
    exclusive: true,
    secureDelete: true,
    // At most about 16 MB.
    checkpointPages: 4000,
    failedStatement: 'mistake',
  };
}
