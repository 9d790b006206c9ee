import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
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
      sentence`There is no PKCS#11 module at ${path}, so nothing was done. Install the software of the token's vendor, or correct the path.`,
    );
  const step = unsafeStep(path);
  if (step === null) return null;
  return new AppError(
    'FILE_REFUSED',
    sentence`The module ${path} can be replaced by others, who can change ${step}. It was not loaded. Make root the owner of ${step}, and run: chmod go-w ${step}`,
  );
}
