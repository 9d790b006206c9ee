import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type FileUse, fileFault } from '../sqlite/index.ts';

/**
 * Writes a new file that only its owner may read (0600) and waits until it is on disk. An existing file is never
 * overwritten. Throws FILE_REFUSED or DISK_FULL, and then leaves no file.
 */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    if (file !== undefined) await rm(path, { force: true });
    throw fileRefused(error, `${path} could not be written, and no file was left`, { path, use: 'written' });
  } finally {
    await file?.close();
  }
}

/** Makes a new folder that only its owner may read (0700). Throws FILE_REFUSED. */
export async function makeNewFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    throw fileRefused(error, `The folder ${path} could not be made`, { path, use: 'written' });
  }
}

/** The error for a failed call on a file. `what` is the first half of its first sentence. */
export function fileRefused(error: unknown, what: string, { path, use }: { path: string; use: FileUse }): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const { why, advice } =
    code === 'EEXIST'
      ? {
          why: 'it exists already and is never overwritten',
          advice: 'Name a new file, or move the old one away',
        }
      : (fileFault(error, path, use) ?? { why: 'the cause is unknown', advice: 'Check the path' });
  const undone = use === 'read' ? ' Nothing was done.' : '';
  const refusal = code === 'ENOSPC' || code === 'EDQUOT' ? 'DISK_FULL' : 'FILE_REFUSED';
  return new AppError(refusal, sentence`${what}: ${why}.${undone} ${advice}.`, { cause: error });
}
