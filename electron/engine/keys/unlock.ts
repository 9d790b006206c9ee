import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';
import type { MessageClient, VaultMessages } from '../../../shared/processes/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import type { Key } from './key-index.ts';

/**
 * The only file that moves a private key between what keeps it and the vault.
 * With the keychain the bytes are the key itself and are wiped here after the hand-over; with the passphrase
 * file they are sealed by the vault and mean nothing to this process.
 */
type Item = Pick<Key, 'id' | 'purpose' | 'scheme'>;
type Vault = MessageClient<VaultMessages>;

/** As the vault takes it: left out for P-256. */
const schemeIn = ({ scheme }: Item) => (scheme === undefined ? {} : { scheme });

/** Where a key lies inside its store. */
const itemName = (key: Pick<Key, 'id' | 'purpose'>) => `${key.purpose}/${key.id}`;

/** Has the vault make a key and keeps it. Gives the public key: lowercase hex, compressed for stamps, uncompressed for targets. */
export async function createKey(vault: Vault, store: SecretStore, key: Item): Promise<string> {
  const created = await vault('createKey', { ...key, sealed: store.sealed });
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
    const imported = await vault('importKey', { ...key, sealed: store.sealed, privateKey });
    return await keep(store, key, imported);
  } finally {
    privateKey.fill(0);
  }
}

/** Moves a kept key into the vault. Throws KEY_MISSING when its store does not have it any more. */
export async function loadKey(vault: Vault, store: SecretStore, key: Key): Promise<void> {
  const { id, purpose, publicKey } = key;
  const stored = await store.read(itemName(key));
  if (stored === null) {
    throw new AppError(
      'KEY_MISSING',
      `The ${store.backend} no longer has the key ${publicKey}. Nothing was stamped and nothing was changed. Restore the ${store.backend} from a backup, or make a new key and register it with the service.`,
    );
  }
  try {
    await vault('loadKey', { id, purpose, ...schemeIn(key), publicKey, sealed: store.sealed, stored });
  } finally {
    stored.fill(0);
  }
}

/** Moves a target key that is not kept (from a file) into the vault, under `id`, until it is forgotten. Wipes `privateKey`. */
export async function lendKey(vault: Vault, id: string, privateKey: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const { stored } = await vault('importKey', { id, purpose: 'target', sealed: false, privateKey });
    stored.fill(0);
  } finally {
    privateKey.fill(0);
  }
}

/** Removes a key from its store. */
export function forgetKey(store: SecretStore, key: Item): Promise<void> {
  return store.remove(itemName(key));
}

/**
 * Gives the 32-byte key that seals a local service's keys at rest to `use`, then wipes it. With `create` a missing one
 * is made; without it a missing one is an error, because a new key could not open what the lost one sealed.
 */
export async function withMasterKey<Value>(
  store: SecretStore,
  serviceId: string,
  create: boolean,
  use: (master: Uint8Array<ArrayBuffer>) => Promise<Value>,
): Promise<Value> {
  const item = `master/${serviceId}`;
  let master = await store.read(item);
  if (master === null) {
    if (!create) {
      throw new AppError(
        'KEY_MISSING',
        `The ${store.backend} no longer has the key that opens the local service. Nothing was changed. Restore the ${store.backend} from a backup; a new key could not open what the lost one sealed.`,
      );
    }
    master = copySecret(randomBytes(32));
    await store.write(item, master);
  }
  try {
    return await use(master);
  } finally {
    master.fill(0);
  }
}

async function keep(
  store: SecretStore,
  key: Item,
  made: { publicKey: string; stored: Uint8Array<ArrayBuffer> },
): Promise<string> {
  try {
    await store.write(itemName(key), made.stored);
    return made.publicKey;
  } finally {
    made.stored.fill(0);
  }
}
