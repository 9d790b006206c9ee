import { resolve } from 'node:path';
import type { KeyPlace } from '../../shared/model/index.ts';
import type { CommandContext } from './context.ts';
import type { CommandInput, OptionTable, ValueOption } from './define.ts';
import { usage } from './exit-codes.ts';
import { chosenStore, PIN_FILE } from './options.ts';

/** The module of a key that was made before. */
export const MODULE = { hint: 'PATH', summary: 'PKCS#11 module of the token’s vendor' } as const satisfies ValueOption;
const TOKEN = { hint: 'LABEL', summary: 'label of the token' } as const satisfies ValueOption;
const SLOT = {
  hint: 'N',
  summary: 'slot of the token, for two tokens with the same label',
} as const satisfies ValueOption;

/** Options that name a token, with `--store pkcs11`. */
export const TOKEN_OPTIONS = {
  module: MODULE,
  token: TOKEN,
  slot: SLOT,
  'pin-file': PIN_FILE,
} as const satisfies OptionTable;

type Given = CommandInput<typeof TOKEN_OPTIONS>['options'] & { readonly store?: KeyPlace | undefined };

/** Returns the module in the options, or null when they name no token. Throws USAGE for incomplete options. */
export function moduleOf(given: Given, context: CommandContext): string | null {
  if (given.store !== 'pkcs11') {
    const stray = (['module', 'token', 'slot', 'pin-file'] as const).find((name) => given[name] !== undefined);
    if (stray === undefined) return null;
    throw usage(`--${stray} is for keys on tokens. Nothing was done. Add --store pkcs11.`);
  }
  if (given.module === undefined)
    throw usage('--store pkcs11 needs --module PATH. Nothing was done. Name the PKCS#11 module of the token’s vendor.');
  context.pinFile = given['pin-file'] ?? null;
  return resolve(given.module);
}

/** Returns the store of a key, or null for a token's, which other options choose. */
export const keptIn = (place: KeyPlace | undefined, context: CommandContext) =>
  place === 'pkcs11' ? null : chosenStore(place, context);

/** Returns the token in the options. Throws USAGE without --token. */
export function tokenOf(module: string, { token, slot }: Given) {
  if (token === undefined)
    throw usage(
      'A token is named by --token LABEL. Nothing was done. `castellan key list --store pkcs11 --module PATH` lists the tokens.',
    );
  return { module, label: token, serial: null, slot: slot === undefined ? null : slotNumber(slot) };
}

/** Modules choose slot numbers freely, with ten digits and more. */
function slotNumber(text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  throw usage(
    '--slot is not the number of a slot. Nothing was done. `castellan key list --store pkcs11` shows the numbers.',
  );
}
