import { AppError } from '../../shared/errors/index.ts';
import type { OpenedBy } from '../../shared/ipc/index.ts';
import { type KeyStore, LIMITS, MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { readFileBytes } from './files.ts';
import type { CommandLineHost } from './host.ts';
import type { Input } from './input.ts';
import { requireOwnFile } from './own-files.ts';

/** Names a file whose bytes are the passphrase. One line end at its end is removed. */
export const PASSPHRASE_VARIABLE = 'CASTELLAN_PASSPHRASE_FILE';
/** The same for the PIN of the keychain's keys. */
export const PIN_VARIABLE = 'CASTELLAN_PIN_FILE';

const WORDS: Readonly<Record<OpenedBy, { variable: string; one: string; prompt: string; two: string }>> = {
  passphrase: {
    variable: PASSPHRASE_VARIABLE,
    one: 'A passphrase',
    prompt: 'Passphrase: ',
    two: 'The two passphrases',
  },
  PIN: { variable: PIN_VARIABLE, one: 'The PIN', prompt: 'PIN: ', two: 'The two PINs' },
};

/** The path in the variable, or null when it is not set or empty. */
const fileNamed = (host: CommandLineHost, called: OpenedBy) => host.environment[WORDS[called].variable] || null;

/** The only store that may be used, where the variable names one. */
export function forcedStore(host: CommandLineHost): KeyStore | null {
  return fileNamed(host, 'passphrase') === null ? null : 'file';
}

/**
 * Gets the passphrase or the PIN to `purpose` ("open the key file"). Reads the file that the variable names, else the
 * terminal with the echo off. A new secret (`isNew`) is typed twice. The engine owns and wipes the result. Throws
 * PASSPHRASE_REQUIRED when there is nobody to ask.
 */
export async function askPassphrase(
  host: CommandLineHost,
  input: Input,
  { called, purpose, isNew }: { readonly called: OpenedBy; readonly purpose: string; readonly isNew: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const { variable, one, prompt } = WORDS[called];
  const path = fileNamed(host, called);
  if (path !== null) return fromFile(path, `The file with the ${called} (${variable})`, { called, isNew: false });
  if (!input.isTerminal()) {
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      `${one} is needed to ${purpose}, and there is no terminal to ask on. Nothing was done. Put the ${called} into a file that only you can read and name it in ${variable}.`,
    );
  }
  await host.stderr(`${one} is needed to ${purpose}.\n`);
  return (await typed(input, called, { prompt, isNew })) ?? Promise.reject(emptyLine(called, 1));
}

/**
 * Gets a new PIN for the keychain's keys: from `file`, else from the file that the variable names, else typed twice on
 * the terminal. Null when none is chosen or nobody can be asked. `token` is the label of the token that opens the
 * vault, or null. Such a token asks for a PIN of its own.
 */
export async function choosePin(
  host: CommandLineHost,
  input: Input,
  file: string | null,
  token: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // Beside a token the file has the token’s PIN.
  const path = (token === null ? file : null) ?? fileNamed(host, 'PIN');
  if (path !== null) return fromFile(path, 'The file with the PIN', { called: 'PIN', isNew: true });
  if (!input.isTerminal()) return null;
  const least = `a PIN of ${MINIMUM_CHARACTERS.pin} characters or more`;
  await host.stderr(
    token === null
      ? `The keys are kept in the keychain. With ${least}, only a person who knows it can use them at this computer.\n`
      : `The vault opens only with the token “${token}” and its PIN. With ${least} for the keychain too, it needs both.\n`,
  );
  return typed(input, 'PIN', { prompt: 'PIN, or Enter for none: ', isNew: true });
}

/** The passphrase of a file, from `file`, else typed on the terminal with the echo off, twice when it is new. */
interface FilePassphrase {
  readonly file: string | undefined;
  readonly isNew: boolean;
  /** The fewest characters of a new one. */
  readonly least?: number;
}

/**
 * Gets the passphrase of `what` ("the backup"). The engine wipes it. Throws PASSPHRASE_REQUIRED when there is nobody to
 * ask, INVALID_INPUT when the two differ, FILE_REFUSED.
 */
export async function passphraseOf(
  what: string,
  { input }: { readonly input: Input },
  { file, isNew, least }: FilePassphrase,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file !== undefined)
    return fromFile(file, `The file with the passphrase of ${what}`, { called: 'passphrase', isNew });
  if (!input.isTerminal())
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      `The passphrase of ${what} is needed, and there is no terminal to ask on. Nothing was done. Put it into a file that only you can read and name that with --passphrase-file.`,
    );
  const prompt = `Passphrase of ${what}${isNew && least !== undefined ? `, ${least} characters or more` : ''}: `;
  return (await typed(input, 'passphrase', { prompt, isNew })) ?? Promise.reject(emptyLine('passphrase', least ?? 1));
}

/** Reads a typed secret, twice when it is new. Null for an empty line. */
async function typed(
  input: Input,
  called: OpenedBy,
  { prompt, isNew }: { readonly prompt: string; readonly isNew: boolean },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const first = await input.readHiddenLine(prompt, LIMITS.passphrase);
  try {
    if (first.length === 0) return null;
    if (isNew) await confirm(input, first, called);
    return Uint8Array.from(first);
  } finally {
    first.fill(0);
  }
}

async function confirm(input: Input, first: Uint8Array, called: OpenedBy): Promise<void> {
  const second = await input.readHiddenLine('The same again: ', LIMITS.passphrase);
  const same = second.length === first.length && second.every((byte, index) => byte === first[index]);
  second.fill(0);
  if (!same) {
    throw new AppError(
      'INVALID_INPUT',
      `${WORDS[called].two} differ. None was set, and nothing was kept. Run the command again.`,
    );
  }
}

async function fromFile(
  path: string,
  what: string,
  { called, isNew }: { readonly called: OpenedBy; readonly isNew: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  requireOwnFile(path, what);
  const bytes = await readFileBytes(path, LIMITS.passphrase + 2, what);
  try {
    const end = withoutLineEnd(bytes);
    if (end === 0) throw empty(`${what} ${path}`, `Put the ${called} into it`);
    // Nobody could type it later. The bytes of the other files count as they are.
    if (isNew && bytes.subarray(0, end).some((byte) => byte === 0x0a || byte === 0x0d))
      throw new AppError(
        'INVALID_INPUT',
        `${what} ${path} has more than one line. Nothing was made with it. Put the ${called} alone on its first line, and nothing after it.`,
      );
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

const emptyLine = (called: OpenedBy, least: number): AppError =>
  empty(`The typed ${called}`, `Type ${least === 1 ? 'one' : `one of at least ${least} characters`}`);

function empty(what: string, next: string): AppError {
  return new AppError('PASSPHRASE_REQUIRED', `${what} is empty. Nothing was done. ${next}.`);
}
