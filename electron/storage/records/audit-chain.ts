import { createHash } from 'node:crypto';

/** One stamped body: the exact bytes, the stamper and the purpose. `at` is milliseconds since the epoch. */
export interface AuditEntry {
  readonly at: number;
  readonly profile: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly operation: string;
  readonly url: string;
  readonly body: Uint8Array;
}

/** An entry as stored in the database. */
export type StoredLink = Omit<AuditEntry, 'body'> & {
  readonly profiles: Buffer | null;
  readonly sequence: number;
  readonly body: Buffer;
  readonly hash: Buffer;
  readonly signedBy: string | null;
  readonly signature: Buffer | null;
};

/** The operation of an entry that begins a new chain, because the one before was changed or lost. */
export const BEGIN = 'audit begin';

/** The operations of entries whose body records the operator's confirmation: of the profiles, and of documents. */
export const CONFIRMATIONS = ['profile change', 'document change'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** The operation of the entry that names an archive of earlier entries. Its body is `archiveBody`. */
export const ARCHIVED = 'audit archive';

/** The operation of the entry that records a backup. */
export const BACKUP_MADE = 'backup create';
/** Requests after which the local service holds keys that only a newer backup has. */
export const MAKE_KEYS = ['create_wallet', 'create_private_keys', 'import_wallet', 'import_private_key'] as const;

/** The hash that the first entry of a chain follows. */
export const CHAIN_START = new Uint8Array(32);

const encoder = new TextEncoder();
const DOMAIN = encoder.encode('castellan audit v1\0');

/**
 * Returns the link of an entry: the SHA-256 of these parts.
 * - The domain.
 * - The previous link (32 bytes, zeros before the first of a chain).
 * - Each field as a 4-byte big-endian length and its bytes.
 * The fields are sequence and time in decimal, profile, credential id, public key, operation, URL (all UTF-8), then the
 * body.
 * The digest of the profiles follows if this chain has recorded them.
 * Lengths make the encoding injective, so no two entries share one.
 */
export function linkHash(
  previous: Uint8Array,
  sequence: number,
  entry: AuditEntry & { readonly profiles?: Uint8Array | null },
): Uint8Array<ArrayBuffer> {
  const { at, profile, credentialId, publicKey, operation, url, body, profiles } = entry;
  const texts = [String(sequence), String(at), profile, credentialId, publicKey, operation, url].map((text) =>
    encoder.encode(text),
  );
  const hash = createHash('sha256').update(DOMAIN).update(previous);
  for (const field of [...texts, body, ...(profiles ? [profiles] : [])])
    hash.update(lengthPrefix(field.length)).update(field);
  return Uint8Array.from(hash.digest());
}

/** SHA-256 of a body that records the profiles. */
export function profilesDigest(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest();
}

function lengthPrefix(length: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}
