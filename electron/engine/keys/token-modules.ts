import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';

const OTHERS_WRITE = 0o022;

/**
 * A module is code: one that others could exchange is not loaded. Throws TOKEN_UNAVAILABLE where there is none, FILE_REFUSED.
 */
export function requireModule(path: string): void {
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile() !== true)
    throw new AppError(
      'TOKEN_UNAVAILABLE',
      `There is no PKCS#11 module at ${path}, so nothing was done. Install the programs of the token's maker, or correct --module.`,
    );
  const user = process.getuid?.();
  if (user === undefined) return;
  if ((found.uid === 0 || found.uid === user) && (found.mode & OTHERS_WRITE) === 0) return;
  throw new AppError(
    'FILE_REFUSED',
    `The module ${path} can be changed by others, so it was not loaded. Have it belong to root, and run: chmod go-w ${path}`,
  );
}
