import type { KeyStore } from '../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { copySecret, hexDecode, utf8Encode } from '../../shared/wire/index.ts';
import { type HpkeSealed, hpkeSeal, randomBytes } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import type { Keystore } from './keystore.ts';
import { createTokenOpenings } from './token-openings.ts';

const MASTER_BYTES = 32;
const POINT_BYTES = 65;

/**
 * The master key of a local service that opens with a token alone: sealed (HPKE) to a key of the token, and that by the store, so that
 * who has one of the two has nothing, and who writes one of the two is noticed.
 */
export function createTokenMasters(memory: SecretMemory, newId: () => string, keystore: Keystore) {
  const openings = createTokenOpenings<null>(memory, newId);
  return {
    /** Makes one. The caller wipes `master`. */
    make({
      id,
      store,
      publicKey,
    }: InputOf<VaultMessages, 'makeTokenMaster'>): OutputOf<VaultMessages, 'makeTokenMaster'> {
      const master = randomBytes(MASTER_BYTES);
      const { encappedPublic, ciphertext } = hpkeSeal({
        recipientPublic: hexDecode(publicKey),
        plaintext: master,
        info: infoOf(id),
      });
      const wrapped = Uint8Array.from([...encappedPublic, ...ciphertext]);
      return { master, stored: keystore.seal(store, wrapped, placeOf(id)) };
    },
    /** Lets it wait for what the token answers. Throws what the keystore throws. */
    begin(input: { id: string; store: KeyStore; publicKey: string; stored: Uint8Array }) {
      const wrapped = keystore.unseal(input.store, input.stored, placeOf(input.id));
      const sealed = {
        encappedPublic: copySecret(wrapped.subarray(0, POINT_BYTES)),
        ciphertext: copySecret(wrapped.subarray(POINT_BYTES)),
        info: infoOf(input.id),
      };
      return openings.begin(sealed, input.publicKey, null);
    },
    /** The caller wipes `master`. Throws NOT_FOUND, BUNDLE_UNREADABLE. */
    finish(openingId: string, agreement: HpkeSealed): { master: Uint8Array<ArrayBuffer> } {
      return { master: openings.finish(openingId, agreement).plaintext };
    },
    forget: openings.forget,
  };
}

const placeOf = (id: string) => `token master|${id}`;
const infoOf = (id: string) => utf8Encode(`castellan master v1|${id}`);
