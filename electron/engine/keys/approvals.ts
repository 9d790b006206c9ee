import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Approval, approvalBytes } from '../../../shared/processes/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';

/** Mints the one-time permissions without which the vault stamps nothing. */
export interface Approvals {
  /** The key to hand to a vault that starts; the caller wipes its copy after the hand-over. */
  keyForVault(): Uint8Array<ArrayBuffer>;
  /**
   * Permits stamping exactly `body` with exactly that credential, once. Call it only where the operator has just
   * confirmed what the vault described, or for a read that changes nothing.
   */
  mint(credentialId: string, body: Uint8Array): Approval;
  /** Wipes the key; later calls of `mint` throw. */
  end(): void;
}

/** A fresh approval key and its counter, for the life of one vault process. */
export function createApprovals(): Approvals {
  const key = copySecret(randomBytes(32));
  let counter = 0;
  let ended = false;
  return {
    keyForVault: () => copySecret(key),
    mint(credentialId, body) {
      if (ended) throw new Error('approvals ended with their vault');
      counter += 1;
      const approval = {
        credentialId,
        counter,
        bodySha256: Uint8Array.from(createHash('sha256').update(body).digest()),
      };
      return { ...approval, mac: Uint8Array.from(createHmac('sha256', key).update(approvalBytes(approval)).digest()) };
    },
    end() {
      ended = true;
      key.fill(0);
    },
  };
}
