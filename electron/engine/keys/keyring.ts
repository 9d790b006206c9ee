import type { KeyStore } from '../../../shared/model/index.ts';
import type { Audit } from '../audit.ts';
import type { Base } from '../base.ts';
import type { Key } from './key-index.ts';
import { makeKept, type NewKey } from './new-key.ts';
import { forgetKey } from './unlock.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/** Makes and removes the keys of this machine, of either purpose. */
export interface Keyring {
  /** Makes a key in the vault, or takes 32 raw bytes (wiped), keeps it in its store and lists it in the index. */
  make(
    wanted: NewKey & {
      /** Null for the default. */
      readonly store: KeyStore | null;
    },
  ): Promise<Key>;
  /** Removes a key from the vault, its store and the index. */
  remove(key: Key): Promise<void>;
}

export function createKeyring(base: Base, vault: VaultKeeper, audit: Audit): Keyring {
  const { stores, index, changes } = base;
  return {
    async make(wanted) {
      try {
        const store = await stores.forNew(wanted.store);
        await audit.prepare(store.kind);
        const key = await makeKept(base, { vault, store }, wanted);
        index.addKey(key);
        changes.tell('state');
        return key;
      } finally {
        wanted.privateKey?.fill(0);
      }
    },
    async remove(key) {
      const store = stores.forKept(key, `The key ${key.publicKey}`);
      await vault.forget(key.id);
      await forgetKey(store, key);
      index.removeKey(key.id);
      changes.tell('state');
    },
  };
}
