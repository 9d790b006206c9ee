import {
  ADDRESS_FORMATS,
  type AddressFormat,
  isUuid,
  KEY_PLACES,
  KEY_STORES,
  type KeyStore,
} from '../../shared/model/index.ts';
import { hexFault } from '../../shared/wire/index.ts';
import { p256Convert } from '../crypto/index.ts';
import type { CommandContext } from './context.ts';
import type { FlagOption, ValueOption } from './define.ts';
import { usage } from './exit-codes.ts';
import { forcedStore, PASSPHRASE_VARIABLE } from './passphrase.ts';

/** Options that several commands share. */
export const PROFILE = {
  hint: 'NAME',
  summary: 'profile to use instead of the current one',
  completes: 'profiles',
} as const satisfies ValueOption;

export const STORE = {
  hint: 'STORE',
  choices: KEY_STORES,
  summary: 'key store: the OS keychain or the passphrase file',
} as const satisfies ValueOption;

/** The store or token that has a stamping key. */
export const PLACE = {
  hint: 'STORE',
  choices: KEY_PLACES,
  summary: 'key store: the OS keychain, the passphrase file, or a PKCS#11 token',
} as const satisfies ValueOption;

export const PIN_FILE = {
  hint: 'FILE',
  summary: 'file with the PIN of a token, readable only by you, instead of asking on the terminal',
} as const satisfies ValueOption;

export const DRY_RUN = {
  flag: true,
  summary: 'print method, URL, headers and the exact stamped body; nothing is sent',
} as const satisfies FlagOption;

export const CONFIRM = {
  flag: true,
  summary: 'show what would be stamped and ask on the terminal first',
} as const satisfies FlagOption;

export const WAIT = {
  hint: 'SECONDS',
  summary: 'how long to wait for an activity that is not finished; 30 when absent or less',
} as const satisfies ValueOption;

const MAXIMUM_WAIT_SECONDS = 24 * 60 * 60;

/** Reads the option `--wait`. */
export function waitMilliseconds(seconds: string | undefined): number {
  return wholeNumber(seconds, 'wait', 0, MAXIMUM_WAIT_SECONDS) * 1000;
}

export const FORMAT = {
  hint: 'ADDRESS_FORMAT_X',
  required: true,
  summary: 'one of the address formats of the interface',
  completes: ADDRESS_FORMATS,
} as const satisfies ValueOption;

/** Returns the hexadecimal digits of an option without surrounding white space and 0x, in lowercase. */
export function plainHex(text: string): string {
  return text.trim().replace(/^0x/i, '').toLowerCase();
}

/** Returns why the text of an option is not hexadecimal digits, two a byte, or null when it is. */
export function hexProblem(text: string, bytes?: number): string | null {
  return text === '' ? 'is empty' : hexFault(text, bytes);
}

/**
 * Returns the public key (65-byte SEC1 point, lowercase hex) in the option `name`. Throws USAGE, which ends with
 * `undone`.
 */
export function uncompressedKey(text: string, name: string, undone: string): string {
  const key = plainHex(text);
  const problem =
    key.length === COMPRESSED_DIGITS && /^0[23]/.test(key)
      ? 'is a compressed public key'
      : (hexProblem(key, UNCOMPRESSED_POINT_BYTES) ?? (key.startsWith('04') ? null : 'does not start with 04'));
  if (problem === null && isPoint(key)) return key;
  throw usage(
    `--${name} ${problem ?? 'is not a point of the curve P-256'}. ${undone} Give an uncompressed P-256 key: 04 and 128 more hexadecimal digits.`,
  );
}

function isPoint(key: string): boolean {
  try {
    p256Convert(key, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

const UNCOMPRESSED_POINT_BYTES = 65;
const COMPRESSED_DIGITS = 66;

/**
 * Returns the id in the option `name`, in lowercase and without blanks and quotes around it. Throws USAGE, which has
 * `undone`.
 */
export function idOf(text: string, name: string, undone: string): string {
  const id = text
    .trim()
    .replace(/^(["'`])(.*)\1$/, '$2')
    .toLowerCase();
  if (isUuid(id)) return id;
  throw usage(`--${name} ${idProblem(id)}. ${undone} Give an id like 3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10.`);
}

function idProblem(id: string): string {
  if (id === '') return 'is empty';
  const at = id.search(/[^0-9a-f-]/);
  if (at !== -1) {
    const found = String.fromCodePoint(id.codePointAt(at) ?? 0);
    const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(found) ? `, ${found},` : '';
    return `has a character at place ${at + 1}${shown} that is no hexadecimal digit`;
  }
  const digits = id.replaceAll('-', '').length;
  return digits === 32 ? 'has its hyphens in the wrong places' : `has ${digits} hexadecimal digits and must have 32`;
}

/** The format that `--format` names. Throws USAGE. */
export function addressFormatOf(text: string): AddressFormat {
  const format = ADDRESS_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const near = ADDRESS_FORMATS.filter((known) => plain !== '' && known.replace(/^ADDRESS_FORMAT_/, '').includes(plain));
  throw usage(
    `--format is not an address format of the interface. Nothing was computed. Write ${near.length === 0 ? 'one such as ADDRESS_FORMAT_ETHEREUM' : near.join(' or ')}.`,
  );
}

/**
 * Returns the store to ask the engine for, or null for its own choice. A passphrase file in the environment rules the
 * keychain out.
 */
export function chosenStore(store: KeyStore | undefined, context: CommandContext): KeyStore | null {
  const forced = forcedStore(context.host);
  if (forced === null || store === undefined || store === forced) return store ?? forced;
  throw usage(
    `--store ${store} cannot be used while ${PASSPHRASE_VARIABLE} is set: with it no keychain is touched. Nothing was done. Unset it, or use --store ${forced}.`,
  );
}

/** Returns the whole number in the option, `fallback` when it is absent. Throws USAGE for one out of the range. */
export function wholeNumber(
  text: string | undefined,
  name: string,
  fallback: number,
  maximum: number,
  minimum = 0,
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum))
    throw usage(
      `--${name} is not a whole number in its range. Nothing was done. Give one from ${minimum} to ${maximum}.`,
    );
  return value;
}

export const PORT = {
  hint: 'N',
  summary: 'port to listen on; any free port when 0 or absent',
} as const satisfies ValueOption;

/** Returns the port in the option, 0 when it is absent. Throws USAGE. */
export function portOf(text: string | undefined, name: string): number {
  return wholeNumber(text, name, 0, 65_535);
}
