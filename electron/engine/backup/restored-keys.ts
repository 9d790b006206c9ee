import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import { counterName } from '../audit/audit-keys.ts';
import type { Key } from '../keys/key-index.ts';
import { unwrapKey, unwrapMaster } from '../vault/unlock.ts';
import type { VaultBase, VaultKeeper } from '../vault/vault-keeper.ts';
import { type Manifest, unpacked } from './manifest.ts';
import type { OpenBackup } from './open.ts';

/** Moves the keys of a backup into the stores of a state folder. */
export interface KeyRestorer {
  /** Proves each key, seals it for its store and lists it. Throws BACKUP_DAMAGED, KEY_STORE_CHANGED, and what opening a store throws. */
  restore(backup: OpenBackup): Promise<void>;
  /** Throws FILE_REFUSED when the list no longer names every key of the backup: another program changed it. */
  requireListed(manifest: Manifest): void;
  /** Removes the items that were written to the keychain. */
  undo(): Promise<void>;
}

interface Target {
  readonly vault: VaultKeeper;
  /** The requested store. Null for the kind of store that the keys were in. */
  readonly store: KeyStore | null;
  /** The future path of the state folder. */
  readonly root: string;
}

export function createKeyRestorer(
  { ports, stores, index }: VaultBase,
  { vault, store: wanted, root }: Target,
): KeyRestorer {
  const kept: { readonly store: SecretStore; readonly name: string }[] = [];
  let ownsItems = false;

  /** The store for each kind that the keys were in, open in the vault. */
  const openTargets = async (manifest: Manifest): Promise<ReadonlyMap<KeyStore, SecretStore>> => {
    const asked = wanted ?? ports.forceStore;
    const before = KEY_STORES.filter((kind) =>
      [...manifest.keys.map(({ key }) => key), ...manifest.masters.map(({ master }) => master)].some(
        ({ store }) => store === kind,
      ),
    );
    // Each store has an audit key of its own, and a log is signed by one of each store only.
    if (before.length > 1 && asked !== null) throw keptInBoth();
    const targets = new Map<KeyStore, SecretStore>();
    for (const kind of before) targets.set(kind, await stores.forNew(asked ?? kind));
    if ([...targets.values()].some(({ kind }) => kind === 'keychain')) {
      index.claimItems();
      ownsItems = true;
    }
    for (const [kind, store] of targets) {
      await vault.openWithStore(store.kind);
      targets.set(kind, remembering(store));
    }
    return targets;
  };

  const remembering = (store: SecretStore): SecretStore => ({
    ...store,
    write: (name, bytes) => {
      kept.push({ store, name });
      return store.write(name, bytes);
    },
  });

  return {
    async restore({ call, backupId, manifest }) {
      const targets = await openTargets(manifest);
      const targetOf = (kind: KeyStore) => targets.get(kind) ?? Promise.reject(new Error(`no store for ${kind}`));
      const listed: Key[] = [...manifest.elsewhere];
      for (const { key, wrapped, counter } of manifest.keys) {
        const store = await targetOf(key.store);
        await unwrapKey(call, store, { backupId, key, wrapped: unpacked(wrapped) });
        if (counter !== undefined) await store.write(counterName(key), unpacked(counter));
        listed.push({ ...key, store: store.kind, backend: store.backend });
      }
      const places = new Map(manifest.order.map((id, place) => [id, place]));
      const placeOf = ({ id }: Key) => places.get(id) ?? places.size;
      for (const key of listed.toSorted((a, b) => placeOf(a) - placeOf(b))) index.addKey(key);
      for (const { master, wrapped } of manifest.masters) {
        const store = await targetOf(master.store);
        const kind = master.sealedTo === undefined ? 'master' : 'tokenMaster';
        await unwrapMaster(call, store, { backupId, id: master.id, kind, wrapped: unpacked(wrapped), sealTo: null });
        const service = manifest.services.find(({ storeId }) => storeId === master.id);
        const directory = service === undefined ? master.directory : join(root, service.folder);
        index.keepMaster({ ...master, directory, store: store.kind, backend: store.backend });
      }
    },
    requireListed({ order, masters }) {
      const isListed = order.every((id) => index.key(id) !== undefined);
      const ids = index.masters().map(({ id }) => id);
      if (!isListed || !masters.every(({ master }) => ids.includes(master.id))) throw listChanged();
    },
    async undo() {
      if (!ownsItems) return;
      for (const { store, name } of kept) if (store.kind === 'keychain') await store.remove(name).catch(ports.report);
      for (const name of ['header', 'tries']) await stores.removeOwn(name).catch(ports.report);
    },
  };
}

const keptInBoth = () =>
  new AppError(
    'KEY_STORE_CHANGED',
    'The backup has keys of the keychain and of the passphrase file, and each key returns to its own store. Nothing was restored. Leave out --store and unset CASTELLAN_PASSPHRASE_FILE.',
  );

const listChanged = () =>
  new AppError(
    'FILE_REFUSED',
    'Another program changed the list of keys during the restore. Nothing was restored. End that program, then restore again.',
  );
