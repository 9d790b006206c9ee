import { type RevealFormat, SEALED_FORMATS } from '../../../shared/model/index.ts';
import { requireRecipients } from '../../crypto/index.ts';
import type { FileReaders } from '../../engine/index.ts';
import type { CommandContext } from '../context.ts';
import type { CommandInput, OptionTable } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { passphraseOf } from '../passphrase.ts';

/** The options that name the readers of an encrypted file. */
export const READERS = {
  'passphrase-file': {
    hint: 'F',
    summary: 'file with the passphrase of a web3, eip-2335 or age file, readable only by you, instead of asking',
  },
  recipient: {
    hint: 'AGE1',
    many: true,
    summary: 'with --as age: a public key of age that opens the file, in place of a passphrase',
  },
} as const satisfies OptionTable;

/** Refuses recipients that no file can be written for. Throws USAGE and INVALID_INPUT. */
export function checkReaders(form: RevealFormat, { recipient, ...options }: ReaderOptions): void {
  if (recipient.length === 0) return;
  if (form !== 'age') throw usage('--recipient is for --as age. Nothing was opened. Add --as age.');
  if (options['passphrase-file'] !== undefined)
    throw usage('A file of age has recipients or a passphrase. Nothing was opened. Give one of both.');
  requireRecipients(recipient);
}

type ReaderOptions = CommandInput<typeof READERS>['options'];

/** The readers of a form that is encrypted. Undefined for the other forms. The caller wipes the passphrase. */
export async function readersOf(
  form: RevealFormat,
  { recipient, ...options }: ReaderOptions,
  context: CommandContext,
): Promise<FileReaders | undefined> {
  if (!SEALED_FORMATS.includes(form)) return undefined;
  if (recipient.length > 0) return { recipients: recipient };
  return { passphrase: await passphraseOf('the file', context, { file: options['passphrase-file'], isNew: true }) };
}
