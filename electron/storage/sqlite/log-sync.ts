import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { LOG_SUFFIX } from './closed-file.ts';
import { syncFolderOf } from './folder.ts';

/**
 * Moves the write-ahead log of an open database to the disk, so that its commits survive a power cut. Throws errors of
 * the file system.
 *
 * It opens the log only. If this process closed a second descriptor of the database's own file, the kernel would end
 * SQLite's locks on it. The functions of `node:fs` are taken now, because the service removes them from their module
 * later.
 * @param path of the database, which SQLite has already read in WAL mode
 */
export function openLogSync(path: string) {
  const functions = { sync: fdatasync, syncNow: fdatasyncSync, close: closeSync };
  const file = openSync(path + LOG_SUFFIX, 'r+');
  syncFolderOf(path);
  let running = 0;
  let isClosing = false;
  const closeIfUnused = (): void => {
    if (isClosing && running === 0) functions.close(file);
  };
  return {
    /** Has moved all that was committed before this call when it returns. */
    syncNow: (): void => functions.syncNow(file),
    /** Does the same on another thread. Rejects when the disk reports an error. */
    sync: (): Promise<void> =>
      new Promise((done, fail) => {
        running += 1;
        functions.sync(file, (error) => {
          running -= 1;
          closeIfUnused();
          if (error === null) done();
          else fail(error);
        });
      }),
    /** Closes the descriptor, once a running sync has ended. */
    close(): void {
      isClosing = true;
      closeIfUnused();
    },
  };
}

export type LogSync = ReturnType<typeof openLogSync>;
