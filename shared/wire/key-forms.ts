/** Spellings of 32-byte private keys, read from bytes to bytes: a key is never made a string. */
import type { KeyCurve } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';
import { decodeHexKey, isHexText } from './key-text.ts';
import { copySecret, secretBytes } from './secret-bytes.ts';
import { hexEncode, utf8Encode } from './text.ts';

const KEY_LENGTH = 32;
const ENCRYPTED = 'its PEM block is encrypted. Decrypt it first, as with openssl pkey -in FILE';
const NO_BLOCK = 'it is a PEM file without a block PRIVATE KEY or EC PRIVATE KEY';
const otherKind = (kind: string) => `it is ${kind}, and not one of P-256, secp256k1 or Ed25519`;

/** A key that was read, or why a text that has this form holds none. */
export type ReadKey =
  | { readonly privateKey: Uint8Array<ArrayBuffer>; readonly curve: KeyCurve | null }
  | { readonly fault: string };

/**
 * Reads a PEM file (RFC 7468) with a private key of P-256, secp256k1 or Ed25519, in PKCS#8 (RFC 5958) or SEC1 (RFC 5915).
 * Ignores text and other blocks around the key, as a certificate. Reads \\n, as settings write a line end, and blanks it in
 * `text`. Returns null for a text that is no PEM. The caller wipes `text` and the key.
 *
 * @example
 * readPem(utf8Encode('-----BEGIN PUBLIC KEY-----'));
 * // { fault: 'it is a public key' }
 */
export function readPem(text: Uint8Array): ReadKey | null {
  blankEscapedLineEnds(text);
  if (!startsLine(text, find(text, BEGIN, 0))) return find(text, DASHES, 0) === 0 ? { fault: NO_BLOCK } : null;
  const other = OTHER_KEYS.find(([part]) => find(text, utf8Encode(part), 0) !== -1);
  if (other !== undefined) return { fault: other[1] };
  const [form, ...others] = FORMS.filter(({ begin }) => find(text, begin, 0) !== -1);
  if (form === undefined) {
    const block = OTHER_BLOCKS.find(([label]) => find(text, utf8Encode(label), 0) !== -1);
    return { fault: block?.[1] ?? NO_BLOCK };
  }
  const start = find(text, form.begin, 0) + form.begin.length;
  if (others.length > 0 || find(text, form.begin, start) !== -1)
    return { fault: 'it has several private keys. Leave one of them in it' };
  const end = find(text, DASHES, start);
  if (end === -1) return { fault: 'its PEM block has no END line' };
  const der = readBase64(text.subarray(start, end), LIMITS.body);
  if (der === null) return { fault: 'the lines of its PEM block are not base64' };
  try {
    return form.read(der) ?? { fault: faultOfDer(der, 'its PEM block') };
  } finally {
    der.fill(0);
  }
}

/**
 * Reads `length` bytes, 32 when absent, from base64 or base64url, with or without padding. Returns null for other text.
 * The caller wipes both.
 *
 * @example
 * readBase64Key(utf8Encode('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'))?.subarray(0, 4);
 * // Uint8Array.of(0x9d, 0x61, 0xb1, 0x9d)
 */
export function readBase64Key(text: Uint8Array, length = KEY_LENGTH): Uint8Array<ArrayBuffer> | null {
  const key = readBase64(text, length);
  if (key === null || key.length === length) return key;
  key.fill(0);
  return null;
}

/**
 * Reads a private key in DER without a PEM block: as bytes, in hexadecimal digits, or in base64. Returns null for other
 * bytes. The caller wipes `bytes` and the key.
 *
 * @example
 * readDer(utf8Encode('302a300506032b6570032100'));
 * // null
 */
export function readDer(bytes: Uint8Array): ReadKey | null {
  const [first] = bytes;
  // A sequence begins with the byte 0x30, in base64 with M.
  const der =
    first === SEQUENCE && !isHexText(bytes)
      ? copySecret(bytes)
      : first === LARGE_M
        ? readBase64(bytes, LIMITS.body)
        : bytes.length % 2 === 0 && isHexText(bytes)
          ? decodeHexKey(bytes, bytes.length / 2)
          : null;
  if (der === null) return null;
  try {
    if (der.length < SHORTEST_DER || items(inside(der, SEQUENCE)).length < 2) return null;
    return readPkcs8(der) ?? readSec1(der, null) ?? { fault: faultOfDer(der, 'its DER') };
  } finally {
    der.fill(0);
  }
}

