import { AppError } from '../../shared/errors/index.ts';
import { type Bytes, constantTimeEqual, sha256 } from '../crypto/index.ts';

/**
 * The keys that require their store's PIN, passphrase or security key for each stamp that changes something. The store
 * seals that setting with the key. In the life of a vault, only an operator who gives that secret removes it.
 */
export interface Factors {
  /** Sets whether a key asks from now on. */
  set(id: string, asks: boolean): void;
  /** Admits one stamp of the body with this SHA-256. Earlier unused admissions are forgotten. */
  admit(id: string, bodySha256: Uint8Array): void;
  /** Forgets an unused admission. */
  dismiss(id: string): void;
  /**
   * Throws PASSPHRASE_REQUIRED unless the key asks for nothing or was admitted for this body. Uses up the admission.
   */
  use(id: string, body: Uint8Array): void;
}

export function createFactors(): Factors {
  const asking = new Set<string>();
  const admitted = new Map<string, Bytes>();
  return {
    set(id, asks) {
      if (asks) asking.add(id);
      else asking.delete(id);
    },
    admit(id, bodySha256) {
      admitted.set(id, Uint8Array.from(bodySha256));
    },
    dismiss: (id) => void admitted.delete(id),
    use(id, body) {
      if (!asking.has(id)) return;
      const digest = admitted.get(id);
      admitted.delete(id);
      if (digest !== undefined && constantTimeEqual(sha256(body), digest)) return;
      throw new AppError(
        'PASSPHRASE_REQUIRED',
        'This key needs the unlock method for each request, and this request had none. Nothing was stamped. Send the request again.',
      );
    },
  };
}
