/** Public derivation (BIP-32) by `@scure/bip32`. It needs no secret, so neither constant time nor wiping. */
import { HDKey } from '@scure/bip32';
import { convertPoint } from '../curves/libsecp256k1.ts';
import { HARDENED } from './nodes.ts';

/** An extended public key. */
export interface PublicNode {
  /** A point in SEC1 form. */
  readonly point: Uint8Array;
  /** 32 bytes. */
  readonly chainCode: Uint8Array;
}

/** Returns the compressed point at the end of the path. Null for a hardened step, and for a node that is not one. */
export function derivePublic({ point, chainCode }: PublicNode, path: readonly number[]): Uint8Array | null {
  const publicKey = convertPoint(point, 33);
  if (publicKey === null || chainCode.length !== 32 || path.some((index) => index >= HARDENED)) return null;
  return path.reduce((node, index) => node.deriveChild(index), new HDKey({ publicKey, chainCode })).publicKey;
}
