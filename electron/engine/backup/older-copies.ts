import { statSync } from 'node:fs';
import { copyBeforeMigration } from '../../storage/sqlite/index.ts';
import type { StatePaths } from '../ports.ts';

/** Returns the folders with the databases of before their newest migration. The operator removes them. */
export function olderCopies({ root, service }: Pick<StatePaths, 'root' | 'service'>): string[] {
  return [root, service].map(copyBeforeMigration).filter((folder) => folder !== null);
}

/** Returns those of the folders that were made since then, in milliseconds since the epoch. */
export const copiesSince = (paths: Pick<StatePaths, 'root' | 'service'>, since: number): string[] =>
  olderCopies(paths).filter((folder) => (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since);
