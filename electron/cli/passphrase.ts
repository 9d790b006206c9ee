import { AppError } from '../../shared/errors/index.ts';
import { type KeyStore, LIMITS } from '../../shared/model/index.ts';
import { readFileBytes } from './files.ts';
import type { CommandLineHost } from './host.ts';
import type { Input } from './input.ts';
import { requireOwnFile } from './own-files.ts';

/** Names a file whose bytes are the passphrase; one line end at its end is not part of it. */
export const PASSPHRASE_VARIABLE = 'CASTELLAN_PASSPHRASE_FILE';

/** The path in the variable, or null when it is not set or empty. */
export function passphraseFile(host: CommandLineHost): string | null {
  return host.environment[PASSPHRASE_VARIABLE] || null;
}

/** The only store that may be used, where the variable names one. */
export function forcedStore(host: CommandLineHost): KeyStore | null {
  return passphraseFile(host) === null ? null : 'file';
}

/**
 * Gets the passphrase to `purpose` ("open the key file"): from the file the variable names, else from the terminal with the echo off,
 * twice when `isNew` says that it will be the passphrase from now on. The engine owns and wipes what it gets.
 * Throws PASSPHRASE_REQUIRED when there is nobody to ask.
 */
export async function askPassphrase(
  host: CommandLineHost,
  input: Input,
  { purpose, isNew }: { readonly purpose: string; readonly isNew: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const path = passphraseFile(host);
  if (path !== null) return fromFile(path);
  if (!input.isTerminal()) {
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      `A passphrase is needed to ${purpose}. There is no terminal to ask on, so nothing was done. Put the passphrase into a file that only you can read and name it in ${PASSPHRASE_VARIABLE}.`,
    );
  }
  await host.stderr(`A passphrase is needed to ${purpose}.\n`);
  const first = await input.readHiddenLine('Passphrase: ', LIMITS.passphrase);
  try {
    if (first.length === 0) throw empty('What was typed');
    if (isNew) await confirm(input, first);
    return Uint8Array.from(first);
  } finally {
    first.fill(0);
  }
}

async function confirm(input: Input, first: Uint8Array): Promise<void> {
  const second = await input.readHiddenLine('The same again: ', LIMITS.passphrase);
  const same = second.length === first.length && second.every((byte, index) => byte === first[index]);
  second.fill(0);
  if (!same) {
    throw new AppError(
      'INVALID_INPUT',
      'The two passphrases differ, so none was set and nothing was kept. Run the command again.',
    );
  }
}

async function fromFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const what = `The passphrase file (${PASSPHRASE_VARIABLE})`;
  requireOwnFile(path, what);
  const bytes = await readFileBytes(path, LIMITS.passphrase + 2, what);
  try {
    const end = withoutLineEnd(bytes);
    if (end === 0) throw empty(`The file ${path} named by ${PASSPHRASE_VARIABLE}`);
    return bytes.slice(0, end);
  } finally {
    bytes.fill(0);
  }
}

/** Length without one line end (LF or CR LF) at the end. */
export function withoutLineEnd(bytes: Uint8Array): number {
  if (bytes.at(-1) !== 0x0a) return bytes.length;
  return bytes.at(-2) === 0x0d ? bytes.length - 2 : bytes.length - 1;
}

function empty(what: string): AppError {
  return new AppError(
    'PASSPHRASE_REQUIRED',
    `${what} is empty, so nothing was done. A passphrase has at least one character.`,
  );
}
