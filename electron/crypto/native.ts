/**
 * The only file that imports node:crypto. Electron carries BoringSSL: P-256, Ed25519, AES-GCM, scrypt, but no secp256k1.
 * Protects against: timing of native operations. Does NOT protect against: copies that the native library keeps until its
 * objects are collected, and anyone who can read this process's memory.
 */
import { isUtf8 as isUtf8Buffer } from 'node:buffer';
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomUUID as cryptoRandomUuid,
  ECDH,
  type KeyObject,
  pbkdf2Sync,
  randomFillSync,
  scrypt,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../shared/errors/index.ts';
import { copySecret, hexDecode, secretBytes } from '../../shared/wire/index.ts';

/** Owned bytes: the array is the whole of its buffer, so wiping and transferring it touches nothing else. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A native key that JavaScript cannot read back. */
export type NativeKey = KeyObject;

const P256 = 'prime256v1';
const GCM = 'aes-256-gcm';
const TAG_BYTES = 16;

/** SEC1 ECPrivateKey (RFC 5915) around a P-256 scalar, without the optional public key. */
const SEC1_HEAD = hexDecode('30310201010420');
const SEC1_TAIL = hexDecode('a00a06082a8648ce3d030107');
/** SubjectPublicKeyInfo (RFC 5480) before a 65-byte P-256 point. */
const SPKI_P256 = hexDecode('3059301306072a8648ce3d020106082a8648ce3d030107034200');
/** PKCS#8 (RFC 8410) before a 32-byte Ed25519 seed, and SubjectPublicKeyInfo before a 32-byte public key. */
const PKCS8_ED25519 = hexDecode('302e020100300506032b657004220420');
const SPKI_ED25519 = hexDecode('302a300506032b6570032100');

const scryptAsync = promisify<Uint8Array, Uint8Array, number, object, Buffer>(scrypt);

/** SHA-256 (FIPS 180-4), 32 bytes. */
export function sha256(bytes: Uint8Array): Bytes {
  return own(createHash('sha256').update(bytes).digest());
}

/** SHA-256 as lowercase hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Bytes {
  return own(createHmac('sha256', key).update(bytes).digest());
}

/** HMAC-SHA-512 (RFC 2104), 64 bytes. */
export function hmacSha512(key: Uint8Array, bytes: Uint8Array): Bytes {
  return own(createHmac('sha512', key).update(bytes).digest());
}

/** Bytes of the operating system's generator. */
export function randomBytes(length: number): Bytes {
  return randomFillSync(secretBytes(length));
}

/** A version 4 UUID (RFC 9562). */
export function randomUuid(): string {
  return cryptoRandomUuid();
}

/** Compares without telling by its duration where the difference is; lengths are not secret. */
export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the bytes are well-formed UTF-8, told without making a string of them. */
export function isUtf8(bytes: Uint8Array): boolean {
  return isUtf8Buffer(bytes);
}

/** scrypt (RFC 7914) off the main thread; 32 bytes. Memory is about 128·n·r bytes. */
export async function scryptKey(
  passphrase: Uint8Array,
  salt: Uint8Array,
  cost: { readonly n: number; readonly r: number; readonly p: number },
): Promise<Bytes> {
  const { n, r, p } = cost;
  return own(await scryptAsync(passphrase, salt, 32, { N: n, r, p, maxmem: 128 * r * (n + p + 2) + 1024 * 1024 }));
}

/** PBKDF2-HMAC-SHA-512 (RFC 8018). */
export function pbkdf2Sha512(password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Bytes {
  return own(pbkdf2Sync(password, salt, rounds, length, 'sha512'));
}

/** AES-256-GCM (NIST SP 800-38D): 32-byte key, 12-byte nonce used once; gives ciphertext and 16-byte tag. */
export function aesGcmSeal(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Bytes {
  const cipher = createCipheriv(GCM, key, nonce);
  cipher.setAAD(aad);
  const ciphertext = cipher.update(plaintext);
  const rest = cipher.final();
  return join(ciphertext, rest, cipher.getAuthTag());
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
  }
}

/** Public point of a P-256 scalar. Throws when the scalar is 0 or not below the order. */
export function p256Point(scalar: Uint8Array, form: 'compressed' | 'uncompressed'): Bytes {
  const ecdh = createECDH(P256);
  ecdh.setPrivateKey(scalar);
  return own(ecdh.getPublicKey(null, form));
}

/** A P-256 point in the other SEC1 form. Throws when it is not on the curve. */
export function p256Convert(point: Uint8Array, form: 'compressed' | 'uncompressed'): Bytes {
  return own(ECDH.convertKey(point, P256, undefined, undefined, form) as Buffer);
}

/** The x-coordinate of scalar·point, 32 bytes (SEC1 3.3.1). Throws when the point is not on the curve. */
export function p256SharedX(scalar: Uint8Array, point: Uint8Array): Bytes {
  const ecdh = createECDH(P256);
  ecdh.setPrivateKey(scalar);
  return own(ecdh.computeSecret(point));
}

/** Imports a P-256 scalar for signing; the DER around it is wiped. Throws when the scalar is out of range. */
export function p256PrivateKey(scalar: Uint8Array): NativeKey {
  const der = join(SEC1_HEAD, scalar, SEC1_TAIL);
  try {
    return createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: 'sec1' });
  } finally {
    der.fill(0);
  }
}

/** ECDSA over SHA-256 (FIPS 186-5), DER. */
export function ecdsaSha256Sign(key: NativeKey, message: Uint8Array): Bytes {
  return own(sign('sha256', message, key));
}

/** Throws when the point is not a P-256 key. */
export function p256PublicKeyOf(point65: Uint8Array): NativeKey {
  return createPublicKey({ key: Buffer.from(join(SPKI_P256, point65).buffer), format: 'der', type: 'spki' });
}

/** False for any signature that does not hold, malformed DER included. */
export function ecdsaSha256Verify(key: NativeKey, message: Uint8Array, der: Uint8Array): boolean {
  return verify('sha256', message, key, der);
}

/** Imports an Ed25519 seed (RFC 8032); the DER around it is wiped. */
export function ed25519PrivateKey(seed: Uint8Array): NativeKey {
  const der = join(PKCS8_ED25519, seed);
  try {
    return createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: 'pkcs8' });
  } finally {
    der.fill(0);
  }
}

/** The 32-byte public key of an Ed25519 private key. */
export function ed25519Point(key: NativeKey): Bytes {
  return own(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_ED25519.length));
}

/** Ed25519 signature of the message itself, 64 bytes. */
export function ed25519NativeSign(key: NativeKey, message: Uint8Array): Bytes {
  return own(sign(null, message, key));
}

/** RFC 8032 verification without cofactor; throws on a public key that is no curve point. */
export function ed25519NativeVerify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(join(SPKI_ED25519, publicKey).buffer), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
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

/** Node's results as owned bytes; what had to be copied out of a shared pool is wiped there. */
function own(buffer: Buffer): Bytes {
  if (buffer.byteLength === buffer.buffer.byteLength) return new Uint8Array(buffer.buffer as ArrayBuffer);
  const copy = copySecret(buffer);
  buffer.fill(0);
  return copy;
}
