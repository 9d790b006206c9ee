/**
 * P-256 by the native library, in constant time. The scalar stays in the native library until its key object is
 * collected. Wiping a Uint8Array does not reach that copy. Ending the process does.
 */
import { createRecent } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex } from '../../../shared/wire/index.ts';
import { invalidKey, KEY_BYTES, notPrivateKey, requireKeyLength } from '../keys.ts';
import {
  type Bytes,
  importPublicKey,
  type NativeKey,
  type NativePublicKey,
  nativeKey,
  nativeSign,
  nativeVerify,
  nativeVerifyAside,
  p256Form,
  p256Point,
  p256SharedX,
  randomBytes,
  type SignatureForm,
} from '../native.ts';

export type PointForm = 'compressed' | 'uncompressed';

/** A loaded signing key: stamping does not import it again. */
export interface P256Signer {
  /** Compressed SEC1, lowercase hex. */
  readonly publicKey: string;
  /** Signs with ECDSA over SHA-256(message), in DER by default. Throws KEY_INVALID after `close`. */
  sign(message: Uint8Array, form?: SignatureForm): Bytes;
  /** Drops the native key. Its memory is freed when the engine collects it. */
  close(): void;
}

/** Makes a new key pair: a 32-byte scalar, which the caller wipes, and the compressed public key in lowercase hex. */
export function generateP256(): { privateKey: Bytes; publicKey: string } {
  for (;;) {
    const privateKey = randomBytes(KEY_BYTES);
    try {
      return { privateKey, publicKey: p256PublicKey(privateKey, 'compressed') };
    } catch {
      // One in 2^32 random strings is not below the order. Draw again.
      privateKey.fill(0);
    }
  }
}

/**
 * Returns the public key of a 32-byte scalar, lowercase hex. Throws KEY_INVALID for a wrong length, 0, or a scalar not
 * below the order.
 *
 * @example
 * p256PublicKey(hexDecode('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'), 'compressed');
 * // '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'
 */
export function p256PublicKey(privateKey: Uint8Array, form: PointForm): string {
  requireKeyLength(privateKey);
  try {
    return hexEncode(p256Point(privateKey, form));
  } catch {
    throw notPrivateKey('P-256');
  }
}

/** Keeps the key in the native library for many signatures. The caller still owns, and wipes, `privateKey`. */
export function openP256Signer(privateKey: Uint8Array): P256Signer {
  const publicKey = p256PublicKey(privateKey, 'compressed');
  let key: NativeKey | undefined = nativeKey('p256', privateKey);
  return {
    publicKey,
    sign(message, form) {
      if (key === undefined) throw invalidKey('it was locked');
      return nativeSign(key, message, form);
    },
    close() {
      key = undefined;
    },
  };
}

/**
 * Checks a signature over SHA-256(message), with high and low S alike. Returns false for anything malformed and never
 * throws.
 *
 * @example
 * const publicKey = '0327a50032e6f0631d5605b6ada32b779074f346e81b68e12801640f1c9ee03dae';
 * const signature = '304402203623defd618eb3e219970496407ebe92447317dad75e412bd4a6267c3b5e2223' +
 *   '0220245b740848a72d08b60d6c84f339737b63db3bcbadb3bd0dcb1bfb865715d8b5';
 * p256Verify(publicKey, utf8Encode('{"payload": "hello from TKHQ"}'), hexDecode(signature));
 * // true
 */
export function p256Verify(
  publicKey: string,
  message: Uint8Array,
  signature: Uint8Array,
  form: SignatureForm = 'der',
): boolean {
  try {
    return nativeVerify(imported(publicKey), message, signature, form);
  } catch {
    return false;
  }
}

/** As `p256Verify` of DER, on another thread. Worth its detour only while this thread has other work. Never rejects. */
export async function p256VerifyAside(publicKey: string, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    return await nativeVerifyAside(imported(publicKey), message, signature);
  } catch {
    return false;
  }
}

/** Importing a key takes as long as verifying with it. */
const recentKeys = createRecent<NativePublicKey>(1000);

function imported(publicKey: string): NativePublicKey {
  const known = recentKeys.get(publicKey);
  if (known !== undefined) return known;
  const key = importPublicKey('p256', hexDecode(p256Uncompress(publicKey)));
  recentKeys.keep(publicKey, key);
  return key;
}

/**
 * Converts a key to the uncompressed form, which bundles and published keys have: 130 lowercase hex digits. Throws as
 * `p256Convert`.
 */
export function p256Uncompress(publicKey: string): string {
  return p256Convert(publicKey, 'uncompressed');
}

/**
 * Returns the 32-byte x-coordinate of the shared point (ECDH). `publicPoint` is a 65-byte uncompressed point. Throws
 * KEY_INVALID.
 *
 * @example
 * const point = hexDecode(p256Uncompress('03d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63'));
 * hexEncode(ecdhP256(hexDecode('c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433'), point));
 * // 'd6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de'
 */
export function ecdhP256(privateKey: Uint8Array, publicPoint: Uint8Array): Bytes {
  requireKeyLength(privateKey);
  if (publicPoint.length !== 65 || publicPoint[0] !== 4)
    throw invalidKey('the peer’s key is not an uncompressed P-256 point');
  try {
    return p256SharedX(privateKey, publicPoint);
  } catch {
    throw invalidKey('the peer’s key is not a point of P-256');
  }
}

/**
 * Converts a compressed or uncompressed key to the given form, lowercase hex. Throws KEY_INVALID when it is not a point
 * of the curve.
 *
 * @example
 * const uncompressed = p256Convert('0360FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6', 'uncompressed');
 * p256Convert(uncompressed, 'compressed');
 * // '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'
 */
export function p256Convert(publicKey: string, form: PointForm): string {
  const compressed = isHex(publicKey, 33) && /^0[23]/.test(publicKey);
  if (!compressed && !(isHex(publicKey, 65) && publicKey.startsWith('04'))) {
    throw invalidKey('a P-256 public key is 33 or 65 bytes of hexadecimal text in SEC1 form');
  }
  try {
    return hexEncode(p256Form(hexDecode(publicKey), form));
  } catch {
    throw invalidKey('it is not a point of P-256');
  }
}
