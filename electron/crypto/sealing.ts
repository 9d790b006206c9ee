/**
 * Sealing of keys at rest. It protects the content and its purpose. It does NOT hide lengths, nor stop an old blob from
 * being put back.
 */
import { AppError } from '../../shared/errors/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { aesGcmOpen, aesGcmSeal, type Bytes, join, randomBytes } from './native.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const OVERHEAD = 1 + NONCE_BYTES + 16;

/**
 * Seals `plaintext` with AES-256-GCM under a 32-byte key. `aad` names the purpose (kind, owner, id), so that blobs
 * cannot be exchanged. Returns the version byte, a random nonce (12 bytes), the ciphertext and the tag.
 */
export function sealAtRest(key: Uint8Array, plaintext: Uint8Array, aad: string): Bytes {
  const nonce = randomBytes(NONCE_BYTES);
  return join(Uint8Array.of(VERSION), nonce, aesGcmSeal(key, nonce, plaintext, bind(aad)));
}

/** Reverse of `sealAtRest`. Throws KEYSTORE_CORRUPT when key, purpose or bytes differ. */
export function openAtRest(key: Uint8Array, sealed: Uint8Array, aad: string): Bytes {
  if (sealed.length < OVERHEAD || sealed[0] !== VERSION) throw corrupt();
  try {
    return aesGcmOpen(key, sealed.subarray(1, 1 + NONCE_BYTES), sealed.subarray(1 + NONCE_BYTES), bind(aad));
  } catch {
    throw corrupt();
  }
}

function bind(aad: string): Bytes {
  return join(Uint8Array.of(VERSION), utf8Encode(aad));
}

function corrupt(): AppError {
  return new AppError(
    'KEYSTORE_CORRUPT',
    'A stored secret could not be opened: it was changed, or it was sealed under another key or for another use. Nothing was read from it. Restore a backup with `castellan backup restore`.',
  );
}
