import { randomBytes } from 'node:crypto';
import type { KeyStore } from '../../../shared/model/index.ts';
import type { KeyPurpose } from '../../../shared/processes/index.ts';
import type { Audit } from '../audit.ts';
import type { Base } from '../base.ts';
import type { Key } from './key-index.ts';
import { createKey, forgetKey, importKey } from './unlock.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/** Makes and removes the keys of this machine, of either purpose. */
export interface Keyring {
  /** Makes a key in the vault, or takes 32 raw bytes (wiped), keeps it in its store and lists it in the index. */
  make(input: {
    purpose: KeyPurpose;
    profile: string;
    name: string;
    /** Null for the default. */
    store: KeyStore | null;
    privateKey?: Uint8Array<ArrayBuffer>;
  }): Promise<Key>;
  /** Removes a key from the vault, its store and the index. */
  remove(key: Key): Promise<void>;
}

export function createKeyring({ ports, stores, index, changes }: Base, vault: VaultKeeper, audit: Audit): Keyring {
  return {
    async make({ purpose, profile, name, store: wanted, privateKey }) {
      try {
        const store = await stores.forNew(wanted);
        await audit.prepare(store);
        const call = store.sealed ? await vault.openWithKeystore() : await vault.open();
        const item = { id: randomBytes(8).toString('hex'), purpose };
        const publicKey =
          privateKey === undefined
            ? await createKey(call, store, item)
            : await importKey(call, store, item, privateKey);
        const kept = { store: store.kind, backend: store.backend, createdAt: ports.clock.now() };
        const key = { ...item, profile, name, publicKey, ...kept };
        index.addKey(key);
        vault.noteLoaded(key.id);
        changes.tell('state');
        return key;
      } finally {
        privateKey?.fill(0);
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
