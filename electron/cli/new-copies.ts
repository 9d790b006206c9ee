import { copiesSince, type Engine } from '../engine/index.ts';

/**
 * Returns a function that names each copy that was made before a migration since `startedAt` (milliseconds since the epoch),
 * once. A run calls it at its start, and at its end for the database of the service.
 */
export function createNewCopies(startedAt: number, say: (text: string) => Promise<void>) {
  const reported = new Set<string>();
  return async ({ paths }: Pick<Engine, 'paths'>): Promise<void> => {
    for (const folder of copiesSince(paths, startedAt)) {
      if (reported.has(folder)) continue;
      reported.add(folder);
      await say(
        `Databases were migrated to this version, and earlier versions no longer open them. A copy of before is in ${folder}. Make a backup with \`castellan backup create\`, then delete that folder.`,
      );
    }
  };
}
