/**
 * HPKE (RFC 9180) in exactly one configuration (docs/protocol.md#encryption):
 * - Mode Base, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
 * - One message per context.
 * - AAD is encapsulated key ‖ recipient key.
 * - Info is `turnkey_hpke` unless another is given.
 *
 * It gives confidentiality to the recipient. It does NOT authenticate the sender. Intermediate secrets are wiped here.
 */
import { AppError } from '../../../shared/errors/index.ts';
import { copySecret, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { ecdhP256, generateP256, p256PublicKey } from '../curves/p256.ts';
import { aesGcmOpen, aesGcmSeal, type Bytes, hmacSha256, join } from '../native.ts';

const EMPTY = new Uint8Array(0);
const INFO = utf8Encode('turnkey_hpke');
const LABEL_VERSION = utf8Encode('HPKE-v1');
const KEM_SUITE = join(utf8Encode('KEM'), Uint8Array.of(0x00, 0x10));
const HPKE_SUITE = join(utf8Encode('HPKE'), Uint8Array.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x02));
const MODE_BASE = 0;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

export interface HpkeSealed {
  /** 65-byte uncompressed point. */
  readonly encappedPublic: Bytes;
  /** AES-GCM output with its tag. */
  readonly ciphertext: Bytes;
}

/** The secrets of a context. The caller wipes them. */
export interface HpkeContext {
  readonly sharedSecret: Bytes;
  readonly key: Bytes;
  readonly nonce: Bytes;
}

/**
 * Seals to a 65-byte uncompressed public key of P-256 (HPKE base mode, RFC 9180). `ephemeral` is only for known-answer
 * tests. Throws KEY_INVALID.
 */
export function hpkeSeal(input: {
  readonly recipientPublic: Uint8Array;
  readonly plaintext: Uint8Array;
  readonly info?: Uint8Array;
  readonly ephemeral?: { readonly privateKey: Uint8Array };
}): HpkeSealed {
  const privateKey = input.ephemeral === undefined ? generateP256().privateKey : copySecret(input.ephemeral.privateKey);
  try {
    const encappedPublic = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
    const { recipientPublic } = input;
    const ciphertext = withContext(
      ecdhP256(privateKey, recipientPublic),
      { encappedPublic, recipientPublic, info: input.info },
      ({ key, nonce }) => aesGcmSeal(key, nonce, input.plaintext, join(encappedPublic, recipientPublic)),
    );
    return { encappedPublic, ciphertext };
  } finally {
    privateKey.fill(0);
  }
}

/**
 * Opens a message that was sealed to this key. The caller owns the plaintext. Throws KEY_INVALID or BUNDLE_UNREADABLE.
 */
export function hpkeOpen(input: { readonly recipientPrivate: Uint8Array } & HpkeInput): Bytes {
  const { recipientPrivate, ...sealed } = input;
  const recipientPublic = hexDecode(p256PublicKey(recipientPrivate, 'uncompressed'));
  return opened(recipientPublic, sealed, () => ecdhP256(recipientPrivate, sealed.encappedPublic));
}

/**
 * Opens a message as `hpkeOpen` does, with the ECDH result (32 bytes, which the caller wipes) of a key that is held
 * elsewhere. `recipientPublic` is the 65-byte public half of that key. Throws BUNDLE_UNREADABLE.
 */
export function hpkeOpenAgreed(
  input: { readonly agreed: Uint8Array; readonly recipientPublic: Uint8Array } & HpkeInput,
): Bytes {
  const { agreed, recipientPublic, ...sealed } = input;
  return opened(recipientPublic, sealed, () => copySecret(agreed));
}

function opened(
  recipientPublic: Uint8Array,
  { encappedPublic, ciphertext, info }: HpkeInput,
  agree: () => Bytes,
): Bytes {
  try {
    return withContext(agree(), { encappedPublic, recipientPublic, info }, ({ key, nonce }) =>
      aesGcmOpen(key, nonce, ciphertext, join(encappedPublic, recipientPublic)),
    );
  } catch {
    throw new AppError(
      'BUNDLE_UNREADABLE',
      'The bundle does not open with this key: it was encrypted to another key, or it was changed. Nothing was opened. Use the target key that the export was requested with.',
    );
  }
}

type HpkeInput = { readonly encappedPublic: Uint8Array; readonly ciphertext: Uint8Array; readonly info?: Uint8Array };

/**
 * Runs ExtractAndExpand (RFC 9180 4.1) and the key schedule (5.1) for an ECDH result. Returns the shared secret (32
 * bytes), the key (32) and the base nonce (12).
 */
export function hpkeContext(
  dh: Uint8Array,
  encappedPublic: Uint8Array,
  recipientPublic: Uint8Array,
  info: Uint8Array = INFO,
): HpkeContext {
  const wiped: Bytes[] = [];
  const wipe = (bytes: Bytes): Bytes => {
    wiped.push(bytes);
    return bytes;
  };
  try {
    const extracted = wipe(labeledExtract(KEM_SUITE, EMPTY, 'eae_prk', dh));
    const sharedSecret = labeledExpand(
      KEM_SUITE,
      extracted,
      'shared_secret',
      join(encappedPublic, recipientPublic),
      KEY_BYTES,
    );
    const schedule = join(
      Uint8Array.of(MODE_BASE),
      labeledExtract(HPKE_SUITE, EMPTY, 'psk_id_hash', EMPTY),
      labeledExtract(HPKE_SUITE, EMPTY, 'info_hash', info),
    );
    const secret = wipe(labeledExtract(HPKE_SUITE, sharedSecret, 'secret', EMPTY));
    return {
      sharedSecret,
      key: labeledExpand(HPKE_SUITE, secret, 'key', schedule, KEY_BYTES),
      nonce: labeledExpand(HPKE_SUITE, secret, 'base_nonce', schedule, NONCE_BYTES),
    };
  } finally {
    for (const bytes of wiped) bytes.fill(0);
  }
}

/** Wipes the ECDH result. */
function withContext(
  dh: Bytes,
  to: {
    readonly encappedPublic: Uint8Array;
    readonly recipientPublic: Uint8Array;
    readonly info: Uint8Array | undefined;
  },
  use: (context: HpkeContext) => Bytes,
): Bytes {
  let context: HpkeContext | undefined;
  try {
    context = hpkeContext(dh, to.encappedPublic, to.recipientPublic, to.info);
    return use(context);
  } finally {
    dh.fill(0);
    context?.sharedSecret.fill(0);
    context?.key.fill(0);
    context?.nonce.fill(0);
  }
}

function labeledExtract(suite: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array): Bytes {
  const labeled = join(LABEL_VERSION, suite, utf8Encode(label), ikm);
  try {
    return hmacSha256(salt, labeled);
  } finally {
    labeled.fill(0);
  }
}

/** One block of HKDF-Expand is enough: nothing here is longer than 32 bytes. */
function labeledExpand(suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number): Bytes {
  const labeled = join(Uint8Array.of(0, length), LABEL_VERSION, suite, utf8Encode(label), info, Uint8Array.of(1));
  const block = hmacSha256(prk, labeled);
  try {
    return copySecret(block.subarray(0, length));
  } finally {
    block.fill(0);
  }
}
