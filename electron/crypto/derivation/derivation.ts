/**
 * Hierarchical keys: BIP-32 for secp256k1 (@scure/bip32), SLIP-0010 for Ed25519 and P-256.
 * Choice (unhardened-ed25519): SLIP-0010 has no unhardened Ed25519 keys, so such paths are refused, not hardened in silence.
 * Choice (p256-derivation): SLIP-0010 ("Nist256p1 seed") roots P-256; it is the only standard there is.
 * Choice (path-spelling): one spelling for each path (`'`, no leading zeros), because a path is used once in a wallet.
 * Own buffers are wiped; @scure/bip32 computes with BigInts and leaves copies that only the end of the process removes.
 */
import { HDKey } from '@scure/bip32';
import { AppError } from '../../../shared/errors/index.ts';
import type { Curve } from '../../../shared/model/index.ts';
import { copySecret, hexEncode } from '../../../shared/wire/index.ts';
import { ed25519PublicKey } from '../curves/ed25519.ts';
import { p256PublicKey } from '../curves/p256.ts';
import type { Bytes } from '../native.ts';
import { deriveSlip10, HARDENED } from './slip10.ts';

export interface DerivedKey {
  /** 32 bytes: scalar, or Ed25519 seed. The caller wipes it. */
  readonly privateKey: Bytes;
  /** Lowercase hex: compressed SEC1, or 32 bytes for Ed25519. */
  readonly publicKey: string;
}

/** BIP-32 counts depth in one byte. */
const MAXIMUM_DEPTH = 255;
const PATH = /^m(?:\/(?:0|[1-9][0-9]{0,9})'?)*$/;

/**
 * Child numbers of a path such as `m/44'/60'/0'/0/0`, hardened ones with 2^31 added. One spelling for each path:
 * `'` marks hardened segments, no leading zeros. Throws INVALID_INPUT ("invalid path").
 */
export function parsePath(path: string): readonly number[] {
  if (path.length > 'm'.length + MAXIMUM_DEPTH * 12 || !PATH.test(path))
    throw invalidPath("a path is written like m/44'/60'/0'/0/0");
  const segments = path.split('/').slice(1);
  if (segments.length > MAXIMUM_DEPTH) throw invalidPath(`it has more than ${MAXIMUM_DEPTH} segments`);
  return segments.map((segment) => {
    const hardened = segment.endsWith("'");
    const index = Number(hardened ? segment.slice(0, -1) : segment);
    if (index >= HARDENED) throw invalidPath('a segment is not below 2147483648');
    return hardened ? index + HARDENED : index;
  });
}

/** Derives the key at `path` from a seed of 16 to 64 bytes (BIP-39 gives 64). Throws INVALID_INPUT ("invalid path" or seed). */
export function deriveKey(seed: Uint8Array, curve: Curve, path: string): DerivedKey {
  const indexes = parsePath(path);
  if (seed.length < 16 || seed.length > 64)
    throw new AppError('INVALID_INPUT', 'A seed has 16 to 64 bytes. No key was derived.');
  switch (curve) {
    case 'CURVE_SECP256K1':
      return deriveBip32(seed, indexes);
    case 'CURVE_P256': {
      const privateKey = deriveSlip10('p256', seed, indexes);
      return { privateKey, publicKey: p256PublicKey(privateKey, 'compressed') };
    }
    case 'CURVE_ED25519': {
      if (indexes.some((index) => index < HARDENED)) {
        throw invalidPath("Ed25519 keys exist only for hardened segments (SLIP-0010); put ' after every number");
      }
      const privateKey = deriveSlip10('ed25519', seed, indexes);
      return { privateKey, publicKey: ed25519PublicKey(privateKey) };
    }
  }
}

function deriveBip32(seed: Uint8Array, indexes: readonly number[]): DerivedKey {
  let node = HDKey.fromMasterSeed(seed);
  try {
    for (const index of indexes) {
      const child = node.deriveChild(index);
      node.wipePrivateData();
      node = child;
    }
    const { privateKey, publicKey } = node;
    if (privateKey === null || publicKey === null) throw invalidPath('it leads to no key');
    const owned = copySecret(privateKey);
    privateKey.fill(0);
    return { privateKey: owned, publicKey: hexEncode(publicKey) };
  } finally {
    node.wipePrivateData();
  }
}

function invalidPath(reason: string): AppError {
  return new AppError('INVALID_INPUT', `invalid path: ${reason}. No key was derived.`);
}
