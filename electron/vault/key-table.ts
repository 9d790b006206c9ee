import { AppError } from '../../shared/errors/index.ts';
import type { KeyPurpose } from '../../shared/processes/index.ts';
import { openP256Signer, type P256Signer, p256PublicKey } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

/** The keys that sign; one of each purpose is another key. */
type SigningPurpose = Exclude<KeyPurpose, 'target'>;
type Key =
  | { readonly purpose: SigningPurpose; readonly publicKey: string; readonly signer: P256Signer }
  | { readonly purpose: 'target'; readonly publicKey: string; readonly privateKey: Uint8Array };

/** The unlocked keys. A key has one purpose for its life: a stamp is made with a stamp key and with no other. */
export interface KeyTable {
  /** Takes over `privateKey` (wiped here) and gives the public key: uncompressed for targets (PROTOCOL 5.1), else compressed. */
  add(id: string, purpose: KeyPurpose, privateKey: Uint8Array): string;
  /** Throws VAULT_LOCKED when no such key is unlocked. */
  signer(id: string, purpose: SigningPurpose): P256Signer;
  /** The 32 private bytes, still owned by the table. Throws VAULT_LOCKED. */
  target(id: string): Uint8Array;
  /** Whether there was such a key. */
  forget(id: string): boolean;
}

const USES: Readonly<Record<KeyPurpose, string>> = {
  stamp: 'signing requests',
  target: 'opening bundles',
  audit: 'signing the audit log',
};

export function createKeyTable(memory: SecretMemory): KeyTable {
  const keys = new Map<string, Key>();

  function missing(id: string, purpose: KeyPurpose): AppError {
    return new AppError(
      'VAULT_LOCKED',
      `No key named ${id} is unlocked for ${USES[purpose]}, so nothing was done. Unlock it and try again.`,
    );
  }

  function forget(id: string): boolean {
    const key = keys.get(id);
    if (key?.purpose === 'target') memory.release(key.privateKey);
    else key?.signer.close();
    return keys.delete(id);
  }

  return {
    add(id, purpose, privateKey) {
      try {
        const publicKey = p256PublicKey(privateKey, purpose === 'target' ? 'uncompressed' : 'compressed');
        const known = keys.get(id);
        if (known !== undefined && (known.purpose !== purpose || known.publicKey !== publicKey)) {
          throw new AppError(
            'INVALID_INPUT',
            `Another key named ${id} is unlocked, so this one was not loaded. Forget the other one first.`,
          );
        }
        forget(id);
        if (purpose === 'target') keys.set(id, { purpose, publicKey, privateKey: memory.hold(privateKey) });
        else keys.set(id, { purpose, publicKey, signer: openP256Signer(privateKey) });
        return publicKey;
      } finally {
        privateKey.fill(0);
      }
    },
    signer(id, purpose) {
      const key = keys.get(id);
      if (key === undefined || key.purpose === 'target' || key.purpose !== purpose) throw missing(id, purpose);
      return key.signer;
    },
    target(id) {
      const key = keys.get(id);
      if (key?.purpose !== 'target') throw missing(id, 'target');
      return key.privateKey;
    },
    forget,
  };
}
