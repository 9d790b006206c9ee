import { AppError } from '../../shared/errors/index.ts';
import { agreementBytes } from '../../shared/processes/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import {
  type Bytes,
  generateP256,
  type HpkeSealed,
  hpkeOpen,
  hpkeOpenAgreed,
  p256Convert,
  p256PublicKey,
} from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';

/** Data sealed to a key on a token that waits for the token's answer. */
export interface TokenOpenings<What> {
  /** Begins an opening. `publicKey` (uncompressed) is the token's. `info` is what it was sealed with beside the key. */
  begin(
    sealed: HpkeSealed & { readonly info?: Uint8Array },
    publicKey: string,
    what: What,
  ): { openingId: string; encappedPublic: Bytes; sealTo: Bytes };
  /**
   * Opens it and removes it, whatever the result. The caller wipes `plaintext`. Throws NOT_FOUND, BUNDLE_UNREADABLE.
   */
  finish(openingId: string, agreement: HpkeSealed): { plaintext: Bytes; what: What };
  forget(openingId: string): void;
}

interface Waiting<What> {
  readonly what: What;
  readonly sealed: HpkeSealed & { readonly info?: Uint8Array };
  readonly recipientPublic: Uint8Array;
  /** The key that the token's answer is sealed to, and the info that it is sealed with. */
  readonly privateKey: Uint8Array;
  readonly info: Uint8Array;
}

/** The most waiting openings. Beyond this, the oldest is dropped. */
const MAXIMUM_WAITING = 16;

export function createTokenOpenings<What>(memory: SecretMemory, newId: () => string): TokenOpenings<What> {
  const waiting = new Map<string, Waiting<What>>();

  const forget = (openingId: string) => {
    const found = waiting.get(openingId);
    if (found !== undefined) memory.release(found.privateKey);
    waiting.delete(openingId);
  };

  return {
    begin(sealed, publicKey, what) {
      const { privateKey } = generateP256();
      const sealTo = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
      const { encappedPublic } = sealed;
      const info = agreementBytes({ publicKey: p256Convert(publicKey, 'compressed'), encappedPublic, sealTo });
      const [oldest] = waiting.keys();
      if (waiting.size >= MAXIMUM_WAITING && oldest !== undefined) forget(oldest);
      const openingId = newId();
      const recipientPublic = hexDecode(publicKey);
      waiting.set(openingId, { what, sealed, recipientPublic, info, privateKey: memory.hold(privateKey) });
      return { openingId, encappedPublic, sealTo };
    },
    finish(openingId, agreement) {
      const found = waiting.get(openingId);
      if (found === undefined)
        throw new AppError(
          'NOT_FOUND',
          'This bundle no longer waits for its token: the vault was locked, or too many others were started. Nothing was opened. Start again.',
        );
      const { what, sealed, recipientPublic, info, privateKey } = found;
      let agreed: Bytes | null = null;
      try {
        agreed = hpkeOpen({ recipientPrivate: privateKey, info, ...agreement });
        return { plaintext: hpkeOpenAgreed({ agreed, recipientPublic, ...sealed }), what };
      } finally {
        agreed?.fill(0);
        forget(openingId);
      }
    },
    forget,
  };
}
