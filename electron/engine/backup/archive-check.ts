import { join } from 'node:path';
import { toErrorData } from '../../../shared/errors/index.ts';
import { CUSTODY_DATABASE, CUSTODY_MESSAGES, type ListedArchive } from '../../../shared/processes/index.ts';
import type { DamagedArchive } from '../../storage/records/index.ts';
import { databaseExists } from '../../storage/sqlite/index.ts';
import type { Base } from '../base.ts';
import { askForArchives } from '../service/copy-requests.ts';
import { listArchives } from '../service/custody-starter.ts';
import { damagedIn, shadowedIn } from './activity-archives.ts';
import { SERVICE_FOLDERS } from './archive.ts';

/** The archives of this machine, each compared with its digest. */
export interface ArchiveReport {
  /** The number of archives that were compared. */
  readonly compared: number;
  /** The damaged archives of the audit log and the journal. */
  readonly records: readonly DamagedArchive[];
  /** The damaged archives of the activities of local services. */
  readonly activities: readonly DamagedArchive[];
  /** The services whose list of archives could not be read, with the reason. */
  readonly unread: readonly { readonly directory: string; readonly code: string; readonly message: string }[];
}

/** Compares every archive of the records and of the local services with its digest, and changes none. */
export type ArchiveCheck = (signal?: AbortSignal) => Promise<ArchiveReport>;

export function createArchiveCheck({ ports, records, index }: Base): ArchiveCheck {
  const directories = (): string[] => {
    const known = index.masters().map(({ directory }) => directory);
    const all = new Set([...SERVICE_FOLDERS.map((folder) => join(ports.paths.root, folder)), ...known]);
    return [...all].filter((directory) => databaseExists(join(directory, CUSTODY_DATABASE)));
  };

  /** Asks the process that holds the database: a new one, or else that of the running service. */
  const listOf = async (directory: string, signal?: AbortSignal): Promise<ListedArchive[]> => {
    const handle = ports.startProcess('custody', CUSTODY_MESSAGES);
    try {
      await handle.call('harden', {});
      return await listArchives(handle, directory);
    } catch (error) {
      if (toErrorData(error).code !== 'DATABASE_IN_USE') throw error;
      return await askForArchives(directory, signal);
    } finally {
      handle.kill();
    }
  };

  return async (signal) => {
    let compared = records.archives.list().length;
    const activities: DamagedArchive[] = [];
    const unread: ArchiveReport['unread'][number][] = [];
    for (const directory of directories()) {
      try {
        const listed = await listOf(directory, signal);
        compared += listed.length;
        activities.push(...(await damagedIn(directory, listed, signal)), ...shadowedIn(directory, listed));
      } catch (error) {
        const { code, message } = toErrorData(error);
        unread.push({ directory, code, message });
      }
    }
    return { compared, records: await records.archives.damaged(signal), activities, unread };
  };
}
