import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { InputOf, MessageClient, OutputOf, SealedSecret, VaultMessages } from '../../../shared/processes/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import type { Key } from '../keys/key-index.ts';

/**
 * The only file that moves keys between stores and the vault. The vault sealed what is stored, so this process cannot
 * read it. A master key is sealed to its local service. An imported key is wiped here after the hand-over.
 */
type Item = Pick<Key, 'id' | 'purpose' | 'scheme'> & { readonly asks?: boolean };
type Vault = MessageClient<VaultMessages>;

/** The scheme for the vault, which is absent for P-256. */
const schemeIn = ({ scheme }: Item) => (scheme === undefined ? {} : { scheme });

/** The name of a local service's master key inside its store. */
export const masterItem = (id: string) => `master/${id}`;

/** The name of a key inside its store. */
const itemName = (key: Pick<Key, 'id' | 'purpose'>) => `${key.purpose}/${key.id}`;

/**
 * Makes a key in the vault and stores it. Returns the public key in lowercase hex, compressed for stamps and
 * uncompressed for targets.
 */
export async function createKey(vault: Vault, store: SecretStore, key: Item): Promise<string> {
  const created = await vault('createKey', { ...key, store: store.kind });
  return keep(store, key, created);
}

/** Hands 32 raw private key bytes to the vault, which checks them, and keeps them. Wipes `privateKey`. */
export async function importKey(
  vault: Vault,
  store: SecretStore,
  key: Item,
  privateKey: Uint8Array<ArrayBuffer>,
): Promise<string> {
  try {
    const imported = await vault('importKey', { ...key, store: store.kind, privateKey });
    return await keep(store, key, imported);
  } finally {
    privateKey.fill(0);
  }
}

/** Reads the sealed key from its store. Throws KEY_MISSING when the store no longer has it. */
export async function readKept(store: SecretStore, key: Key): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await store.read(itemName(key));
  if (stored === null) {
    throw new AppError(
      'KEY_MISSING',
      sentence`The ${store.backend} no longer has the key ${key.publicKey}. Nothing was stamped and nothing was changed. Restore a backup with \`castellan backup restore\`, or make a new key and register it with the service.`,
    );
  }
  return stored;
}

/** Stores a key that the vault has sealed again. */
export async function keepAgain(store: SecretStore, key: Key, stored: Uint8Array): Promise<void> {
  await store.write(itemName(key), stored);
}

/**
 * Moves a kept key into the vault. Returns true when it asks for a PIN or passphrase with each stamp. Throws
 * KEY_MISSING.
 */
export async function loadKey(vault: Vault, store: SecretStore, key: Key): Promise<boolean> {
  const { id, purpose, publicKey } = key;
  const stored = await readKept(store, key);
  const loaded = await vault('loadKey', { id, purpose, ...schemeIn(key), publicKey, store: store.kind, stored });
  return loaded.asks;
}

/** Moves a target key that is not kept (from a file) into the vault, under `id`, until it is forgotten. Wipes `privateKey`. */
export async function lendKey(vault: Vault, id: string, privateKey: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await vault('importKey', { id, purpose: 'target', store: null, privateKey });
  } finally {
    privateKey.fill(0);
  }
}

/** Removes a key from its store. */
export function forgetKey(store: SecretStore, key: Item): Promise<void> {
  return store.remove(itemName(key));
}

/**
 * Returns the key that seals a local service's keys at rest, sealed to that service's offer. With `create` a missing
 * key is made and kept. Otherwise a missing key is an error (KEY_MISSING), because a new key could not open what the
 * lost one sealed.
 */
export async function masterKey(
  vault: Vault,
  store: SecretStore,
  { id, create, sealTo }: { readonly id: string; readonly create: boolean; readonly sealTo: Uint8Array<ArrayBuffer> },
): Promise<SealedSecret> {
  const item = masterItem(id);
  const kept = await store.read(item);
  if (kept === null && !create) throw masterMissing(store);
  const { master, stored } = await vault('masterKey', { id, store: store.kind, stored: kept, sealTo });
  if (kept === null) await store.write(item, stored);
  return master;
}

/** Wraps a stored key for a backup, in the vault. Throws KEY_MISSING. */
export async function wrapKey(vault: Vault, store: SecretStore, backupId: string, key: Key): Promise<Uint8Array> {
  const { id, purpose } = key;
  const stored = await readKept(store, key);
  return (await vault('wrapBackupKey', { backupId, kind: purpose, id, store: store.kind, stored })).wrapped;
}

/** The same for the master key of a local service. */
export async function wrapMaster(
  vault: Vault,
  store: SecretStore,
  { backupId, id, kind }: { readonly backupId: string; readonly id: string; readonly kind: 'master' | 'tokenMaster' },
): Promise<Uint8Array> {
  const stored = await store.read(masterItem(id));
  if (stored === null) throw masterMissing(store);
  return (await vault('wrapBackupKey', { backupId, kind, id, store: store.kind, stored })).wrapped;
}

/** Proves a key of a backup, and keeps it in `store`. A null store only proves it. Throws BACKUP_DAMAGED. */
export async function unwrapKey(
  vault: Vault,
  store: SecretStore | null,
  {
    backupId,
    key,
    wrapped,
  }: { readonly backupId: string; readonly key: Key; readonly wrapped: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const { id, publicKey } = key;
  const named = { backupId, id, purpose: key.purpose, ...schemeIn(key), publicKey, wrapped };
  const { stored } = await vault('unwrapBackupKey', { ...named, store: store?.kind ?? null });
  if (store !== null && stored !== null) await store.write(itemName(key), stored);
}

/**
 * The same for a master key. With `sealTo`, returns it sealed to a local service's offer. Null for a master key that
 * opens only with a token.
 */
export async function unwrapMaster(
  vault: Vault,
  store: SecretStore | null,
  { sealTo, ...named }: Omit<InputOf<VaultMessages, 'unwrapBackupMaster'>, 'store'>,
): Promise<SealedSecret | null> {
  const { stored, master } = await vault('unwrapBackupMaster', { ...named, sealTo, store: store?.kind ?? null });
  if (store !== null && stored !== null) await store.write(masterItem(named.id), stored);
  return master;
}

async function keep(
  store: SecretStore,
  key: Item,
  { publicKey, stored }: OutputOf<VaultMessages, 'createKey'>,
): Promise<string> {
  if (stored === null) throw new Error('the vault was asked for a key that is kept');
  await store.write(itemName(key), stored);
  return publicKey;
}

const masterMissing = (store: SecretStore) =>
  new AppError(
    'KEY_MISSING',
    sentence`The ${store.backend} does not have the key that opens the local service. Nothing was changed. A new key cannot open its data. Restore a backup with \`castellan backup restore\`.`,
  );
