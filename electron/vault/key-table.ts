import { AppError } from '../../shared/errors/index.ts';
import type { KeyPurpose } from '../../shared/processes/index.ts';
import { openP256Signer, type P256Signer, p256PublicKey } from '../crypto/index.ts';
import type { SecretMemory } from './secret-memory.ts';

type Key =
  | { readonly purpose: 'stamp'; readonly publicKey: string; readonly signer: P256Signer }
  | { readonly purpose: 'target'; readonly publicKey: string; readonly privateKey: Uint8Array };

/** The unlocked keys. A key has one purpose for its life: stamps are never made with a target key, nor bundles opened with a stamp key. */
export interface KeyTable {
  /** Takes over `privateKey` (wiped here) and gives the public key: compressed for stamps, uncompressed for targets (PROTOCOL 5.1). */
  add(id: string, purpose: KeyPurpose, privateKey: Uint8Array): string;
  /** Throws VAULT_LOCKED when no such key is unlocked. */
  signer(id: string): P256Signer;
  /** The 32 private bytes, still owned by the table. Throws VAULT_LOCKED. */
  target(id: string): Uint8Array;
  /** Whether there was such a key. */
  forget(id: string): boolean;
}

export function createKeyTable(memory: SecretMemory): KeyTable {
  const keys = new Map<string, Key>();

  function find<Purpose extends KeyPurpose>(id: string, purpose: Purpose): Extract<Key, { purpose: Purpose }> {
    const key = keys.get(id);
    if (key === undefined || key.purpose !== purpose) {
      const use = purpose === 'stamp' ? 'signing requests' : 'opening bundles';
      throw new AppError(
        'VAULT_LOCKED',
        `No key named ${id} is unlocked for ${use}, so nothing was done. Unlock it and try again.`,
      );
    }
    return key as Extract<Key, { purpose: Purpose }>;
  }

  function forget(id: string): boolean {
    const key = keys.get(id);
    if (key?.purpose === 'stamp') key.signer.close();
    if (key?.purpose === 'target') memory.release(key.privateKey);
    return keys.delete(id);
  }

  return {
    add(id, purpose, privateKey) {
      try {
        const publicKey = p256PublicKey(privateKey, purpose === 'stamp' ? 'compressed' : 'uncompressed');
        const known = keys.get(id);
        if (known !== undefined && (known.purpose !== purpose || known.publicKey !== publicKey)) {
          throw new AppError(
            'INVALID_INPUT',
            `Another key named ${id} is unlocked, so this one was not loaded. Forget the other one first.`,
          );
        }
        forget(id);
        if (purpose === 'stamp') keys.set(id, { purpose, publicKey, signer: openP256Signer(privateKey) });
        else keys.set(id, { purpose, publicKey, privateKey: memory.hold(privateKey) });
        return publicKey;
      } finally {
        privateKey.fill(0);
      }
    },
    signer: (id) => find(id, 'stamp').signer,
    target: (id) => find(id, 'target').privateKey,
    forget,
  };
}
