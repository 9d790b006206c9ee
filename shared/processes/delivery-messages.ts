import Type from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { MAXIMUM_DELIVERY } from '../model/deliveries.ts';

/** Test deliveries of the webhook bench. The vault makes one key for them at its start and never stores it. */
export const DELIVERY_MESSAGES = {
  /**
   * Signs the message of a test delivery. The vault writes its own key id into it, so the key signs nothing else.
   * Returns the key id, the public key and the signature in hex. Throws VAULT_LOCKED.
   */
  signTestDelivery: {
    input: Closed({
      eventId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
      timestamp: Type.String({ pattern: '^[0-9]{1,16}$' }),
      body: Bytes(MAXIMUM_DELIVERY),
    }),
    output: Closed({
      keyId: Type.String({ pattern: '^castellan-test-[0-9a-f]{16}$' }),
      publicKey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
    }),
  },
} as const;
