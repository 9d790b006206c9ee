import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { syncFolderOf } from './folder.ts';
import { LOG_SUFFIX } from './write-ahead-log.ts';

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
  syncFolderOf(path);
  // The kernel reports an error of the disk once for each opening of a file, and each caller must hear of it.
  const file = openSync(path + LOG_SUFFIX, 'r+');
  const fileAside = openSync(path + LOG_SUFFIX, 'r+');
  let running = 0;
  let isClosing = false;
  const closeAside = (): void => {
    if (isClosing && running === 0) functions.close(fileAside);
  };
  return {
    /** Has moved all that was committed before this call when it returns. */
    syncNow: (): void => functions.syncNow(file),
    /** Does the same on another thread. Rejects when the disk reports an error. */
    sync: (): Promise<void> =>
      new Promise((done, fail) => {
        running += 1;
        functions.sync(fileAside, (error) => {
          running -= 1;
          closeAside();
          if (error === null) done();
          else fail(error);
        });
      }),
    /** Closes the log, once a running sync has ended. */
    close(): void {
      isClosing = true;
      functions.close(file);
      closeAside();
    },
  };
}

export type LogSync = ReturnType<typeof openLogSync>;
