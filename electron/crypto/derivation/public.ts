/** Public derivation (BIP-32): children of an extended public key, without any private key. */
import { addScalar } from '../curves/libsecp256k1.ts';
import { hmacSha512, join } from '../native.ts';

export interface PublicNode {
  /** 33 bytes, compressed. */
  readonly point: Uint8Array;
  /** 32 bytes. */
  readonly chainCode: Uint8Array;
}

/** From here on a child needs the private key. */
export const FIRST_HARDENED = 0x8000_0000;

/** The node at the end of the path, or null where a step is hardened or leads to no key. */
export function derivePublic(node: PublicNode, path: readonly number[]): PublicNode | null {
  let reached: PublicNode = node;
  for (const index of path) {
    if (index >= FIRST_HARDENED) return null;
    const number = Uint8Array.of(index >>> 24, (index >>> 16) & 0xff, (index >>> 8) & 0xff, index & 0xff);
    const made = hmacSha512(reached.chainCode, join(reached.point, number));
    const point = addScalar(reached.point, made.subarray(0, 32));
    if (point === null) return null;
    reached = { point, chainCode: made.subarray(32) };
  }
  return reached;
}
