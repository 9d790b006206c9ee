/** SLIP-0010 private derivation for Ed25519 and P-256 with native HMAC; every intermediate is wiped. */
import { copySecret, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { p256PublicKey } from '../curves/p256.ts';
import { isBelow, isScalar } from '../keys.ts';
import { type Bytes, hmacSha512, join } from '../native.ts';

type Slip10Curve = 'ed25519' | 'p256';

const SEED_KEY = { ed25519: utf8Encode('ed25519 seed'), p256: utf8Encode('Nist256p1 seed') } as const;
const P256_ORDER = hexDecode('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** Child numbers from here on are hardened. */
export const HARDENED = 0x80000000;

/** The 32-byte private key at the child numbers; for Ed25519 all of them must be hardened. */
export function deriveSlip10(curve: Slip10Curve, seed: Uint8Array, indexes: readonly number[]): Bytes {
  let node = master(curve, seed);
  try {
    for (const index of indexes) {
      const next = child(curve, node, index);
      node.fill(0);
      node = next;
    }
    return copySecret(node.subarray(0, 32));
  } finally {
    node.fill(0);
  }
}

/** A node is key (32 bytes) ‖ chain code (32 bytes). */
function master(curve: Slip10Curve, seed: Uint8Array): Bytes {
  let node = hmacSha512(SEED_KEY[curve], seed);
  while (curve === 'p256' && !isScalar(node.subarray(0, 32), P256_ORDER)) {
    const next = hmacSha512(SEED_KEY[curve], node);
    node.fill(0);
    node = next;
  }
  return node;
}

function child(curve: Slip10Curve, parent: Uint8Array, index: number): Bytes {
  const key = parent.subarray(0, 32);
  const chainCode = parent.subarray(32);
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, index);
  const point = index >= HARDENED ? join(Uint8Array.of(0), key) : hexDecode(p256PublicKey(key, 'compressed'));
  let data = join(point, number);
  point.fill(0);
  for (;;) {
    const node = hmacSha512(chainCode, data);
    data.fill(0);
    if (curve === 'ed25519' || addScalar(node.subarray(0, 32), key)) return node;
    data = join(Uint8Array.of(1), node.subarray(32), number);
    node.fill(0);
  }
}

/** tweak := tweak + key mod n in place; false when the tweak is not below n or the sum is 0 (then the standard tries again). */
function addScalar(tweak: Uint8Array, key: Uint8Array): boolean {
  if (!isBelow(tweak, P256_ORDER)) return false;
  let carry = 0;
  for (let index = 31; index >= 0; index -= 1) {
    const sum = (tweak[index] ?? 0) + (key[index] ?? 0) + carry;
    tweak[index] = sum & 0xff;
    carry = sum >> 8;
  }
  if (carry === 1 || !isBelow(tweak, P256_ORDER)) {
    let borrow = 0;
    for (let index = 31; index >= 0; index -= 1) {
      const difference = (tweak[index] ?? 0) - (P256_ORDER[index] ?? 0) - borrow;
      tweak[index] = difference & 0xff;
      borrow = difference < 0 ? 1 : 0;
    }
  }
  return isScalar(tweak, P256_ORDER);
}
