import { AppError } from '../../shared/errors/index.ts';
import type { KeyStore } from '../../shared/model/index.ts';
import { isProtected } from '../../shared/processes/index.ts';
import { copySecret } from '../../shared/wire/index.ts';
import { type Bytes, openAtRest, randomBytes, sealAtRest } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { openHeader, plainHeader, sealedHeader } from './keystore-header.ts';

/**
 * The wrapping key of each store that was opened, and what is sealed with it. Main keeps the blobs and can open none of them, unless
 * the operator chose to have no PIN: then the keychain holds the wrapping key itself.
 */
export interface Keystore {
  /**
   * Opens a store by its header; with none a new wrapping key is made. Of a store that is open already only the passphrase is proven.
   * Gives the header to keep. Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, KEYSTORE_CORRUPT or INVALID_INPUT (an empty passphrase).
   */
  open(store: KeyStore, header: Uint8Array | null, passphrase: Uint8Array | null): Promise<Bytes>;
  /** Puts an open store under another PIN or passphrase, or none, which only the keychain takes. Throws what `prove` throws. */
  protect(store: KeyStore, passphrase: Uint8Array | null, next: Uint8Array | null): Promise<Bytes>;
  /** Throws PASSPHRASE_REQUIRED or PASSPHRASE_WRONG, but nothing for an open store that has neither PIN nor passphrase. */
  prove(store: KeyStore, passphrase: Uint8Array | null): Promise<void>;
  /** The same, and PASSPHRASE_REQUIRED also for a store that has neither. */
  proveTyped(store: KeyStore, passphrase: Uint8Array | null): Promise<void>;
  /** `place` names what it is for. Throws PASSPHRASE_REQUIRED when the store was not opened. */
  seal(store: KeyStore, secret: Uint8Array, place: string): Bytes;
  /** Throws PASSPHRASE_REQUIRED or KEYSTORE_CORRUPT. */
  unseal(store: KeyStore, sealed: Uint8Array, place: string): Bytes;
}

interface Open {
  readonly wrappingKey: Uint8Array;
  /** Null where no passphrase is needed. */
  header: Bytes | null;
}

const WRAPPING_KEY_BYTES = 32;

export function createKeystore(memory: SecretMemory): Keystore {
  const opened = new Map<KeyStore, Open>();

  const requireOpen = (store: KeyStore): Open => {
    const open = opened.get(store);
    if (open !== undefined) return open;
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      `What keeps the keys (${store}) is locked, so no key was read or written. Unlock it first.`,
    );
  };

  /** Takes the wrapping key over and wipes it. */
  const keep = (store: KeyStore, wrappingKey: Uint8Array, header: Bytes, hasPassphrase: boolean): Bytes => {
    try {
      // Two openings at once would seal under two keys.
      if (opened.has(store)) throw new AppError('INVALID_INPUT', 'It was opened meanwhile, so nothing was changed.');
      opened.set(store, { wrappingKey: memory.hold(wrappingKey), header: hasPassphrase ? copySecret(header) : null });
      return header;
    } finally {
      wrappingKey.fill(0);
    }
  };

  /** The header of a wrapping key. Throws INVALID_INPUT for a passphrase file without one, and for a passphrase that is empty. */
  const headerOf = async (store: KeyStore, wrappingKey: Uint8Array, passphrase: Uint8Array | null): Promise<Bytes> => {
    if (passphrase !== null) return sealedHeader(store, wrappingKey, passphrase);
    if (store === 'keychain') return plainHeader(wrappingKey);
    throw new AppError('INVALID_INPUT', 'The passphrase file needs a passphrase, so nothing was made. Give one.');
  };

  const prove: Keystore['prove'] = async (store, passphrase) => {
    const { header } = requireOpen(store);
    if (header !== null) (await openHeader(store, header, passphrase)).fill(0);
  };

  return {
    prove,
    async proveTyped(store, passphrase) {
      if (requireOpen(store).header !== null) return prove(store, passphrase);
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'This key asks for the PIN or passphrase of its store, which has none. Nothing was done. Choose one first.',
      );
    },
    async open(store, header, passphrase) {
      const before = opened.get(store);
      if (before !== undefined) {
        await prove(store, passphrase);
        return before.header === null ? plainHeader(before.wrappingKey) : copySecret(before.header);
      }
      if (header !== null)
        return keep(store, await openHeader(store, header, passphrase), copySecret(header), isProtected(header));
      const wrappingKey = randomBytes(WRAPPING_KEY_BYTES);
      return keep(store, wrappingKey, await headerOf(store, wrappingKey, passphrase), passphrase !== null);
    },
    async protect(store, passphrase, next) {
      await prove(store, passphrase);
      const open = requireOpen(store);
      const header = await headerOf(store, open.wrappingKey, next);
      open.header = next === null ? null : copySecret(header);
      return header;
    },
    seal: (store, secret, place) => sealAtRest(requireOpen(store).wrappingKey, secret, placeIn(store, place)),
    unseal: (store, sealed, place) => openAtRest(requireOpen(store).wrappingKey, sealed, placeIn(store, place)),
  };
}

const placeIn = (store: KeyStore, place: string) => `castellan ${store} v2|${place}`;
