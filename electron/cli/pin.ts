import { AppError } from '../../shared/errors/index.ts';
import { LIMITS, type PinState, type TokenFacts } from '../../shared/model/index.ts';
import { readFileBytes } from './files.ts';
import type { Input } from './input.ts';
import { requireOwnFile } from './own-files.ts';
import { withoutLineEnd } from './passphrase.ts';

const WARNINGS: Readonly<Record<PinState, string>> = {
  none: '',
  ready: '',
  low: 'A wrong PIN was entered before; few tries are left. ',
  final: 'CARE: the next wrong PIN locks the token. ',
  locked: '',
  unset: '',
};

/**
 * Gets a token's PIN: from the file, else from the terminal with the echo off. The engine owns and wipes the result.
 * Throws PIN_REQUIRED when there is nobody to ask, and FILE_REFUSED for a file that others may read.
 */
export async function askPin(
  input: Pick<Input, 'isTerminal' | 'readHiddenLine'>,
  { token, file }: { readonly token: TokenFacts; readonly file: string | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const { label, serial, pin } = token;
  if (file !== null) return fromFile(file, pin);
  if (!input.isTerminal())
    throw new AppError(
      'PIN_REQUIRED',
      `The token “${label}” asks for its PIN, and there is no terminal to ask on. Nothing was done. Put the PIN into a file that only you can read and name it with --pin-file.`,
    );
  return input.readHiddenLine(`${WARNINGS[pin]}PIN of the token “${label}” (serial number ${serial}): `, LIMITS.pin);
}

/** A program that tries again would lock the token, so the last try is left to a person. */
async function fromFile(path: string, state: PinState): Promise<Uint8Array<ArrayBuffer>> {
  if (state === 'final')
    throw new AppError(
      'PIN_REQUIRED',
      'The next wrong PIN locks the token. The PIN in the file was not tried, and nothing was done. Type it on the terminal, without --pin-file.',
    );
  const what = 'The file of the PIN (--pin-file)';
  requireOwnFile(path, what);
  const bytes = await readFileBytes(path, LIMITS.pin + 2, what);
  try {
    return bytes.slice(0, withoutLineEnd(bytes));
  } finally {
    bytes.fill(0);
  }
}
