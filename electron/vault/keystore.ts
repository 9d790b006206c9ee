import { AppError, sentence } from '../../shared/errors/index.ts';
import type { KeyStore } from '../../shared/model/index.ts';
import { copySecret } from '../../shared/wire/index.ts';
import { type Bytes, openAtRest, randomBytes, sealAtRest } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { type KnownSecurityKey, NO_OPENERS, type Openers, openHeader, writeHeader } from './keystore-header.ts';
import { type Given, makeTypedWay } from './ways.ts';

/**
 * The wrapping key of each open store, and the blobs sealed with it. Main keeps the blobs and cannot open them. If the
 * operator chose no unlock method, the keychain holds the wrapping key itself, and main could.
 */
export interface Keystore {
  /**
   * Opens a store by its header. Without one, makes a new wrapping key. For a store that is already open, only proves
   * the given secret. Returns the header to keep. Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, KEYSTORE_CORRUPT or
   * INVALID_INPUT (an empty passphrase).
   */
  open(store: KeyStore, header: Uint8Array | null, given: Given): Promise<Bytes>;
  /**
   * Seals an open store under another PIN or passphrase, or none, which only the keychain accepts. Throws what `prove`
   * throws.
   */
  protect(store: KeyStore, given: Given, next: Uint8Array | null): Promise<Bytes>;
  /**
   * Changes the security keys of an open store. `change` makes the new list from the current one. Throws what `prove`
   * throws.
   */
  changeSecurityKeys(
    store: KeyStore,
    given: Given,
    change: (now: readonly KnownSecurityKey[], wrappingKey: Uint8Array) => readonly KnownSecurityKey[],
  ): Promise<Bytes>;
  /** Throws PASSPHRASE_REQUIRED or PASSPHRASE_WRONG, but nothing for an open store that nothing is asked for. */
  prove(store: KeyStore, given: Given): Promise<void>;
  /** The same, and PASSPHRASE_REQUIRED also for a store without an unlock method. */
  proveAsked(store: KeyStore, given: Given): Promise<void>;
  /** The security keys of an open store. */
  securityKeys(store: KeyStore): readonly KnownSecurityKey[];
  /** `place` names the secret's purpose. Throws PASSPHRASE_REQUIRED when the store was not opened. */
  seal(store: KeyStore, secret: Uint8Array, place: string): Bytes;
  /** Throws PASSPHRASE_REQUIRED or KEYSTORE_CORRUPT. */
  unseal(store: KeyStore, sealed: Uint8Array, place: string): Bytes;
}

interface Open {
  readonly wrappingKey: Uint8Array;
  header: Bytes;
  openers: Openers;
}

const WRAPPING_KEY_BYTES = 32;

export function createKeystore(memory: SecretMemory): Keystore {
  const opened = new Map<KeyStore, Open>();

  const requireOpen = (store: KeyStore): Open => {
    const open = opened.get(store);
    if (open !== undefined) return open;
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      sentence`The key store (${store}) is locked. No key was read or written. Unlock it first.`,
    );
  };

  /** Takes the wrapping key over and wipes it. */
  const keep = (store: KeyStore, wrappingKey: Uint8Array, header: Bytes, openers: Openers): Bytes => {
    try {
      // Two openings at once would seal under two keys.
      if (opened.has(store))
        throw new AppError(
          'INVALID_INPUT',
          'The key store was opened at the same time. Nothing was changed. Try again.',
        );
      // A header without a way holds the wrapping key, which is in the arena already.
      const kept = isAsked(openers) ? copySecret(header) : new Uint8Array(0);
      opened.set(store, { wrappingKey: memory.hold(wrappingKey), header: kept, openers });
      return header;
    } finally {
      wrappingKey.fill(0);
    }
  };

  /**
   * Sets the unlock methods of an open store, and returns its header. Throws INVALID_INPUT for a passphrase file
   * without a passphrase.
   */
  const change = (store: KeyStore, openers: Openers): Bytes => {
    if (store === 'file' && openers.typed === null) throw needsPassphrase();
    const open = requireOpen(store);
    const header = writeHeader(store, open.wrappingKey, openers);
    open.openers = openers;
    open.header = isAsked(openers) ? copySecret(header) : new Uint8Array(0);
    return header;
  };

  const prove: Keystore['prove'] = async (store, given) => {
    const { header, openers } = requireOpen(store);
    if (isAsked(openers)) (await openHeader(store, header, given)).wrappingKey.fill(0);
  };

  return {
    prove,
    async proveAsked(store, given) {
      if (isAsked(requireOpen(store).openers)) return prove(store, given);
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'This key needs an unlock method, and its store has none. Nothing was done. Choose a PIN or a security key first.',
      );
    },
    async open(store, header, given) {
      const before = opened.get(store);
      if (before !== undefined) {
        await prove(store, given);
        return writeHeaderOf(store, before);
      }
      if (header !== null) {
        const { wrappingKey, openers } = await openHeader(store, header, given);
        return keep(store, wrappingKey, copySecret(header), openers);
      }
      const wrappingKey = randomBytes(WRAPPING_KEY_BYTES);
      const { passphrase } = given;
      if (passphrase === null && store === 'file') throw needsPassphrase();
      const typed = passphrase === null ? null : await makeTypedWay(store, wrappingKey, passphrase);
      const openers = { ...NO_OPENERS, typed };
      return keep(store, wrappingKey, writeHeader(store, wrappingKey, openers), openers);
    },
    async protect(store, given, next) {
      await prove(store, given);
      const { wrappingKey } = requireOpen(store);
      const typed = next === null ? null : await makeTypedWay(store, wrappingKey, next);
      return change(store, { ...requireOpen(store).openers, typed });
    },
    async changeSecurityKeys(store, given, changed) {
      await prove(store, given);
      const { openers, wrappingKey } = requireOpen(store);
      return change(store, { ...openers, securityKeys: changed(openers.securityKeys, wrappingKey) });
    },
    securityKeys: (store) => requireOpen(store).openers.securityKeys,
    seal: (store, secret, place) => sealAtRest(requireOpen(store).wrappingKey, secret, placeIn(store, place)),
    unseal: (store, sealed, place) => openAtRest(requireOpen(store).wrappingKey, sealed, placeIn(store, place)),
  };
}

const isAsked = ({ typed, securityKeys }: Openers) => typed !== null || securityKeys.length > 0;

const writeHeaderOf = (store: KeyStore, { wrappingKey, header, openers }: Open): Bytes =>
  isAsked(openers) ? copySecret(header) : writeHeader(store, wrappingKey, openers);

const needsPassphrase = () =>
  new AppError('INVALID_INPUT', 'The passphrase file needs a passphrase. Nothing was made. Give one.');

const placeIn = (store: KeyStore, place: string) => `castellan ${store} v2|${place}`;
