import { join } from 'node:path';
import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import { databaseExists } from '../../storage/sqlite/index.ts';
import { counterName } from '../audit/audit-keys.ts';
import type { Base } from '../base.ts';
import { isKept, type Key } from '../keys/key-index.ts';
import { nameStore } from '../keys/store-identity.ts';
import { wrapKey, wrapMaster } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { SERVICE_FOLDERS, type ServiceFolder } from './archive.ts';
import { type Manifest, packed } from './manifest.ts';

/**
 * Makes the manifest of a backup with every key of the state folder, which the vault wraps for the open backup. Throws
 * KEY_MISSING for a service without its key, KEYSTORE_CORRUPT for a key that does not open, and what opening a store throws.
 */
export async function newManifest(
  { ports, index, stores }: Base,
  vault: VaultKeeper,
  backupId: string,
): Promise<Manifest> {
  const call = await vault.open();
  const all = (['stamp', 'target', 'audit'] as const).flatMap((purpose): Key[] => index.keys(purpose));
  const keys: Manifest['keys'] = [];
  for (const key of all.filter(isKept)) {
    const store = stores.forKept(key, `The key ${key.publicKey}`);
    const counter = key.purpose === 'audit' ? await store.read(counterName(key)) : null;
    const wrapped = packed(await unlessDamaged(sentence`The key “${key.name}”`, wrapKey(call, store, backupId, key)));
    keys.push({ key, wrapped, ...(counter !== null && { counter: packed(counter) }) });
  }
  const masters: Manifest['masters'] = [];
  for (const master of index.masters()) {
    const store = stores.forKept(master, 'The key that opens the local service');
    const kind = master.sealedTo === undefined ? 'master' : 'tokenMaster';
    const wrapped = wrapMaster(call, store, { backupId, id: master.id, kind });
    const called = sentence`The key that opens the local service in ${master.directory}`;
    masters.push({ master, wrapped: packed(await unlessDamaged(called, wrapped)) });
  }
  const elsewhere = all.filter((key) => !isKept(key)).map(withoutPin);
  const services = SERVICE_FOLDERS.flatMap((folder) => serviceIn(ports.paths.root, folder, index.master));
  return {
    format: 'castellan-backup-manifest',
    version: 1,
    createdAt: ports.clock.now(),
    keys,
    elsewhere,
    order: all.map(({ id }) => id),
    masters,
    services,
    notIncluded: [
      ...elsewhere.map(
        ({ name, profile, backend }) => `the key “${name}” of the profile “${profile}”: stored in the ${backend}`,
      ),
      ...masters.flatMap(({ master: { id, directory, sealedTo } }) => {
        if (sealedTo === undefined) return [];
        const folder = services.find(({ storeId }) => storeId === id)?.folder;
        const place = folder === undefined ? directory : join(ports.paths.root, folder);
        return [`the token “${sealedTo.token.label}”, without which the local service in ${place} does not open`];
      }),
      // A copied state folder lists its services at their first path until they start.
      ...masters
        .filter(({ master: { id } }) => services.every(({ storeId }) => storeId !== id))
        .filter(({ master: { directory } }) => databaseExists(join(directory, CUSTODY_DATABASE)))
        .map(
          ({ master: { directory } }) =>
            `the local service in ${directory}: only its key is included, so copy that folder`,
        ),
    ],
  };
}

/** Throws KEYSTORE_CORRUPT with the name of a key that does not open. */
async function unlessDamaged(called: Text, wrapped: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await wrapped;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'KEYSTORE_CORRUPT')) throw error;
    throw new AppError(
      'KEYSTORE_CORRUPT',
      sentence`${called} does not open, because it was changed in its store. No backup was made. Keep the older backups, and restore one of them into an empty folder.`,
      { cause: error },
    );
  }
}

function serviceIn(root: string, folder: ServiceFolder, master: Base['index']['master']): Manifest['services'] {
  const directory = join(root, folder);
  if (!databaseExists(join(directory, CUSTODY_DATABASE))) return [];
  const id = master(directory)?.id;
  if (id === undefined)
    throw new AppError(
      'KEY_MISSING',
      sentence`The key that opens the local service in ${directory} is not listed here, so no backup was made. Move that folder away, or restore its original list of keys.`,
    );
  return [{ folder, storeId: nameStore(directory, id) }];
}

/** A PIN in the keychain is not in the backup. */
function withoutPin(key: Key): Manifest['elsewhere'][number] {
  if (isKept(key)) throw new Error('a kept key is wrapped');
  if (key.store === 'passkey') return key;
  const { pinKept: _pinKept, ...rest } = key;
  return rest;
}
