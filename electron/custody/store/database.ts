import { join } from 'node:path';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import type { DatabaseKind } from '../../storage/sqlite/index.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * The database of the service in its folder: one process has it alone, what was committed survives a crash of this process or
 * of the machine, and what is deleted leaves no trace in it. It is never begun anew: it holds keys.
 */
export function databaseOf(directory: string): DatabaseKind {
  return {
    path: join(directory, CUSTODY_DATABASE),
    name: 'The database of the local service',
    repair: 'Put a backup of the whole folder back; do not delete the file, its keys may still be recoverable.',
    applicationId: 0,
    migrations: MIGRATIONS,
    synchronous: 'FULL',
    exclusive: true,
    secureDelete: true,
    failedStatement: 'mistake',
  };
}
