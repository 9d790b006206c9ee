/**
 * Request stamps (docs/protocol.md#stamps) over the exact body bytes. Does NOT judge the body, nor who owns the key.
 */

import type { StampScheme } from '../../shared/model/index.ts';
import { hexDecode, hexEncode, STAMP_SCHEMES, type Stamp, utf8Encode } from '../../shared/wire/index.ts';
import { encodeDer } from './curves/der-signature.ts';
import { ed25519PublicKey, ed25519Verify, generateEd25519 } from './curves/ed25519.ts';
import { isPrivateKey, signEcdsa } from './curves/libsecp256k1.ts';
import { generateP256, openP256Signer, type P256Signer, p256Verify, p256VerifyAside } from './curves/p256.ts';
import { requirePublicKey } from './curves/public-key.ts';
import { secp256k1PublicKey, secp256k1VerifyDer } from './curves/secp256k1.ts';
import { keccak256 } from './keccak.ts';
import { invalidKey, KEY_BYTES, SECP256K1_ORDER } from './keys.ts';
import { type Bytes, join, type NativeKey, nativeKey, nativeSign, randomBytes, sha256 } from './native.ts';

/** A loaded key that stamps. */
export interface StampSigner {
  /** As stamps of its scheme spell it, lowercase hex. */
  readonly publicKey: string;
  /** Throws KEY_INVALID after `close`. */
  stamp(body: Uint8Array): Stamp;
  /** Drops the key: the native library's is freed when the engine collects it, secp256k1's is wiped. */
  close(): void;
}

/** The memory that holds the bytes of a key while it is loaded. */
interface KeyMemory {
  /** Copies in, and wipes the source. */
  hold(secret: Uint8Array): Uint8Array;
  release(view: Uint8Array): void;
}

/**
 * Returns a public key in the scheme's spelling: lowercase, compressed. Throws KEY_INVALID when it is not a point of
 * the curve.
 */
export function requireStampKey(scheme: StampScheme, publicKey: string): string {
  return requirePublicKey(STAMP_SCHEMES[scheme].curve, publicKey);
}

/** Makes a new private key of 32 bytes for that scheme. The caller wipes it. */
export function generateStampKey(scheme: StampScheme): Bytes {
  switch (STAMP_SCHEMES[scheme].curve) {
    case 'CURVE_P256':
      return generateP256().privateKey;
    case 'CURVE_ED25519':
      return generateEd25519().privateKey;
    case 'CURVE_SECP256K1':
      for (;;) {
        const privateKey = randomBytes(KEY_BYTES);
        if (isPrivateKey(privateKey)) return privateKey;
      }
  }
}

/**
 * Loads a private key for many stamps. The caller wipes its bytes. The native library keeps those of P-256 and Ed25519.
 * It has no secp256k1, so those bytes stay in `memory`. Its signatures have low S and nonces of RFC 6979. Throws
 * KEY_INVALID.
 */
export function openStampSigner(scheme: StampScheme, privateKey: Uint8Array, memory: KeyMemory): StampSigner {
  switch (scheme) {
    case 'SIGNATURE_SCHEME_TK_API_P256': {
      const signer = openP256Signer(privateKey);
      return { publicKey: signer.publicKey, stamp: (body) => signStamp(signer, body), close: signer.close };
    }
    case 'SIGNATURE_SCHEME_TK_API_ED25519':
      return openEd25519(scheme, privateKey);
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1':
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191':
      return openSecp256k1(scheme, privateKey, memory);
  }
}

function openEd25519(scheme: StampScheme, privateKey: Uint8Array): StampSigner {
  const publicKey = ed25519PublicKey(privateKey);
  let key: NativeKey | null = nativeKey('ed25519', privateKey);
  return {
    publicKey,
    stamp(body) {
      if (key === null) throw closed();
      return { publicKey, scheme, signature: hexEncode(nativeSign(key, body)) };
    },
    close() {
      key = null;
    },
  };
}

function openSecp256k1(scheme: StampScheme, privateKey: Uint8Array, memory: KeyMemory): StampSigner {
  const publicKey = secp256k1PublicKey(privateKey, 'compressed');
  let held: Uint8Array | null = memory.hold(privateKey);
  return {
    publicKey,
    stamp(body) {
      if (held === null) throw closed();
      return stampOfSignature(scheme, publicKey, signEcdsa(held, stampMessage(scheme, body)).signature);
    },
    close() {
      if (held !== null) memory.release(held);
      held = null;
    },
  };
}

