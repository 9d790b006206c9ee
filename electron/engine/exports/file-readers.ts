import { AppError } from '../../../shared/errors/index.ts';
import type { Given, QuestionOf } from '../../../shared/ipc/index.ts';
import { requireRecipients } from '../../crypto/index.ts';

/** Asks the operator where a file with the suggested name is written. Null for nowhere. */
export type ChooseFile = (name: string) => Promise<string | null>;

/** Returns the problem of the readers in an answer, or null. A wrong recipient is named by its beginning. */
export function readersProblem({ recipients, filePassphrase }: Pick<Given, 'recipients' | 'filePassphrase'>) {
  if ((recipients ?? []).length === 0 && (filePassphrase?.length ?? 0) === 0)
    return 'A file of age needs a recipient or a passphrase. Nothing was written. Type a recipient or a passphrase.';
  try {
    requireRecipients(recipients ?? []);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.message;
    throw error;
  }
}

/** Asks where the file is written. Throws CANCELLED before anything is revealed. */
export async function chosenPath(
  { what, of }: Pick<QuestionOf<'openExport'>, 'what' | 'of'>,
  choose: ChooseFile,
): Promise<string> {
  const name = `${what.replace(' ', '-')}-${of.replaceAll(/[^A-Za-z0-9]/g, '_').slice(0, 80)}.age`;
  const path = await choose(name);
  if (path !== null) return path;
  throw new AppError('CANCELLED', 'No file was chosen. Nothing was revealed or written. Reveal it again.');
}
