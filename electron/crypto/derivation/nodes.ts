/**
 * Nodes of hierarchical keys: BIP-32 for secp256k1, SLIP-0010 for P-256 and Ed25519, with native HMAC and libsecp256k1.
 * SLIP-0010 is BIP-32 where both speak of a curve, but for one key in 2^127, which it makes again and BIP-32 does not have.
 */
import type { Curve } from '../../../shared/model/index.ts';
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { publicKeyOf } from '../curves/public-key.ts';
import { isBelow, isScalar, P256_ORDER, SECP256K1_ORDER } from '../keys.ts';
import { type Bytes, hmacSha512, join } from '../native.ts';

/** A key and its chain code, 32 bytes each, in one array that its owner wipes. */
export interface Node {
  readonly bytes: Bytes;
  /** Lowercase hex: compressed SEC1, or 32 bytes for Ed25519. */
  readonly publicKey: () => string;
}

interface Hierarchy {
  readonly seedKey: Uint8Array;
  /** Null where every 32 bytes are a key. */
  readonly order: Uint8Array | null;
}

const HIERARCHIES: Readonly<Record<Curve, Hierarchy>> = {
  CURVE_SECP256K1: { seedKey: utf8Encode('Bitcoin seed'), order: SECP256K1_ORDER },
  CURVE_P256: { seedKey: utf8Encode('Nist256p1 seed'), order: P256_ORDER },
  CURVE_ED25519: { seedKey: utf8Encode('ed25519 seed'), order: null },
};

/** Child numbers from here on are hardened. */
export const HARDENED = 0x80000000;

/** The root of a seed. */
export function rootNode(curve: Curve, seed: Uint8Array): Node {
  const { seedKey, order } = HIERARCHIES[curve];
  let bytes = hmacSha512(seedKey, seed);
  while (order !== null && !isScalar(bytes.subarray(0, 32), order)) {
    const next = hmacSha512(seedKey, bytes);
    bytes.fill(0);
    bytes = next;
  }
  return node(curve, bytes);
}

/** Returns the child of that number. On Ed25519 it must be hardened. */
export function childNode(curve: Curve, parent: Node, index: number): Node {
  const { order } = HIERARCHIES[curve];
  const key = parent.bytes.subarray(0, 32);
  const chainCode = parent.bytes.subarray(32);
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, index);
  let data = index >= HARDENED ? join(Uint8Array.of(0), key, number) : join(hexDecode(parent.publicKey()), number);
  for (;;) {
    const bytes = hmacSha512(chainCode, data);
    data.fill(0);
    if (order === null || addScalar(bytes.subarray(0, 32), key, order)) return node(curve, bytes);
    data = join(Uint8Array.of(1), bytes.subarray(32), number);
    bytes.fill(0);
  }
}

function node(curve: Curve, bytes: Bytes): Node {
  let publicKey: string | undefined;
  return {
    bytes,
    publicKey: () => {
      publicKey ??= publicKeyOf(curve, bytes.subarray(0, 32));
      return publicKey;
    },
  };
}

/**
 * tweak := tweak + key mod n in place. Returns false when the tweak is not below n or the sum is 0. Then the standard
 * tries again.
 */
function addScalar(tweak: Uint8Array, key: Uint8Array, order: Uint8Array): boolean {
  if (!isBelow(tweak, order)) return false;
  let carry = 0;
  for (let index = 31; index >= 0; index -= 1) {
    const sum = (tweak[index] ?? 0) + (key[index] ?? 0) + carry;
    tweak[index] = sum & 0xff;
    carry = sum >> 8;
  }
  // Subtracts the order or nothing, in the same time.
  const mask = -(carry | Number(!isBelow(tweak, order))) & 0xff;
  let borrow = 0;
  for (let index = 31; index >= 0; index -= 1) {
    const difference = (tweak[index] ?? 0) - ((order[index] ?? 0) & mask) - borrow;
    tweak[index] = difference & 0xff;
    borrow = (difference >> 8) & 1;
  }
  return isScalar(tweak, order);
}
