import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  activityArchive,
  type CopyFacts,
  type CustodyMessages,
  type InputOf,
  type ListedArchive,
} from '../../../shared/processes/index.ts';
import type { DamagedArchive } from '../../storage/records/index.ts';
import { companionsOf, fileAt, fileDigest, paused, piecesOf, writtenFileProblem } from '../../storage/sqlite/index.ts';
import { activitiesMonthOf, type Entry } from './archive.ts';

/** The months and digests of a service's archives. */
export type ArchiveDigests = InputOf<CustodyMessages, 'examineCopy'>['archives'];

/** Compares the archives in the folder of a service with the list of its database. Throws CANCELLED. */
export async function damagedIn(
  directory: string,
  listed: readonly ListedArchive[],
  signal?: AbortSignal,
): Promise<DamagedArchive[]> {
  const found: DamagedArchive[] = [];
  for (const archive of listed) {
    const file = join(directory, activityArchive(archive.month));
    const problem = await paused(writtenFileProblem(archive, fileAt(file)), signal);
    if (problem !== null) found.push({ month: archive.month, file, problem, holds: activitiesIn(archive) });
  }
  return found;
}

/** Names the archives that the service refuses because of a file that another program wrote beside them. */
export function shadowedIn(directory: string, listed: readonly ListedArchive[]): DamagedArchive[] {
  return listed.flatMap((archive) => {
    const file = join(directory, activityArchive(archive.month));
    const [companion] = companionsOf(file);
    if (companion === undefined) return [];
    const problem = `has ${basename(companion)} of another program beside it, which has to be removed`;
    return [{ month: archive.month, file, problem, holds: activitiesIn(archive) }];
  });
}

/** Hashes the archives in the restored folder of a service. Throws errors of the file system. */
export async function digestsIn(directory: string): Promise<ArchiveDigests> {
  const folder = join(directory, dirname(activityArchive('')));
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const found: ArchiveDigests = [];
  for (const name of names) {
    const month = activitiesMonthOf({ name: `/archive/${name}` });
    if (month !== null) found.push({ month, sha256: await paused(fileDigest(piecesOf(join(folder, name)))) });
  }
  return found;
}

/** Describes what a backup lacks of a service, or holds damaged. */
export function damageOf(
  folder: string,
  { damagedArchives, damagedRows, damagedKeys }: Pick<CopyFacts, 'damagedArchives' | 'damagedRows' | 'damagedKeys'>,
): string[] {
  return [
    ...damagedArchives.map(({ problem, ...archive }) =>
      damageText({ file: `${folder}/${activityArchive(archive.month)}`, problem, holds: activitiesIn(archive) }),
    ),
    ...damagedRows.map((name) => `${name}: another program changed it`),
    ...damagedKeys.map((key) => `${key}: it is damaged`),
  ];
}

/** Describes a damaged archive. */
export const damageText = ({ file, problem, holds }: Omit<DamagedArchive, 'month'>): string =>
  `the archive ${file} with ${holds}: it ${problem}`;

const activitiesIn = ({ activities, month }: Pick<ListedArchive, 'activities' | 'month'>): string =>
  `${activities} ${activities === 1 ? 'activity' : 'activities'} of ${month}`;

/** Reads an archive in a backup to its end. */
export async function digestOf(entry: Entry): Promise<ArchiveDigests[number]> {
  const hash = createHash('sha256');
  for await (const piece of entry.bytes()) hash.update(piece);
  return { month: activitiesMonthOf(entry) ?? '', sha256: hash.digest('hex') };
}
