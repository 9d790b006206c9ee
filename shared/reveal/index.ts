import type { ExportProof, SealedReveal } from '../model/index.ts';
import { revealInfo, utf8Encode } from '../wire/index.ts';

/**
 * The receiving side of HPKE (RFC 9180) for revealed secrets, by the runtime's own cryptography (W3C Web Cryptography
 * API).
 * Mode Base, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, AAD = encapsulated key ‖ recipient key.
 */
type Bytes = Uint8Array<ArrayBuffer>;

const EMPTY = new Uint8Array(0);
const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;
const KEM_SUITE = join(utf8Encode('KEM'), Uint8Array.of(0x00, 0x10));
const HPKE_SUITE = join(utf8Encode('HPKE'), Uint8Array.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x02));
const VERSION = utf8Encode('HPKE-v1');
const HASH_BYTES = 32;
const NONCE_BYTES = 12;
const MODE_BASE = 0;

/** The key that one reveal is sealed to. Its private half cannot be exported. */
export interface RevealKey {
  /** Its public half: 65 bytes, an uncompressed point. */
  readonly to: Bytes;
  /**
   * Returns the revealed secret, which the caller wipes.
   * Throws when it was sealed to another key or for another purpose, or was changed.
   */
  open(sealed: Omit<SealedReveal, 'to'>): Promise<Bytes>;
}

/** Makes a key that opens only a reveal with this proof, in this format. */
export async function makeRevealKey(format: string, proof: ExportProof): Promise<RevealKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ['deriveBits']);
  const to = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return {
    to,
    async open({ encappedPublic, ciphertext }) {
      const peer = await crypto.subtle.importKey('raw', encappedPublic, P256, false, []);
      const agreed = await crypto.subtle.deriveBits({ ...P256, public: peer }, privateKey, HASH_BYTES * 8);
      const both = join(encappedPublic, to);
      const { key, nonce } = await schedule(new Uint8Array(agreed), both, revealInfo(format, proof));
      const opening = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
      key.fill(0);
      const parameters = { name: 'AES-GCM', iv: nonce, additionalData: both };
      return new Uint8Array(await crypto.subtle.decrypt(parameters, opening, ciphertext));
    },
  };
}

/** ExtractAndExpand (RFC 9180 section 4.1) and the key schedule (5.1). Wipes the agreed secret. */
async function schedule(agreed: Bytes, keys: Bytes, info: Bytes): Promise<{ key: Bytes; nonce: Bytes }> {
  const input = labeled(KEM_SUITE, 'eae_prk', agreed);
  const shared = await derive(EMPTY, input, expansion(KEM_SUITE, 'shared_secret', keys, HASH_BYTES), HASH_BYTES);
  const context = join(
    Uint8Array.of(MODE_BASE),
    await extract(labeled(HPKE_SUITE, 'psk_id_hash', EMPTY)),
    await extract(labeled(HPKE_SUITE, 'info_hash', info)),
  );
  const secret = labeled(HPKE_SUITE, 'secret', EMPTY);
  const derived = (label: string, length: number) =>
    derive(shared, secret, expansion(HPKE_SUITE, label, context, length), length);
  try {
    return { key: await derived('key', HASH_BYTES), nonce: await derived('base_nonce', NONCE_BYTES) };
  } finally {
    for (const bytes of [agreed, input, shared]) bytes.fill(0);
  }
}

/** HKDF (RFC 5869), both steps. */
async function derive(salt: Bytes, input: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** HKDF's first step without a salt, which is a hash of zeros then (RFC 5869 section 2.2). */
async function extract(input: Bytes): Promise<Bytes> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(HASH_BYTES), hmac, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, input));
}

function labeled(suite: Bytes, label: string, input: Bytes): Bytes {
  return join(VERSION, suite, utf8Encode(label), input);
}

function expansion(suite: Bytes, label: string, context: Bytes, length: number): Bytes {
  return join(Uint8Array.of(0, length), labeled(suite, label, context));
}

/** In an array of its own, which does not move. */
function join(...parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
