/**
 * The only file that imports node:crypto. Electron carries BoringSSL: P-256, Ed25519, AES-GCM, but no secp256k1.
 * Protects against: timing of native operations. Does NOT protect against: copies that the native library keeps until its
 * objects are collected, and anyone who can read this process's memory.
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  ECDH,
  generateKeyPairSync,
  type KeyObject,
  pbkdf2Sync,
  randomFillSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { AppError } from '../../shared/errors/index.ts';
import { base64urlEncode, copySecret, hexDecode, secretBytes } from '../../shared/wire/index.ts';

/** Checks that bytes are well-formed UTF-8 without making a string of them. */
export { isUtf8 } from 'node:buffer';
/** A version 4 UUID (RFC 9562). */
export { randomUUID as randomUuid } from 'node:crypto';

/** Owned bytes: the array is the whole of its buffer, so wiping and transferring it touches nothing else. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** ECDSA on P-256 over SHA-256 (FIPS 186-5, DER), and Ed25519 of the message itself (RFC 8032, 64 bytes). */
export type NativeCurve = 'p256' | 'ed25519';

interface Engine {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

/** Kept from the start, because the vault's confinement takes the global away. */
const engine = Reflect.get(globalThis as object, 'WebAssembly') as Engine;

/** Starts a WebAssembly module and returns its exports. The caller states their types. */
export function startModule<Exports>(code: Uint8Array, imports: object = {}): Exports {
  return new engine.Instance(new engine.Module(code), imports).exports as Exports;
}

/** A private key that JavaScript cannot read back. */
export interface NativeKey {
  readonly curve: NativeCurve;
  readonly key: KeyObject;
}

const P256 = 'prime256v1';
const GCM = 'aes-256-gcm';
const TAG_BYTES = 16;

interface KeyForm {
  /** The DER before and after the 32 bytes of a private key. */
  readonly privateHead: Bytes;
  readonly privateTail: Bytes;
  readonly privateType: 'sec1' | 'pkcs8';
  /** SubjectPublicKeyInfo before the public key. */
  readonly publicHead: Bytes;
  readonly hash: 'sha256' | null;
}

const KEY_FORMS: Readonly<Record<NativeCurve, KeyForm>> = {
  /** SEC1 ECPrivateKey (RFC 5915) without the optional public key. The public key (RFC 5480) is a 65-byte point. */
  p256: {
    privateHead: hexDecode('30310201010420'),
    privateTail: hexDecode('a00a06082a8648ce3d030107'),
    privateType: 'sec1',
    publicHead: hexDecode('3059301306072a8648ce3d020106082a8648ce3d030107034200'),
    hash: 'sha256',
  },
  /** PKCS#8 around the seed (RFC 8410). */
  ed25519: {
    privateHead: hexDecode('302e020100300506032b657004220420'),
    privateTail: new Uint8Array(0),
    privateType: 'pkcs8',
    publicHead: hexDecode('302a300506032b6570032100'),
    hash: null,
  },
};

/** Returns the SHA-256 (FIPS 180-4) of the bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Bytes {
  return own(createHash('sha256').update(bytes).digest());
}

/** Returns the HMAC-SHA-256 (RFC 2104) of the bytes: 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Bytes {
  return own(createHmac('sha256', key).update(bytes).digest());
}

/** HMAC-SHA-512 (RFC 2104), 64 bytes. */
export function hmacSha512(key: Uint8Array, bytes: Uint8Array): Bytes {
  return own(createHmac('sha512', key).update(bytes).digest());
}

/**
 * Derives the 32-byte key of one use from a 32-byte key by HKDF-SHA-256 (RFC 5869) with no salt. `label` (ASCII) names
 * the use.
 */
export function hkdfSha256(key: Uint8Array, label: string): Bytes {
  const extracted = hmacSha256(new Uint8Array(32), key);
  try {
    return hmacSha256(extracted, join(Buffer.from(label), Uint8Array.of(1)));
  } finally {
    extracted.fill(0);
  }
}

/** Returns random bytes from the operating system's generator. */
export function randomBytes(length: number): Bytes {
  return randomFillSync(secretBytes(length));
}

/** Compares in constant time. The lengths are not secret. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** PBKDF2-HMAC-SHA-512 (RFC 8018). */
export function pbkdf2Sha512(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Bytes {
  return own(pbkdf2Sync(password, salt, rounds, length, 'sha512'));
}

/** PBKDF2-HMAC-SHA-256 (RFC 8018). */
export function pbkdf2Sha256(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Bytes {
  return own(pbkdf2Sync(password, salt, rounds, length, 'sha256'));
}

/** Encrypts with AES-128 in counter mode (NIST SP 800-38A), with a counter used once for a key. */
export function aes128CtrSeal(key: Uint8Array, counter: Uint8Array, plaintext: Uint8Array): Bytes {
  return own(createCipheriv('aes-128-ctr', key, counter).update(plaintext));
}

/** Decrypts AES-128 in counter mode (NIST SP 800-38A). It authenticates nothing: the caller checks a MAC first. */
export function aes128CtrOpen(key: Uint8Array, counter: Uint8Array, ciphertext: Uint8Array): Bytes {
  return own(createDecipheriv('aes-128-ctr', key, counter).update(ciphertext));
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a 32-byte key and a 12-byte nonce used once. Returns ciphertext and 16-byte tag.
 *
 * @example
 * hexEncode(aesGcmSeal(new Uint8Array(32), new Uint8Array(12), new Uint8Array(16), new Uint8Array()));
 * // 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919'
 */
export function aesGcmSeal(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Bytes {
  const cipher = createCipheriv(GCM, key, nonce);
  cipher.setAAD(aad);
  const ciphertext = cipher.update(plaintext);
  const rest = cipher.final();
  return join(ciphertext, rest, cipher.getAuthTag());
}

/**
 * Starts a GMAC (NIST SP 800-38D, section 3) of a stream, with a key of 32 bytes for this one stream. It costs a fifth of
 * SHA-256. No change that was made without the key keeps it, except with a probability of about 2^-128 for each block.
 * Whoever has the key can make another stream with the same value.
 */
export function startGmac(key: Uint8Array): { update(piece: Uint8Array): void; digest(): Bytes } {
  const cipher = createCipheriv(GCM, key, new Uint8Array(12));
  return {
    update: (piece) => void cipher.setAAD(piece),
    digest() {
      cipher.final();
      return join(cipher.getAuthTag());
    },
  };
}

/** Reverse of `aesGcmSeal`. Throws KEY_INVALID and keeps nothing of the plaintext when the tag does not hold. */
export function aesGcmOpen(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Bytes {
  let plaintext: Buffer | undefined;
  try {
    const split = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(aad);
    decipher.setAuthTag(sealed.subarray(Math.max(split, 0)));
    plaintext = decipher.update(sealed.subarray(0, Math.max(split, 0)));
    decipher.final();
    return join(plaintext);
  } catch {
    throw new AppError(
      'KEY_INVALID',
      'The sealed bytes do not open with this key: they were changed or belong to another key. Nothing was opened.',
    );
  } finally {
    plaintext?.fill(0);
    // OpenSSL leaves the last plaintext on the native stack. The same work on zeros, from the same depth, overwrites it
    // (Node 24, OpenSSL 3.5).
    createDecipheriv(GCM, new Uint8Array(32), new Uint8Array(12)).update(new Uint8Array(sealed.length));
  }
}

/** Public point of a P-256 scalar. Throws when the scalar is 0 or not below the order. */
export function p256Point(scalar: Uint8Array, form: 'compressed' | 'uncompressed'): Bytes {
  const ecdh = createECDH(P256);
  ecdh.setPrivateKey(scalar);
  return own(ecdh.getPublicKey(null, form));
}

/** A P-256 point in the other SEC1 form. Throws when it is not on the curve. */
export function p256Form(point: Uint8Array, form: 'compressed' | 'uncompressed'): Bytes {
  return own(ECDH.convertKey(point, P256, undefined, undefined, form) as Buffer);
}

/** The x-coordinate of scalar·point, 32 bytes (SEC1 3.3.1). Throws when the point is not on the curve. */
export function p256SharedX(scalar: Uint8Array, point: Uint8Array): Bytes {
  const ecdh = createECDH(P256);
  ecdh.setPrivateKey(scalar);
  return own(ecdh.computeSecret(point));
}

/** SubjectPublicKeyInfo (RFC 8410) before the 32 bytes of an X25519 public key. */
const X25519_HEAD = hexDecode('302a300506032b656e032100');

/**
 * Makes a one-time X25519 key (RFC 7748) and agrees with a 32-byte public key. JavaScript never has its private half.
 * The caller wipes `shared`. Throws for a public key of small order.
 */
export function agreeX25519(publicKey: Uint8Array): { readonly oneTimePublic: Bytes; readonly shared: Bytes } {
  const pair = generateKeyPairSync('x25519');
  const der = Buffer.from(join(X25519_HEAD, publicKey).buffer);
  const peer = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const shared = own(diffieHellman({ privateKey: pair.privateKey, publicKey: peer }));
  const oneTimePublic = own(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(X25519_HEAD.length));
  return { oneTimePublic, shared };
}

/** Imports 32 bytes of private key. The DER around them is wiped. Throws when a P-256 scalar is out of range. */
export function nativeKey(curve: NativeCurve, privateKey: Uint8Array): NativeKey {
  const { privateHead, privateTail, privateType } = KEY_FORMS[curve];
  const der = join(privateHead, privateKey, privateTail);
  try {
    return { curve, key: createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: privateType }) };
  } finally {
    der.fill(0);
  }
}

/** The public key of a private key: a 65-byte point, or 32 bytes. */
export function nativePublicKey({ curve, key }: NativeKey): Bytes {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return own(der.subarray(KEY_FORMS[curve].publicHead.length));
}

/** The encoding of an ECDSA signature: ASN.1 DER, or r and s of 32 bytes each (IEEE P1363). Ed25519 has one form. */
export type SignatureForm = 'der' | 'ieee-p1363';

/** Signs as the curve does. */
export function nativeSign({ curve, key }: NativeKey, message: Uint8Array, form: SignatureForm = 'der'): Bytes {
  return own(sign(KEY_FORMS[curve].hash, message, { key, dsaEncoding: form }));
}

/** An imported public key. */
export interface NativePublicKey {
  readonly curve: NativeCurve;
  readonly key: KeyObject;
}

/** Imports a public key: a 65-byte point, or 32 bytes. Throws when it is not a point of the curve. */
export function importPublicKey(curve: NativeCurve, publicKey: Uint8Array): NativePublicKey {
  const der = Buffer.from(join(KEY_FORMS[curve].publicHead, publicKey).buffer);
  return { curve, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** Returns true when a signature is valid, and false for malformed DER. Ed25519 is checked without cofactor. */
export function nativeVerify(
  { curve, key }: NativePublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  form: SignatureForm = 'der',
): boolean {
  return verify(KEY_FORMS[curve].hash, message, { key, dsaEncoding: form }, signature);
}

/** As `nativeVerify`, on a thread of the runtime's pool. */
export function nativeVerifyAside(
  { curve, key }: NativePublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return new Promise((done, fail) =>
    verify(KEY_FORMS[curve].hash, message, key, signature, (error, holds) =>
      error === null ? done(holds) : fail(error),
    ),
  );
}

/** Checks RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017). Returns false for an invalid key and never throws. */
export function rsaVerify(
  publicKey: { readonly modulus: Uint8Array; readonly exponent: Uint8Array },
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const [n, e] = [base64urlEncode(publicKey.modulus), base64urlEncode(publicKey.exponent)];
  try {
    return verify('sha256', message, createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}

/** Returns the bytes of base64 text. Other characters are ignored, so the caller checks the bytes. */
export function base64Decode(text: string): Bytes {
  return own(Buffer.from(text, 'base64'));
}

/** All parts in one owned array that never moves. */
export function join(...parts: readonly Uint8Array[]): Bytes {
  const joined = secretBytes(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Returns Node's result as owned bytes. Bytes in a pool that Node shares are copied out and wiped there. */
function own(buffer: Buffer): Bytes {
  if (buffer.byteLength === buffer.buffer.byteLength) return new Uint8Array(buffer.buffer as ArrayBuffer);
  const copy = copySecret(buffer);
  buffer.fill(0);
  return copy;
}