/** Longer than a key of 32 bytes alone, and shorter than the shortest PKCS#8 with one. */
const SHORTEST_DER = 40;
const LARGE_M = 0x4d;
const DASHES = utf8Encode('-----');
const BEGIN = utf8Encode('-----BEGIN ');
/** Private keys that are not read, by a part of their block. */
const OTHER_KEYS = [
  ['ENCRYPTED PRIVATE KEY-----', ENCRYPTED],
  ['4,ENCRYPTED', ENCRYPTED],
  ['OPENSSH PRIVATE KEY-----', 'it is an OpenSSH key. Convert a copy first, as with ssh-keygen -p -m PKCS8 -f COPY'],
  ['RSA PRIVATE KEY-----', otherKind('an RSA key')],
  ['DSA PRIVATE KEY-----', otherKind('a DSA key')],
  ['TENDERMINT PRIVATE KEY-----', 'it is a key of a Cosmos keyring with a passphrase. Export it as hexadecimal digits'],
  ['PGP PRIVATE KEY BLOCK-----', 'it is a key of OpenPGP, which signs no requests'],
] as const;
const OTHER_BLOCKS = [
  ['PUBLIC KEY', 'it is a public key'],
  ['CERTIFICATE REQUEST', 'it is a request for a certificate'],
  ['EC PARAMETERS', 'it has only the parameters of a curve. Give the block EC PRIVATE KEY'],
  ['CERTIFICATE', 'it is a certificate'],
] as const;
const FORMS = [
  { begin: utf8Encode('-----BEGIN PRIVATE KEY-----'), read: (der: Uint8Array) => readPkcs8(der) },
  { begin: utf8Encode('-----BEGIN EC PRIVATE KEY-----'), read: (der: Uint8Array) => readSec1(der, null) },
];

/** Algorithms and curves of keys that are not read. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  '2a864886f70d010101': 'an RSA key',
  '2b656e': 'an X25519 key',
  '2b6571': 'an Ed448 key',
  '2b81040022': 'a P-384 key',
  '2b81040023': 'a P-521 key',
};

/** The reason why DER holds no key that is read: its algorithm or curve, in PKCS#8 or SEC1. */
function faultOfDer(der: Uint8Array, what: string): string {
  const [first, second, third] = items(inside(der, SEQUENCE));
  const named = [second, third].flatMap((item) =>
    item?.tag === SEQUENCE || item?.tag === PARAMETERS ? items(item.content) : [],
  );
  const kind = named.map((item) => OTHER_KINDS[objectName(item)]).find((found) => found !== undefined);
  if (kind !== undefined) return otherKind(kind);
  if (first?.tag === SEQUENCE && second?.tag === OCTETS)
    return `${what} is encrypted. Decrypt it first, as with openssl pkey`;
  return named.some(({ tag }) => tag === SEQUENCE)
    ? `${what} spells its curve out. Name the curve, as with openssl ec -in FILE -param_enc named_curve`
    : `${what} does not hold a P-256, secp256k1 or Ed25519 key`;
}

const [INTEGER, OCTETS, OBJECT, SEQUENCE, PARAMETERS] = [0x02, 0x04, 0x06, 0x30, 0xa0];
const ELLIPTIC = '2a8648ce3d0201';
const CURVES: Readonly<Record<string, KeyCurve>> = {
  '2a8648ce3d030107': 'p256',
  '2b8104000a': 'secp256k1',
  '2b6570': 'ed25519',
};

function readPkcs8(der: Uint8Array): ReadKey | null {
  const [, algorithm, key] = items(inside(der, SEQUENCE));
  if (algorithm?.tag !== SEQUENCE || key?.tag !== OCTETS) return null;
  const [kind, parameters] = items(algorithm.content).map(objectName);
  if (kind === ELLIPTIC) return readSec1(key.content, CURVES[parameters ?? ''] ?? null);
  const seed = inside(key.content, OCTETS);
  const curve = CURVES[kind ?? ''];
  return curve === 'ed25519' && seed?.length === KEY_LENGTH ? { privateKey: copySecret(seed), curve } : null;
}

