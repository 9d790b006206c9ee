import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { TokenPlace } from '../../../shared/model/index.ts';
import type { Base } from '../base.ts';
import { isOnToken, type TokenKey } from '../keys/key-index.ts';

/** The token that a PIN belongs to. */
export type PinPlace = Pick<TokenPlace, 'module' | 'label' | 'serial'>;

/**
 * PINs of tokens that the operator had kept in the keychain. Each PIN is for listed keys, and is removed with the last
 * of them.
 */
export interface KeptPins {
  /** True when a listed key is on the token, and this run uses the keychain. */
  canKeep(place: PinPlace): boolean;
  /**
   * Returns the PIN for one try, or null when none is kept. The caller wipes it. It counts as dropped until the next
   * `keep` or `confirm`, so that a crash cannot have a wrong PIN tried twice.
   */
  take(place: PinPlace): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Keeps a PIN that the token accepted. Throws the keychain's errors. */
  keep(place: PinPlace, pin: Uint8Array): Promise<void>;
  /** Marks the PIN that was taken as right. */
  confirm(place: PinPlace): void;
  /** Removes the PIN. A missing one is not an error. Throws the keychain's errors. */
  forget(place: PinPlace): Promise<void>;
  /** Removes the PIN when that key is the last one of its token. */
  leave(key: TokenKey): Promise<void>;
}

export function createKeptPins({ index, stores, changes }: Pick<Base, 'index' | 'stores' | 'changes'>): KeptPins {
  const keysOf = ({ module, label, serial }: PinPlace): TokenKey[] =>
    index
      .keys('stamp')
      .filter(isOnToken)
      .filter(({ token }) => token.module === module && token.label === label && token.serial === serial);

  const note = (place: PinPlace, isKept: boolean) => {
    for (const { id } of keysOf(place)) index.changeKey(id, { pinKept: isKept ? true : null });
    changes.announce('state');
  };

  const isUsed = () =>
    stores.report().some(({ kind, isUsed: used, problem }) => kind === 'keychain' && used && problem === null);

  const forget = async (place: PinPlace) => {
    note(place, false);
    await stores.removeOwn(itemOf(place));
  };

  return {
    canKeep: (place) => isUsed() && keysOf(place).length > 0,
    async take(place) {
      if (!isUsed() || !keysOf(place).some(({ pinKept }) => pinKept === true)) return null;
      // When the keychain does not answer, the operator is asked, as without a kept PIN.
      const pin = await stores.readOwn(itemOf(place)).catch(() => null);
      if (pin !== null) note(place, false);
      return pin;
    },
    async keep(place, pin) {
      if (!isUsed())
        throw new AppError(
          'KEYCHAIN_UNAVAILABLE',
          'This run may use no keychain. The PIN was not kept. Nothing else was changed.',
        );
      await stores.writeOwn(itemOf(place), pin);
      note(place, true);
    },
    confirm: (place) => note(place, true),
    forget,
    async leave({ id, token, pinKept }) {
      if (pinKept === true && keysOf(token).every((other) => other.id === id)) await forget(token);
    },
  };
}

/** The name of the keychain item. A different module, such as one written into the key list, has no item. */
function itemOf({ module, label, serial }: PinPlace): string {
  const named = createHash('sha256')
    .update(JSON.stringify([module, label, serial]))
    .digest('hex');
  return `token-pin/${named.slice(0, 32)}`;
}
