import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';

const OTHERS_WRITE = 0o022;

/** Why a module is not loaded, null for nothing. A module is code: one that others could exchange is not loaded. */
export function moduleProblem(path: string): AppError | null {
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile() !== true)
    return new AppError(
      'TOKEN_UNAVAILABLE',
      `There is no PKCS#11 module at ${path}, so nothing was done. Install the programs of the token's maker, or correct the path.`,
    );
  const user = process.getuid?.();
  if (user === undefined) return null;
  if ((found.uid === 0 || found.uid === user) && (found.mode & OTHERS_WRITE) === 0) return null;
  return new AppError(
    'FILE_REFUSED',
    `The module ${path} can be changed by others, so it was not loaded. Have it belong to root, and run: chmod go-w ${path}`,
  );
}
