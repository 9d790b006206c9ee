import { statSync } from 'node:fs';
import { join } from 'node:path';
import { copyBeforeMigration } from '../../storage/sqlite/index.ts';
import type { StatePaths } from '../ports.ts';
import { SERVICE_FOLDERS } from './archive.ts';

/** Returns the folders with the databases of before their newest migration. The operator removes them. */
export function olderCopies({ root }: Pick<StatePaths, 'root'>): string[] {
  const folders = [root, ...SERVICE_FOLDERS.map((name) => join(root, name))];
  return folders.map(copyBeforeMigration).filter((folder) => folder !== null);
}

/** Returns those of the folders that were made since then, in milliseconds since the epoch. */
export const copiesSince = (paths: Pick<StatePaths, 'root'>, since: number): string[] =>
  olderCopies(paths).filter((folder) => (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since);
