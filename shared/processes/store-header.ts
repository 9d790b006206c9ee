import { PASSKEY_TRANSPORTS, type PasskeyTransport } from '../model/passkeys.ts';
import { utf8Decode, utf8Encode } from '../wire/index.ts';

/**
 * A store's own header, from which its wrapping key (32 bytes) is recovered. Byte 0 is the kind.
 * - `plain`: the key itself follows.
 * - `sealed`: the ways to the key follow, each enough alone, then the vault's seal of that list under the
 * wrapping key.
 * Main reads from it which secret to ask for. Only the vault can verify the header, after it has opened the store.
 */
export const HEADER_KIND = { plain: 1, sealed: 2 } as const;

/** The wrapping key, sealed under the scrypt hash (RFC 7914) of a PIN or passphrase. */
export interface TypedWay {
  readonly kind: 'typed';
  /** The binary logarithm of scrypt's N. */
  readonly logN: number;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** The facts about a security key before the store is open (WebAuthn Level 3, section 10.1.4, PRF). */
export interface SecurityKeyFacts {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  readonly transports: readonly PasskeyTransport[];
  /** The input of its pseudo-random function: 32 bytes. */
  readonly salt: Uint8Array<ArrayBuffer>;
  /** The operator's name for it. */
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

/** The wrapping key, sealed under a security key's response to its salt. */
export interface SecurityKeyWay extends SecurityKeyFacts {
  readonly kind: 'securityKey';
  readonly sealed: Uint8Array<ArrayBuffer>;
}

export type Way = TypedWay | SecurityKeyWay;

/** The header of a protected store. */
export interface SealedHeader {
  readonly ways: readonly Way[];
  readonly checked: Uint8Array<ArrayBuffer>;
}

const WAY_KIND = { typed: 1, securityKey: 2 } as const;
const MAXIMUM_WAYS = 8;
const SALT_BYTES = 32;
const TIME_BYTES = 6;
/** The most bytes of a security key's label. */
export const MAXIMUM_LABEL = 128;

/** True when opening the store of this header needs a typed secret or a touch of a security key. */
export const isProtected = (header: Uint8Array): boolean => header[0] === HEADER_KIND.sealed;

/** Returns the unlock methods in a header, or null for bytes that are not a header. Nothing in it is proven. */
export function readSealedHeader(header: Uint8Array): SealedHeader | null {
  if (header[0] !== HEADER_KIND.sealed) return null;
  const parts = unpackParts(header.subarray(1));
  const checked = parts?.pop();
  if (parts === null || checked === undefined || parts.length === 0 || parts.length > MAXIMUM_WAYS) return null;
  const ways = parts.map(readWay);
  return ways.includes(null) ? null : { ways: ways as Way[], checked };
}

export function writeSealedHeader({ ways, checked }: SealedHeader): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(HEADER_KIND.sealed, ...packParts([...ways.map(writeWay), checked]));
}

/** Encodes one way for a header. */
export function writeWay(way: Way): Uint8Array<ArrayBuffer> {
  if (way.kind === 'typed')
    return packParts([Uint8Array.of(WAY_KIND.typed), Uint8Array.of(way.logN), way.salt, way.sealed]);
  return packParts([Uint8Array.of(WAY_KIND.securityKey), writeFacts(way), way.sealed]);
}

/** Encodes the facts about a security key. The seal of its way is bound to these bytes. */
export function writeFacts({ credentialId, transports, salt, label, addedAt }: SecurityKeyFacts) {
  const bits = PASSKEY_TRANSPORTS.reduce((sum, name, bit) => (transports.includes(name) ? sum + 2 ** bit : sum), 0);
  const time = Array.from({ length: TIME_BYTES }, (_, index) => Math.floor(addedAt / 256 ** (TIME_BYTES - 1 - index)));
  return packParts([credentialId, Uint8Array.of(bits), salt, utf8Encode(label), Uint8Array.from(time, (n) => n % 256)]);
}

function readWay(bytes: Uint8Array): Way | null {
  const [kind, ...rest] = unpackParts(bytes) ?? [];
  if (kind?.length !== 1) return null;
  if (kind[0] === WAY_KIND.typed && rest.length === 3) {
    const [cost, salt, sealed] = rest as [Part, Part, Part];
    if (cost.length !== 1 || salt.length !== SALT_BYTES) return null;
    return { kind: 'typed', logN: cost[0] ?? 0, salt, sealed };
  }
  if (kind[0] !== WAY_KIND.securityKey || rest.length !== 2) return null;
  const [facts, sealed] = rest as [Part, Part];
  const known = readFacts(facts);
  return known === null ? null : { kind: 'securityKey', ...known, sealed };
}

function readFacts(bytes: Uint8Array): SecurityKeyFacts | null {
  const parts = unpackParts(bytes);
  if (parts?.length !== 5) return null;
  const [credentialId, bits, salt, text, time] = parts as [Part, Part, Part, Part, Part];
  if (bits.length !== 1 || salt.length !== SALT_BYTES || time.length !== TIME_BYTES || text.length > MAXIMUM_LABEL)
    return null;
  const transports = PASSKEY_TRANSPORTS.filter((_, bit) => ((bits[0] ?? 0) & (2 ** bit)) !== 0);
  const addedAt = time.reduce((sum, byte) => sum * 256 + byte, 0);
  try {
    return { credentialId, transports, salt, label: utf8Decode(text), addedAt };
  } catch {
    return null;
  }
}

type Part = Uint8Array<ArrayBuffer>;

/** Parts one after another, each with its length (two bytes, the high one first) before it. */
export function packParts(parts: readonly Uint8Array[]): Part {
  return Uint8Array.from(parts.flatMap((part) => [part.length >> 8, part.length & 0xff, ...part]));
}

/** Reverses `packParts`. Returns null when the last part is incomplete. */
export function unpackParts(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + 2;
    at = start + (((bytes[at] ?? 0) << 8) | (bytes[start - 1] ?? 0));
    if (start > bytes.length || at > bytes.length) return null;
    parts.push(bytes.slice(start, at));
  }
  return parts;
}