/**
 * Returns the message that a key signs for a stamp of that scheme: a digest of 32 bytes for ECDSA, the body itself for
 * Ed25519.
 *
 * @example
 * hexEncode(stampMessage('SIGNATURE_SCHEME_TK_API_SECP256K1', utf8Encode('abc')));
 * // 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 */
export function stampMessage(scheme: StampScheme, body: Uint8Array): Uint8Array {
  switch (scheme) {
    case 'SIGNATURE_SCHEME_TK_API_P256':
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1':
      return sha256(body);
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191':
      return personalMessageDigest(body);
    case 'SIGNATURE_SCHEME_TK_API_ED25519':
      return body;
  }
}

/**
 * Returns the stamp of a 64-byte signature: r and s, or that of Ed25519. Makes the S of secp256k1 low, as the
 * signatures of `openStampSigner` have it.
 */
export function stampOfSignature(scheme: StampScheme, publicKey: string, signature: Uint8Array): Stamp {
  const { curve, signature: form } = STAMP_SCHEMES[scheme];
  if (form === 'raw64') return { publicKey, scheme, signature: hexEncode(signature) };
  const [r, s] = [signature.subarray(0, KEY_BYTES), signature.subarray(KEY_BYTES)];
  const encoded = encodeDer(r, curve === 'CURVE_SECP256K1' ? lowS(s) : s);
  return { publicKey, scheme, signature: hexEncode(encoded) };
}

/** The lower one of s and order - s (BIP-146), of which both verify. Not constant time: a signature is public. */
function lowS(s: Uint8Array): Uint8Array {
  const [value, order] = [s, SECP256K1_ORDER].map((bytes) => BigInt(`0x${hexEncode(bytes)}`)) as [bigint, bigint];
  if (value <= order / 2n || value >= order) return s;
  return hexDecode((order - value).toString(16).padStart(2 * KEY_BYTES, '0'));
}

const closed = () => invalidKey('it was locked');

/** Returns the stamp of a request body: ECDSA P-256 over SHA-256(body). */
export function signStamp(signer: P256Signer, body: Uint8Array): Stamp {
  return {
    publicKey: signer.publicKey,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature: hexEncode(signer.sign(body)),
  };
}

/**
 * Verifies a stamp of any of the four schemes over a request body. Accepts high S, because the public service accepts
 * it. Returns false for malformed input and never throws.
 */
export function verifyStamp(stamp: Stamp, body: Uint8Array): boolean {
  try {
    return VERIFIERS[stamp.scheme](stamp.publicKey, hexDecode(stamp.signature), body);
  } catch {
    return false;
  }
}

/** As `verifyStamp`. A stamp of P-256 is checked on another thread. Never rejects. */
export async function verifyStampAside(stamp: Stamp, body: Uint8Array): Promise<boolean> {
  if (stamp.scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return verifyStamp(stamp, body);
  try {
    return await p256VerifyAside(stamp.publicKey, body, hexDecode(stamp.signature));
  } catch {
    return false;
  }
}

type Verifier = (publicKey: string, signature: Uint8Array, body: Uint8Array) => boolean;

const VERIFIERS: Readonly<Record<Stamp['scheme'], Verifier>> = {
  SIGNATURE_SCHEME_TK_API_P256: (publicKey, signature, body) => p256Verify(publicKey, body, signature),
  SIGNATURE_SCHEME_TK_API_SECP256K1: (publicKey, signature, body) =>
    secp256k1VerifyDer(publicKey, sha256(body), signature),
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: (publicKey, signature, body) =>
    secp256k1VerifyDer(publicKey, personalMessageDigest(body), signature, { form: 'padded' }),
  SIGNATURE_SCHEME_TK_API_ED25519: (publicKey, signature, body) => ed25519Verify(publicKey, body, signature),
};

/** ERC-191 version 0x45: keccak256 of the prefix, the decimal byte length and the message. */
function personalMessageDigest(message: Uint8Array): Uint8Array {
  return keccak256(join(utf8Encode(`\u0019Ethereum Signed Message:\n${message.length}`), message));
}