function readSec1(der: Uint8Array, named: KeyCurve | null): ReadKey | null {
  const [version, key, parameters] = items(inside(der, SEQUENCE));
  if (version?.tag !== INTEGER || key?.tag !== OCTETS || key.content.length !== KEY_LENGTH) return null;
  const own = parameters?.tag === PARAMETERS ? items(parameters.content).map(objectName)[0] : undefined;
  const curve = own === undefined ? named : (CURVES[own] ?? null);
  if (curve === null || curve === 'ed25519' || (named !== null && curve !== named)) return null;
  return { privateKey: copySecret(key.content), curve };
}

interface Item {
  readonly tag: number;
  readonly content: Uint8Array;
}

const objectName = ({ tag, content }: Item) => (tag === OBJECT ? hexEncode(content) : '');

/** The content of the only item, which must have the tag. */
function inside(der: Uint8Array, tag: number): Uint8Array | null {
  const [only, ...others] = items(der);
  return only?.tag === tag && others.length === 0 ? only.content : null;
}

/** Returns the consecutive items of DER (X.690), or an empty list when a length is invalid. */
function items(der: Uint8Array | null): readonly Item[] {
  const found: Item[] = [];
  for (let at = 0; der !== null && at < der.length; ) {
    const [tag = 0, first = 0, second = 0, third = 0] = der.subarray(at, at + 4);
    const [length, header]: readonly [length: number, header: number] =
      first < 0x80 ? [first, 2] : first === 0x81 ? [second, 3] : first === 0x82 ? [second * 256 + third, 4] : [-1, 0];
    const end = at + header + length;
    if (length < 0 || end > der.length) return [];
    found.push({ tag, content: der.subarray(at + header, end) });
    at = end;
  }
  return found;
}

/**
 * Decodes base64 or base64url text and ignores white space. Returns null for other text and for more than `maximum`
 * bytes.
 */
function readBase64(text: Uint8Array, maximum: number): Uint8Array<ArrayBuffer> | null {
  const bytes = secretBytes(Math.ceil((text.length * 3) / 4));
  let [length, bits, held, digits, padding] = [0, 0, 0, 0, 0];
  const refuse = () => {
    bytes.fill(0);
    return null;
  };
  for (const byte of text) {
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
    if (byte === 0x3d) {
      padding += 1;
      continue;
    }
    const value = sixBits(byte);
    if (value === null || padding > 0) return refuse();
    digits += 1;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 0xff;
    length += 1;
  }
  const isPadded = padding === 0 || (digits + padding) % 4 === 0;
  // Leftover bits must be zero, because otherwise two texts would decode to one key.
  if (digits % 4 === 1 || !isPadded || padding > 2 || (held & ((1 << bits) - 1)) !== 0 || length > maximum)
    return refuse();
  const read = copySecret(bytes.subarray(0, length));
  bytes.fill(0);
  return read;
}

function sixBits(byte: number): number | null {
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41;
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 52;
  if (byte === 0x2b || byte === 0x2d) return 62;
  return byte === 0x2f || byte === 0x5f ? 63 : null;
}

/** True for a line's first character, behind blanks. */
function startsLine(text: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (text[before] === SPACE || text[before] === TAB) before -= 1;
  return at !== -1 && (before < 0 || text[before] === LINE_FEED || text[before] === CARRIAGE_RETURN);
}

/** Writes blanks for \\n and \\r where a PEM block begins. No base64 has a backslash. */
function blankEscapedLineEnds(text: Uint8Array): void {
  if (find(text, BEGIN, 0) !== 0) return;
  for (let at = 0; at + 1 < text.length; at += 1)
    if (text[at] === BACKSLASH && (text[at + 1] === SMALL_N || text[at + 1] === SMALL_R)) text.fill(SPACE, at, at + 2);
}

const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN] = [0x20, 0x09, 0x0a, 0x0d];
const [BACKSLASH, SMALL_N, SMALL_R] = [0x5c, 0x6e, 0x72];

/** Returns the index of `part` in `bytes` at or after `start`, or -1. */
function find(bytes: Uint8Array, part: Uint8Array, start: number): number {
  for (let at = start; at + part.length <= bytes.length; at += 1)
    if (part.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}
