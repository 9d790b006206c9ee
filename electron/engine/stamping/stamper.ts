import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { Base } from '../base.ts';
import type { Holder, StampHeader } from '../consent/approvals.ts';
import type { Consent } from '../consent/consents.ts';
import type { SessionKey } from '../keys/key-index.ts';
import { isKept, type Key } from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { PasskeyKeeper } from './passkey-keeper.ts';
import type { SessionKeys } from './session-keys.ts';

/** Stamps bodies where their key is: in the vault, on its token, or by its authenticator. */
export interface Stamper {
  /**
   * Makes every check that may fail before a stamp. The vault is open, its process or the token has the key, and the
   * PIN is entered for a key that asks each time. The caller must end the result.
   */
  ready(key: Key | SessionKey): Promise<Ready>;
}

/** One stamp that has passed every check. */
export interface Ready {
  /** Stamps `body` with a fresh approval for exactly these bytes: the operator's consent, or null for a read. */
  stamp(body: Uint8Array<ArrayBuffer>, consent: Consent | null): Promise<StampHeader>;
  /** Wipes the entered secret. */
  end(): void;
}

interface StamperParts {
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
  readonly passkeys: PasskeyKeeper;
  readonly sessions: SessionKeys;
}

export function createStamper(
  { index }: Pick<Base, 'index'>,
  { vault, tokens, passkeys, sessions }: StamperParts,
): Stamper {
  /** As it is now: it may have been retired since the request was prepared. */
  const requireStillInUse = (key: Key | SessionKey) =>
    key.store === 'session' ? sessions.requireAlive(key) : requireInUse(index.key(key.id) ?? key);
  const readyToStamp = (key: Key | SessionKey, holderOf: () => Promise<Holder>, end: () => void): Ready => ({
    async stamp(body, consent) {
      // Looked up again, because its process may have been restarted.
      const { approvals, stamp } = await holderOf();
      requireStillInUse(key);
      return stamp(body, approvals.mint(key.id, body, consent));
    },
    end,
  });
  return {
    async ready(key) {
      requireStillInUse(key);
      if (isKept(key) || key.store === 'session') {
        await vault.holder(key);
        return readyToStamp(
          key,
          () => vault.holder(key),
          () => undefined,
        );
      }
      // Nothing is stamped while locked, wherever its key is.
      await vault.open();
      if (key.store === 'passkey') {
        passkeys.requireWindow(key);
        const holderOf = async () => {
          await vault.open();
          return passkeys.holder(key);
        };
        return readyToStamp(key, holderOf, () => undefined);
      }
      const pin = await tokens.pinFor(key);
      const holderOf = async () => {
        await vault.open();
        return tokens.holder(key, pin);
      };
      return readyToStamp(key, holderOf, () => pin?.fill(0));
    },
  };
}

/** Throws NOT_SUPPORTED for a key that was retired. */
export function requireInUse({ retired, name, publicKey }: Key): void {
  if (retired !== true) return;
  throw new AppError(
    'NOT_SUPPORTED',
    sentence`The key “${name}” (${publicKey}) is retired, so nothing was stamped. Use another key of its profile.`,
  );
}
