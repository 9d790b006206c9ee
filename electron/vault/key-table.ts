import { AppError, sentence } from '../../shared/errors/index.ts';
import type { StampScheme } from '../../shared/model/index.ts';
import type { KeyPurpose } from '../../shared/processes/index.ts';
import { openP256Signer, openStampSigner, type P256Signer, p256PublicKey, type StampSigner } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

/** The purpose of a key. A stamping key has a scheme, and every other key is of P-256. */
export type KeyUse =
  | { readonly purpose: 'stamp'; readonly scheme: StampScheme }
  | { readonly purpose: Exclude<KeyPurpose, 'stamp'> };

/** A key in the table. `end` wipes it. */
type Key = { readonly publicKey: string; end(): void } & (
  | { readonly purpose: 'stamp'; readonly scheme: StampScheme; readonly signer: StampSigner }
  | { readonly purpose: 'audit'; readonly signer: P256Signer }
  | { readonly purpose: 'target'; readonly privateKey: Uint8Array }
);

/** The unlocked keys. A key has one purpose for its life: a stamp is made with a stamp key and with no other. */
export interface KeyTable {
  /**
   * Takes over `privateKey` (wiped here) and returns the public key: uncompressed for targets
   * (docs/protocol.md#encryption), else compressed.
   */
  add(id: string, use: KeyUse, privateKey: Uint8Array): string;
  /** Throws VAULT_LOCKED when no such key is unlocked. */
  stamper(id: string): StampSigner;
  /** A key of the audit log. Throws VAULT_LOCKED. */
  auditor(id: string): P256Signer;
  /** The 32 private bytes, still owned by the table. Throws VAULT_LOCKED. */
  target(id: string): Uint8Array;
  /** Forgets a key. Returns true when there was one. */
  forget(id: string): boolean;
}

const USES: Readonly<Record<KeyPurpose, string>> = {
  stamp: 'signing requests',
  target: 'opening bundles',
  audit: 'signing the audit log',
};

export function createKeyTable(memory: SecretMemory): KeyTable {
  const keys = new Map<string, Key>();

  function find<Purpose extends KeyPurpose>(id: string, purpose: Purpose): Extract<Key, { purpose: Purpose }> {
    const key = keys.get(id);
    if (key?.purpose === purpose) return key as Extract<Key, { purpose: Purpose }>;
    throw new AppError(
      'VAULT_LOCKED',
      sentence`No key named ${id} is unlocked for ${USES[purpose]}, so nothing was done. Unlock it and try again.`,
    );
  }

  function forget(id: string): boolean {
    keys.get(id)?.end();
    return keys.delete(id);
  }

  function open(use: KeyUse, privateKey: Uint8Array): Key {
    switch (use.purpose) {
      case 'stamp': {
        const signer = openStampSigner(use.scheme, privateKey, memory);
        return { ...use, publicKey: signer.publicKey, signer, end: signer.close };
      }
      case 'audit': {
        const signer = openP256Signer(privateKey);
        return { purpose: 'audit', publicKey: signer.publicKey, signer, end: signer.close };
      }
      case 'target': {
        const publicKey = p256PublicKey(privateKey, 'uncompressed');
        const held = memory.hold(privateKey);
        return { purpose: 'target', publicKey, privateKey: held, end: () => memory.release(held) };
      }
    }
  }

  return {
    add(id, use, privateKey) {
      try {
        const key = open(use, privateKey);
        const known = keys.get(id);
        if (known !== undefined && !isSame(known, key)) {
          key.end();
          throw new AppError(
            'INVALID_INPUT',
            sentence`Another key named ${id} is unlocked. This one was not loaded. Lock the other one first.`,
          );
        }
        forget(id);
        keys.set(id, key);
        return key.publicKey;
      } finally {
        privateKey.fill(0);
      }
    },
    stamper: (id) => find(id, 'stamp').signer,
    auditor: (id) => find(id, 'audit').signer,
    target: (id) => find(id, 'target').privateKey,
    forget,
  };
}

/** The same public key may stamp in two schemes. */
function isSame(one: Key, other: Key): boolean {
  const schemeOf = (key: Key) => (key.purpose === 'stamp' ? key.scheme : null);
  return one.purpose === other.purpose && one.publicKey === other.publicKey && schemeOf(one) === schemeOf(other);
}
