import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  activityArchive,
  type CopyFacts,
  type CustodyMessages,
  type InputOf,
} from '../../../shared/processes/index.ts';
import { fileDigest, paused, piecesOf } from '../../storage/sqlite/index.ts';
import { activitiesMonthOf, type Entry } from './archive.ts';

/** The months and digests of a service's archives. */
export type ArchiveDigests = InputOf<CustodyMessages, 'examineCopy'>['archives'];

/** Returns the archives of activities in the folder of a service, oldest first. */
export function archivesIn(directory: string): { readonly month: string; readonly path: string }[] {
  const folder = join(directory, dirname(activityArchive('')));
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const month = activitiesMonthOf({ name: `/archive/${name}` });
    return month === null ? [] : [{ month, path }];
  });
}

/** Hashes the archives in the folder of a service. Throws errors of the file system. */
export async function digestsIn(directory: string): Promise<ArchiveDigests> {
  const found: ArchiveDigests = [];
  for (const { month, path } of archivesIn(directory))
    found.push({ month, sha256: await paused(fileDigest(piecesOf(path))) });
  return found;
}

/** Names the archives of a service that a backup lacks, or holds as another program changed them. */
export function unusableArchives(
  folder: string,
  { missingArchives, changedArchives }: Pick<CopyFacts, 'missingArchives' | 'changedArchives'>,
): string[] {
  return [
    ...missingArchives.map((month) => `the archive ${folder}/${activityArchive(month)}: it is missing`),
    ...changedArchives.map(
      (month) => `the archive ${folder}/${activityArchive(month)} as it was listed: its file was changed`,
    ),
  ];
}

/** Reads an archive in a backup to its end. */
export async function digestOf(entry: Entry): Promise<ArchiveDigests[number]> {
  const hash = createHash('sha256');
  for await (const piece of entry.bytes()) hash.update(piece);
  return { month: activitiesMonthOf(entry) ?? '', sha256: hash.digest('hex') };
}
