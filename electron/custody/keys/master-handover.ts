import { AppError } from '../../../shared/errors/index.ts';
import { MASTER_INFO } from '../../../shared/processes/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { type Bytes, generateP256, type HpkeSealed, hpkeOpen, p256PublicKey } from '../../crypto/index.ts';
import type { SecretMemory } from '../../hardening/index.ts';

/**
 * Receives the master key, which the vault seals to a key pair made for one start. The process that relays it can read
 * nothing.
 */
export interface MasterHandover {
  /** Returns a new 65-byte public key for the next handover. Earlier offers become useless. */
  offer(): Bytes;
  /** Opens one, gives its 32 bytes to `use` and wipes them then. Throws INVALID_INPUT where nothing is on offer, BUNDLE_UNREADABLE. */
  take<Value>(sealed: HpkeSealed, use: (master: Bytes) => Promise<Value>): Promise<Value>;
}

export function createMasterHandover(memory: SecretMemory): MasterHandover {
  let offered: Uint8Array | undefined;
  const withdraw = () => {
    if (offered !== undefined) memory.release(offered);
    offered = undefined;
  };
  return {
    offer() {
      withdraw();
      const { privateKey } = generateP256();
      const sealTo = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
      offered = memory.hold(privateKey);
      return sealTo;
    },
    async take(sealed, use) {
      if (offered === undefined)
        throw new AppError(
          'INVALID_INPUT',
          'The local service has no transport key for its master key. It was not started. Request a transport key first.',
        );
      let master: Bytes | undefined;
      try {
        master = hpkeOpen({ recipientPrivate: offered, info: MASTER_INFO, ...sealed });
        withdraw();
        return await use(master);
      } finally {
        withdraw();
        master?.fill(0);
      }
    },
  };
}
