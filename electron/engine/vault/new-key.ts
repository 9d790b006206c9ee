import { randomBytes } from 'node:crypto';
import type { SecretStore } from '../../storage/keychain/index.ts';
import type { Base } from '../base.ts';
import type { KeptKey } from '../keys/key-index.ts';
import { createKey, importKey } from './unlock.ts';
import type { VaultKeeper } from './vault-keeper.ts';

/**
 * The purpose and name of a new key. With `privateKey` (32 raw bytes, wiped) that key is imported, else the vault makes
 * one.
 */
export interface NewKey extends Pick<KeptKey, 'purpose' | 'profile' | 'name' | 'scheme'> {
  readonly privateKey?: Uint8Array<ArrayBuffer> | undefined;
  /** For each stamp, it needs the PIN or passphrase of its store. */
  readonly asks?: boolean | undefined;
}

/** Makes a key in the vault and in that store. The caller lists it. Throws the errors of the vault and the store. */
export async function makeKept(
  { ports }: Pick<Base, 'ports'>,
  { vault, store }: { readonly vault: VaultKeeper; readonly store: SecretStore },
  { purpose, profile, name, scheme, privateKey, asks = false }: NewKey,
): Promise<KeptKey> {
  const call = await vault.openWithStore(store.kind);
  const item = { id: randomBytes(8).toString('hex'), purpose, ...(scheme === undefined ? {} : { scheme }) };
  const made = { ...item, ...(asks ? { asks } : {}) };
  const publicKey =
    privateKey === undefined ? await createKey(call, store, made) : await importKey(call, store, made, privateKey);
  vault.noteLoaded(item.id);
  vault.noteAsking(item.id, asks);
  const kept = { store: store.kind, backend: store.backend, createdAt: ports.clock.now() };
  return { ...item, profile, name, publicKey, ...kept };
}
