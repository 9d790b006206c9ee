import { AppError, sentence } from '../../shared/errors/index.ts';
import type { PinState, TokenChoice, TokenFacts } from '../../shared/model/index.ts';
import { curvesOf } from './curves.ts';
import type { Library } from './library.ts';
import { isGone } from './problems.ts';

/** A token and its slot, as the module names the slot. */
export interface Slot {
  readonly handle: Buffer;
  readonly facts: TokenFacts;
}

/** The initialized tokens that are in slots now. */
export function listTokens(library: Library): Slot[] {
  const { module, names } = library;
  return module.C_GetSlotList(true).flatMap((handle) => {
    try {
      const { label, serialNumber, manufacturerID, model, flags } = module.C_GetTokenInfo(handle);
      if ((flags & names.CKF_TOKEN_INITIALIZED) === 0) return [];
      const facts = {
        slot: numberOf(handle),
        label: unpadded(label),
        serial: unpadded(serialNumber),
        manufacturer: unpadded(manufacturerID),
        model: unpadded(model),
        pin: pinState(flags, names),
        curves: curvesOf(library, handle),
      };
      return [{ handle, facts }];
    } catch (error) {
      // Taken out since the list was made.
      if (isGone(error)) return [];
      throw error;
    }
  });
}

/** Returns the one token that matches. Throws TOKEN_MISSING, TOKEN_AMBIGUOUS. */
export function findToken(library: Library, { label, serial, slot }: TokenChoice): Slot {
  const all = listTokens(library);
  const found = all.filter(
    ({ facts }) =>
      facts.label === label && (serial ?? facts.serial) === facts.serial && (slot ?? facts.slot) === facts.slot,
  );
  const [token, ...others] = found;
  if (token === undefined) {
    const there = all.map(({ facts }) => described(facts)).join(', ');
    throw new AppError(
      'TOKEN_MISSING',
      sentence`There is no token “${label}”${serial === null ? '' : sentence` with the serial number ${serial}`}${slot === null ? '' : sentence` in slot ${slot}`}, so nothing was done. Connect it and try again. ${there === '' ? 'No token is connected' : sentence`Connected tokens: ${there}`}.`,
    );
  }
  if (others.length === 0) return token;
  throw new AppError(
    'TOKEN_AMBIGUOUS',
    sentence`${found.length} tokens have the label “${label}”: ${found.map(({ facts }) => described(facts)).join(', ')}. Nothing was done. Choose one with --slot N.`,
  );
}

function described({ label, slot, serial }: TokenFacts): string {
  return `“${label}” in slot ${slot} (serial number ${serial})`;
}

function pinState(flags: number, names: Library['names']): PinState {
  const has = (flag: number) => (flags & flag) !== 0;
  if (!has(names.CKF_LOGIN_REQUIRED)) return 'none';
  if (!has(names.CKF_USER_PIN_INITIALIZED)) return 'unset';
  if (has(names.CKF_USER_PIN_LOCKED)) return 'locked';
  if (has(names.CKF_USER_PIN_FINAL_TRY)) return 'final';
  return has(names.CKF_USER_PIN_COUNT_LOW) ? 'low' : 'ready';
}

/** Texts of tokens are padded with blanks to a fixed length. */
const unpadded = (text: string): string => text.replace(/[\0 ]+$/, '');

/** A slot's number is a CK_ULONG in this machine's byte order, which is little-endian wherever Electron runs. */
function numberOf(handle: Buffer): number {
  return handle.length === 8 ? Number(handle.readBigUInt64LE()) : handle.readUInt32LE();
}
