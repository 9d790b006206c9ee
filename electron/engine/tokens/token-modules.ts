import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { unsafeStep } from '../../storage/files/index.ts';

/**
 * Returns the reason why a module is not loaded, or null. A module is code, so one that others could replace is not
 * loaded.
 */
export function moduleProblem(path: string): AppError | null {
  const found = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile() !== true)
    return new AppError(
      'TOKEN_UNAVAILABLE',
      `There is no PKCS#11 module at ${path}, so nothing was done. Install the programs of the token's maker, or correct the path.`,
    );
  const step = unsafeStep(path);
  if (step === null) return null;
  return new AppError(
    'FILE_REFUSED',
    `The module ${path} can be changed or exchanged by others, who may change ${step}, so it was not loaded. Have that belong to root, and run: chmod go-w ${step}`,
  );
}
