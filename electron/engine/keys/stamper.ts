import type { Holder, StampHeader } from './approvals.ts';
import type { Consent } from './consents.ts';
import type { Key } from './key-index.ts';
import type { TokenKeeper } from './token-keeper.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/** Has bodies stamped where their key is: in the vault, or on its token. */
export interface Stamper {
  /** Everything that may refuse before a stamp: the vault is open, and its process or the token has the key. */
  ready(key: Key): Promise<void>;
  /** Stamps `body` with a fresh approval for exactly these bytes: the operator's consent, or null for a read. */
  stamp(key: Key, body: Uint8Array<ArrayBuffer>, consent: Consent | null): Promise<StampHeader>;
}

export function createStamper(vault: VaultKeeper, tokens: TokenKeeper): Stamper {
  const holderOf = async (key: Key): Promise<Holder> => {
    if (key.store !== 'pkcs11') return vault.holder(key);
    // Nothing is stamped while locked, wherever its key is.
    await vault.open();
    return tokens.holder(key);
  };
  return {
    ready: async (key) => void (await holderOf(key)),
    async stamp(key, body, consent) {
      const { approvals, stamp } = await holderOf(key);
      return stamp(body, approvals.mint(key.id, body, consent));
    },
  };
}
