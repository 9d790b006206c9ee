/**
 * Verifies signatures of minisign (jedisct1.github.io/minisign): Ed25519 over the BLAKE2b-512 digest of a file, and a second
 * signature that binds the trusted comment. Does NOT take the older form without a digest.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { base64 } from '@scure/base';
import { hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import { ed25519Verify } from './curves/ed25519.ts';

/** A public key of minisign. */
export interface MinisignKey {
  /** The number by which signatures name it, as minisign prints it: 16 uppercase hexadecimal digits. */
  readonly id: string;
  /** Ed25519 public key in lowercase hex. */
  readonly publicKey: string;
}

/** A parsed signature file, not verified yet. */
export interface MinisignSignature {
  readonly keyId: string;
  readonly signature: Uint8Array;
  readonly trustedComment: string;
  readonly commentSignature: Uint8Array;
}

const KEY_ALGORITHM = 'Ed';
const SIGNATURE_ALGORITHM = 'ED';
const ID_END = 10;
const KEY_LENGTH = 42;
const SIGNATURE_LENGTH = 74;

/** Parses a public key as `minisign -G` prints it, the base64 line alone. Returns null for anything else. */
export function readMinisignKey(text: string): MinisignKey | null {
  const bytes = packet(text, KEY_ALGORITHM, KEY_LENGTH);
  if (bytes === null) return null;
  return { id: idOf(bytes), publicKey: hexEncode(bytes.subarray(ID_END)) };
}

/** Parses the text of a `.minisig` file. Returns null for anything else, also for the older form. */
export function readMinisignSignature(text: string): MinisignSignature | null {
  const [, first = '', trustedComment = '', second = ''] =
    /^untrusted comment: [^\n]*\n([^\n]+)\ntrusted comment: ([^\n]*)\n([^\n]+)\n?$/.exec(text) ?? [];
  const bytes = packet(first, SIGNATURE_ALGORITHM, SIGNATURE_LENGTH);
  const commentSignature = decoded(second);
  if (bytes === null || commentSignature?.length !== SIGNATURE_LENGTH - ID_END) return null;
  return {
    keyId: idOf(bytes),
    signature: bytes.subarray(ID_END),
    trustedComment,
    commentSignature,
  };
}

/** Returns true when the key signed exactly this content and this trusted comment. */
export function verifyMinisign(key: MinisignKey, signed: MinisignSignature, content: Uint8Array): boolean {
  const comment = utf8Encode(signed.trustedComment);
  const bound = new Uint8Array(signed.signature.length + comment.length);
  bound.set(signed.signature);
  bound.set(comment, signed.signature.length);
  return (
    signed.keyId === key.id &&
    ed25519Verify(key.publicKey, blake2b(content), signed.signature) &&
    ed25519Verify(key.publicKey, bound, signed.commentSignature)
  );
}

/** The id is a little-endian number. */
const idOf = (bytes: Uint8Array): string => hexEncode(bytes.slice(2, ID_END).reverse()).toUpperCase();

function packet(text: string, algorithm: string, length: number): Uint8Array | null {
  const bytes = decoded(text);
  if (bytes?.length !== length) return null;
  return String.fromCharCode(...bytes.subarray(0, 2)) === algorithm ? bytes : null;
}

function decoded(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}
