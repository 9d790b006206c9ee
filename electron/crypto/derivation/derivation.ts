/**
 * Hierarchical keys by their paths: BIP-32 for secp256k1, SLIP-0010 for Ed25519 and P-256. Choice (unhardened-ed25519):
 * SLIP-0010 has no unhardened Ed25519 keys, so such paths are refused, not hardened in silence.
 * Choice (p256-derivation): SLIP-0010 ("Nist256p1 seed") roots P-256, because it is the only standard.
 * Choice (path-spelling): one spelling for each path (`'`, no leading zeros), because a path is used once in a wallet.
 */
import { AppError } from '../../../shared/errors/index.ts';
import type { Curve } from '../../../shared/model/index.ts';
import { copySecret } from '../../../shared/wire/index.ts';
import type { Bytes } from '../native.ts';
import { childNode, HARDENED, type Node, rootNode } from './nodes.ts';

export interface DerivedKey {
  /** 32 bytes: scalar, or Ed25519 seed. The caller wipes it. */
  readonly privateKey: Bytes;
  /** Lowercase hex: compressed SEC1, or 32 bytes for Ed25519. */
  readonly publicKey: string;
}

/** BIP-32 counts depth in one byte. */
const MAXIMUM_DEPTH = 255;
const MAXIMUM_LENGTH = 'm'.length + MAXIMUM_DEPTH * 12;
const SEGMENT = /^(?:0|[1-9][0-9]{0,9})'?$/;

/**
 * Returns the child numbers of a path, with 2^31 added to hardened ones (BIP-32). One spelling for each path: `'` marks
 * hardened segments, no leading zeros. Throws INVALID_INPUT ("invalid path").
 *
 * @example
 * parsePath("m/44'/60'/0'/0/0");
 * // [2147483692, 2147483708, 2147483648, 0, 0]
 */
export function parsePath(path: string): readonly number[] {
  if (path.length > MAXIMUM_LENGTH) throw invalidPath(`it is longer than ${MAXIMUM_LENGTH} characters`);
  const [root, ...segments] = path.split('/');
  if (root !== 'm') throw invalidPath(rootFault(path));
  const wrong = segments.findIndex((segment) => !SEGMENT.test(segment));
  if (wrong !== -1) throw invalidPath(segmentFault(segments[wrong] ?? '', wrong + 1));
  if (segments.length > MAXIMUM_DEPTH) throw invalidPath(`it has more than ${MAXIMUM_DEPTH} segments`);
  return segments.map((segment, place) => {
    const hardened = segment.endsWith("'");
    const index = Number(hardened ? segment.slice(0, -1) : segment);
    if (index >= HARDENED) throw invalidPath(`segment ${place + 1} is not below 2147483648`);
    return hardened ? index + HARDENED : index;
  });
}

function rootFault(path: string): string {
  if (path === '') return 'it is empty';
  if (/\s/.test(path)) return 'it has a blank: take it away';
  if (path.includes('\\')) return 'it has a backslash: separate segments with /';
  return "it must begin with m/, as in m/44'/60'/0'/0/0";
}

/** Returns the reason why a segment is invalid, and its correction. `place` counts from 1. */
function segmentFault(segment: string, place: number): string {
  const [, digits = '', mark = ''] = /^(\d*)(.*)$/s.exec(segment) ?? [];
  if (segment === '') return `segment ${place} is empty: write a number there, or take a slash away`;
  if (/^[hH\u2019\u2018\u02bc\u2032`]$/.test(mark))
    return `segment ${place} marks a hardened key with another sign: write ' after the number`;
  if (/\s/.test(segment)) return `segment ${place} has a blank: take it away`;
  if (/^(?:[*xXiIn#]|[{<[].*|.*%\w)$/.test(segment)) return `segment ${place} is a placeholder: write a number for it`;
  if (segment.startsWith('-')) return `segment ${place} is negative, and segments begin at 0`;
  if (digits === '' || mark.startsWith('x')) return `segment ${place} is not a decimal number`;
  if (/^['hH]{2,}$/.test(mark)) return `segment ${place} marks a hardened key twice: write one ' after the number`;
  if (mark !== '' && mark !== "'") return `segment ${place} has other text than ' after its number`;
  return digits.startsWith('0')
    ? `segment ${place} begins with a zero: write ${Number(digits)}`
    : `segment ${place} is not below 2147483648`;
}

/** The keys of one seed. The common prefix of paths is derived once, and held until the next path or the end. */
export interface Derivations {
  /** Throws INVALID_INPUT ("invalid path"). */
  derive(curve: Curve, path: string): DerivedKey;
  /** Wipes all secrets. */
  close(): void;
}

/**
 * Opens the derivation of keys from a seed of 16 to 64 bytes (BIP-39 gives 64), which the caller keeps. Throws
 * INVALID_INPUT.
 */
export function openDerivations(seed: Uint8Array): Derivations {
  if (seed.length < 16 || seed.length > 64)
    throw new AppError('INVALID_INPUT', 'A seed has 16 to 64 bytes. No key was derived.');
  const branches = new Map<Curve, Branch>();
  return {
    derive(curve, path) {
      const indexes = parsePath(path);
      if (curve === 'CURVE_ED25519' && indexes.some((index) => index < HARDENED))
        throw invalidPath("Ed25519 keys exist only for hardened segments (SLIP-0010); put ' after every number");
      const branch = branches.get(curve) ?? { indexes: [], nodes: [rootNode(curve, seed)] };
      branches.set(curve, branch);
      const { bytes, publicKey } = follow(curve, branch, indexes);
      return { privateKey: copySecret(bytes.subarray(0, 32)), publicKey: publicKey() };
    },
    close() {
      for (const { nodes } of branches.values()) for (const { bytes } of nodes) bytes.fill(0);
      branches.clear();
    },
  };
}

/**
 * Derives the key at one path from a seed of 16 to 64 bytes: BIP-32 for secp256k1, SLIP-0010 for the other curves.
 * Throws INVALID_INPUT.
 *
 * @example
 * deriveKey(hexDecode('000102030405060708090a0b0c0d0e0f'), 'CURVE_SECP256K1', "m/0'/1").publicKey;
 * // '03501e454bf00751f24b1b489aa925215d66af2234e3891c3b21a52bedb3cd711c'
 */
export function deriveKey(seed: Uint8Array, curve: Curve, path: string): DerivedKey {
  const derivations = openDerivations(seed);
  try {
    return derivations.derive(curve, path);
  } finally {
    derivations.close();
  }
}

/** The way from the root to the node of the last path: one node more than child numbers. */
interface Branch {
  readonly indexes: number[];
  readonly nodes: [Node, ...Node[]];
}

/** Returns the node at the child numbers, and truncates the branch there. */
function follow(curve: Curve, { indexes, nodes }: Branch, wanted: readonly number[]): Node {
  let shared = 0;
  while (shared < indexes.length && indexes[shared] === wanted[shared]) shared += 1;
  indexes.length = shared;
  for (const { bytes } of nodes.splice(shared + 1)) bytes.fill(0);
  let last = nodes[shared] ?? nodes[0];
  for (const index of wanted.slice(shared)) {
    last = childNode(curve, last, index);
    indexes.push(index);
    nodes.push(last);
  }
  return last;
}

function invalidPath(reason: string): AppError {
  return new AppError('INVALID_INPUT', `invalid path: ${reason}. No key was derived.`);
}
