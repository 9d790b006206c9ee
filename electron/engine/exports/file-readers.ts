import { AppError, type Text } from '../../../shared/errors/index.ts';
import type { Given, QuestionOf } from '../../../shared/ipc/index.ts';
import { type RevealFormat, SEALED_FORMATS } from '../../../shared/model/index.ts';
import { requireRecipients } from '../../crypto/index.ts';

/** Asks the operator where a file with the suggested name is written. Null for nowhere. */
export type ChooseFile = (name: string) => Promise<string | null>;

/** The ending of a file by its format. */
export const EXTENSIONS: Readonly<Record<RevealFormat, string>> = {
  hex: 'hex',
  mnemonic: 'txt',
  solana: 'txt',
  wif: 'txt',
  text: 'txt',
  web3: 'json',
  'eip-2335': 'json',
  age: 'age',
  sheet: 'pdf',
};

/** Printable ASCII, the only characters that EIP-2335 keeps in a passphrase whatever the program. */
const isPrintable = (byte: number) => byte >= 0x20 && byte <= 0x7e;

/**
 * Returns the problem of the readers in an answer, or null. A wrong recipient is named by its beginning. Only formats
 * that are encrypted for a file have readers.
 */
export function readersProblem({
  format,
  recipients,
  filePassphrase,
}: Pick<Given, 'format' | 'recipients' | 'filePassphrase'>): Text | null {
  if (format === null || !SEALED_FORMATS.includes(format)) return null;
  const isTyped = (filePassphrase?.length ?? 0) > 0;
  if (format !== 'age') {
    if (!isTyped) return 'A keystore needs a passphrase. Nothing was written. Type a passphrase.';
    if (format === 'web3' || filePassphrase?.every(isPrintable) === true) return null;
    return 'An EIP-2335 keystore takes only letters, digits and signs of ASCII in its passphrase. Nothing was written. Type another passphrase.';
  }
  if ((recipients ?? []).length === 0 && !isTyped)
    return 'A file of age needs a recipient or a passphrase. Nothing was written. Type a recipient or a passphrase.';
  try {
    requireRecipients(recipients ?? []);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.text;
    throw error;
  }
}

/** Asks where the file is written. Throws CANCELLED before anything is revealed. */
export async function chosenPath(
  { what, of }: Pick<QuestionOf<'reveal'>, 'what' | 'of'>,
  format: RevealFormat,
  choose: ChooseFile,
): Promise<string> {
  const name = `${what.replace(' ', '-')}-${of.replaceAll(/[^A-Za-z0-9]/g, '_').slice(0, 80)}.${EXTENSIONS[format]}`;
  const path = await choose(name);
  if (path !== null) return path;
  throw new AppError('CANCELLED', 'No file was chosen. Nothing was revealed or written. Reveal it again.');
}
