/** The data suffix of ERC-8021, which names the application that a transaction is credited to. */
import { hexEncode } from '../../../shared/wire/index.ts';
import { type CborMap, type CborValue, readCbor } from '../../crypto/index.ts';

export interface Attribution {
  /** The length of the whole suffix, in bytes. */
  readonly length: number;
  /**
   * Untrusted text, because the caller may write any code. At least one, each of printable ASCII and without a comma.
   */
  readonly codes: readonly string[];
  /** Contracts that claim to resolve the codes, by 0x and 40 digits. Empty for the canonical registry. */
  readonly registries: readonly string[];
}

const MARKER = '8021'.repeat(8);
const MARKER_BYTES = 16;
const ADDRESS_BYTES = 20;
/** Bytes of a chain's id. */
const MAXIMUM_CHAIN_BYTES = 32;
/** Choice (attribution-code): the ERC says ASCII. Other characters could overwrite the sentence that shows the code. */
const CODE = /^[\x20-\x2b\x2d-\x7e]+$/;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const CHAIN = /^0x[0-9a-f]{1,64}$/i;

/** The schemas by their byte. Each reads the bytes before that byte, from their end. */
const SCHEMAS: Readonly<Record<number, (bytes: Uint8Array) => Attribution | null>> = {
  0: readCodes,
  1: readCodesOfRegistry,
  2: readMap,
};

/**
 * Returns the suffix at the end of the bytes, or null when no known schema matches exactly.
 *
 * @example
 * readAttribution(hexDecode(`6261736561707007${'00'}${'8021'.repeat(8)}`));
 * // { length: 25, codes: ['baseapp'], registries: [] }
 */
export function readAttribution(bytes: Uint8Array): Attribution | null {
  const end = bytes.length - MARKER_BYTES;
  if (end < 1 || hexEncode(bytes.subarray(end)) !== MARKER) return null;
  const found = SCHEMAS[bytes[end - 1] ?? -1]?.(bytes.subarray(0, end - 1)) ?? null;
  return found === null ? null : { ...found, length: found.length + 1 + MARKER_BYTES };
}

/** Schema 0: codes ‖ their length in one byte. */
function readCodes(bytes: Uint8Array): Attribution | null {
  const count = bytes.at(-1) ?? 0;
  const start = bytes.length - 1 - count;
  if (count === 0 || start < 0) return null;
  const codes = String.fromCharCode(...bytes.subarray(start, start + count)).split(',');
  return codes.every((code) => CODE.test(code)) ? { length: count + 1, codes, registries: [] } : null;
}

/** Schema 1: registry ‖ chain ‖ its length in one byte ‖ codes as in schema 0. */
function readCodesOfRegistry(bytes: Uint8Array): Attribution | null {
  const found = readCodes(bytes);
  if (found === null) return null;
  const before = bytes.subarray(0, bytes.length - found.length);
  const chainBytes = before.at(-1) ?? 0;
  const start = before.length - 1 - chainBytes - ADDRESS_BYTES;
  if (chainBytes === 0 || chainBytes > MAXIMUM_CHAIN_BYTES || start < 0) return null;
  const registry = `0x${hexEncode(before.subarray(start, start + ADDRESS_BYTES))}`;
  return { ...found, length: bytes.length - start, registries: [registry] };
}

/** Schema 2: a map of CBOR ‖ its length in two bytes. */
function readMap(bytes: Uint8Array): Attribution | null {
  const count = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0);
  const start = bytes.length - 2 - count;
  if (bytes.length < 2 || count === 0 || start < 0) return null;
  const map = mapOf(bytes.subarray(start, start + count));
  if (map === null) return null;
  const { a, w, s = [], r = new Map(), m = new Map(), ...others } = Object.fromEntries(map);
  const codes = [a, w].filter((code) => code !== undefined).concat(Array.isArray(s) ? s : [null]);
  const registries = registriesOf(r);
  const isKnown = Object.keys(others).length === 0 && registries !== null && m instanceof Map;
  if (!isKnown || codes.length === 0 || !codes.every(isCode)) return null;
  return { length: count + 2, codes, registries };
}

/** Null for bytes that are not exactly one map. */
function mapOf(bytes: Uint8Array): CborMap | null {
  try {
    const { value, length } = readCbor(bytes);
    return value instanceof Map && length === bytes.length ? value : null;
  } catch {
    return null;
  }
}

/** The addresses of `{ a: { c: chain, a: address }, w: … }`. Null for another form. */
function registriesOf(value: CborValue): readonly string[] | null {
  if (!(value instanceof Map)) return null;
  const found: string[] = [];
  for (const [who, registry] of value as CborMap) {
    if ((who !== 'a' && who !== 'w') || !(registry instanceof Map) || registry.size !== 2) return null;
    const [chain, address] = [registry.get('c'), registry.get('a')];
    if (typeof chain !== 'string' || typeof address !== 'string') return null;
    if (!CHAIN.test(chain) || !ADDRESS.test(address)) return null;
    found.push(address.toLowerCase());
  }
  return found;
}

const isCode = (value: CborValue | undefined): value is string => typeof value === 'string' && CODE.test(value);
