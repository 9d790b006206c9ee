import type { KeyStore } from '../../shared/model/index.ts';
import { type InputOf, MASTER_INFO, type OutputOf, type VaultMessages } from '../../shared/processes/index.ts';
import { copySecret, hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import { type Bytes, type HpkeSealed, hpkeSeal, randomBytes } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import type { Keystore } from './keystore.ts';
import { createTokenOpenings } from './token-openings.ts';

const MASTER_BYTES = 32;
const POINT_BYTES = 65;

/**
 * Master keys of local services, which are separate processes. Each leaves the vault only sealed (HPKE) to the key
 * `sealTo`, a point of P-256 that its service offered. The vault cannot know the owner of that key. Functions with
 * `sealTo` throw KEY_INVALID for an invalid point.
 */
export function createMasterKeys(memory: SecretMemory, newId: () => string, keystore: Keystore) {
  const openings = createTokenOpenings<null>(memory, newId);
  return {
    /** Opens a master key, or makes a missing one. Throws the keystore's errors. */
    open({
      id,
      store,
      stored: kept,
      sealTo,
    }: InputOf<VaultMessages, 'masterKey'>): OutputOf<VaultMessages, 'masterKey'> {
      const place = masterPlace(id);
      return wiping(kept === null ? randomBytes(MASTER_BYTES) : keystore.unseal(store, kept, place), (master) => {
        const stored = kept === null ? keystore.seal(store, master, place) : copySecret(kept);
        return { master: handOver(master, sealTo), stored };
      });
    },
    /**
     * Makes a master key that only a token opens. It is sealed to a key of the token, and the store seals that again.
     * Either one alone opens nothing, and a change of either is noticed.
     */
    makeOnToken({
      id,
      store,
      publicKey,
      sealTo,
    }: InputOf<VaultMessages, 'makeTokenMaster'>): OutputOf<VaultMessages, 'makeTokenMaster'> {
      return wiping(randomBytes(MASTER_BYTES), (master) => {
        const { encappedPublic, ciphertext } = hpkeSeal({
          recipientPublic: hexDecode(publicKey),
          plaintext: master,
          info: infoOf(id),
        });
        const wrapped = Uint8Array.from([...encappedPublic, ...ciphertext]);
        return { stored: keystore.seal(store, wrapped, tokenMasterPlace(id)), master: handOver(master, sealTo) };
      });
    },
    /** Prepares an opening that waits for the token's answer. Throws the keystore's errors. */
    begin(input: { id: string; store: KeyStore; publicKey: string; stored: Uint8Array }) {
      const wrapped = keystore.unseal(input.store, input.stored, tokenMasterPlace(input.id));
      const sealed = {
        encappedPublic: copySecret(wrapped.subarray(0, POINT_BYTES)),
        ciphertext: copySecret(wrapped.subarray(POINT_BYTES)),
        info: infoOf(input.id),
      };
      return openings.begin(sealed, input.publicKey, null);
    },
    /** Throws NOT_FOUND, BUNDLE_UNREADABLE. */
    finish({
      openingId,
      agreement,
      sealTo,
    }: InputOf<VaultMessages, 'openTokenMaster'>): OutputOf<VaultMessages, 'openTokenMaster'> {
      return wiping(openings.finish(openingId, agreement).plaintext, (master) => ({
        master: handOver(master, sealTo),
      }));
    },
    forget: openings.forget,
  };
}

/** Seals a master key to its local service's offer. */
export function handOver(master: Bytes, sealTo: Uint8Array): HpkeSealed {
  return hpkeSeal({ recipientPublic: sealTo, plaintext: master, info: MASTER_INFO });
}

/** Passes a master key to `use` and wipes it, whatever the result. */
function wiping<Value>(master: Bytes, use: (master: Bytes) => Value): Value {
  try {
    return use(master);
  } finally {
    master.fill(0);
  }
}

/** The place that a store seals a master key for, and the place of one that is also sealed to a token. */
export const masterPlace = (id: string) => `master|${id}`;
export const tokenMasterPlace = (id: string) => `token master|${id}`;
const infoOf = (id: string) => utf8Encode(`castellan master v1|${id}`);
