import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { deliveryMessage, hexEncode } from '../../shared/wire/index.ts';
import { ed25519Sign, generateEd25519 } from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

/** Marks every key id of a test delivery. No service uses such an id. */
const PREFIX = 'castellan-test-';
/** The characters of the public key in the id. */
const ID_DIGITS = 16;

/** Returns the signer of test deliveries. It makes its key at first use, and the key ends with the process. */
export function createTestDeliveries(memory: SecretMemory) {
  let key: { readonly seed: Uint8Array; readonly publicKey: string } | null = null;
  const own = () => {
    if (key !== null) return key;
    const { privateKey, publicKey } = generateEd25519();
    key = { seed: memory.hold(privateKey), publicKey };
    return key;
  };
  return {
    sign({
      eventId,
      timestamp,
      body,
    }: InputOf<VaultMessages, 'signTestDelivery'>): OutputOf<VaultMessages, 'signTestDelivery'> {
      const { seed, publicKey } = own();
      const keyId = PREFIX + publicKey.slice(0, ID_DIGITS);
      const signature = ed25519Sign(seed, deliveryMessage({ keyId, timestamp, eventId }, body));
      return { keyId, publicKey, signature: hexEncode(signature) };
    },
  };
}
