import type { Curve } from '../../../shared/model/index.ts';

/** One row of the address table: everything the program knows about a format. */
export interface AddressRule {
  readonly family: 'key' | 'ethereum' | 'solana';
  /** Curves whose keys the format can be made of, the usual one first. */
  readonly curves: readonly Curve[];
  /** CAIP-2 namespace of the chains the address is used on; null when the format belongs to none. */
  readonly caip2Prefix: string | null;
  readonly defaultPath: string;
  /** Address of a lowercase hex public key that is a point of `curve`. */
  readonly fromPublicKey: (publicKey: string, curve: Curve) => string;
  /** One spelling for all spellings of an address, or null when the text is not an address of this format. */
  readonly normalize: (address: string) => string | null;
}
