/**
 * The hashes, checksums and text forms that families of addresses share. Readers never throw and are bounded by length.
 */
import { ripemd160 } from '@noble/hashes/legacy.js';
import { type BytesCoder, bech32, bech32m } from '@scure/base';
import type { PointForm } from '../curves/p256.ts';
import { join, sha256 } from '../native.ts';

/** The functions that make and read addresses of one format. */
export interface AddressFunctions {
  /** The SEC1 form of an ECDSA key for `fromPublicKey`, so that a point is computed once. Absent means compressed. */
  readonly keyForm?: PointForm;
  /** Address of a lowercase hex public key that is a point of one of the curves, in the form above. */
  readonly fromPublicKey: (publicKey: string) => string;
  /** One spelling for all spellings of an address, or null when the text is not an address of this format. */
  readonly normalize: (address: string) => string | null;
  /**
   * Returns the public key (lowercase hex) that an address in that spelling holds. Absent where it holds only a digest
   * of the key.
   */
  readonly keyOf?: (address: string) => string;
}

/** A text form of bytes of one fixed length under one prefix or version. */
export interface AddressText {
  readonly write: (bytes: Uint8Array) => string;
  /** Returns the bytes of a text with a right checksum, version and length, or null for any other text. */
  readonly read: (address: string) => Uint8Array | null;
}

/** RIPEMD-160 of SHA-256: 20 bytes. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** Version byte, 20 bytes and 4 bytes of a double SHA-256, in an alphabet of base58. */
export function base58Check(alphabet: BytesCoder, version: number): AddressText {
  return {
    write(hash) {
      const body = join(Uint8Array.of(version), hash);
      return alphabet.encode(join(body, checksum(body)));
    },
    read(address) {
      if (address.length < 25 || address.length > 36) return null;
      const bytes = decoded(alphabet, address);
      if (bytes === null || bytes.length !== 25 || bytes[0] !== version) return null;
      const body = bytes.subarray(0, 21);
      const expected = checksum(body);
      return expected.every((byte, index) => byte === bytes[21 + index]) ? body.subarray(1) : null;
    },
  };
}

/**
 * The parts of a bech32 address. `witness` (BIP-173) is its own first letter and decides between bech32 and bech32m
 * (BIP-350).
 */
export interface Bech32Shape {
  readonly prefix: string;
  readonly coding: 'bech32' | 'bech32m';
  readonly witness?: number;
  /** Bytes after the witness version. */
  readonly length: number;
}

/** Bech32 of fixed length. Reads all-lowercase and all-uppercase text, and writes lowercase. */
export function bech32Text({ prefix, coding, witness, length }: Bech32Shape): AddressText {
  const coder = coding === 'bech32' ? bech32 : bech32m;
  const head = witness === undefined ? [] : [witness];
  const letters = head.length + Math.ceil((length * 8) / 5) + 6;
  // The pattern decides letter case, because Unicode has capital letters outside ASCII whose lower case is inside.
  const form = (start: string, set: string) => `${start}1[${set}]{${letters}}`;
  const shape = new RegExp(`^(?:${form(prefix, '02-9ac-hj-np-z')}|${form(prefix.toUpperCase(), '02-9AC-HJ-NP-Z')})$`);
  return {
    write: (bytes) => coder.encode(prefix, [...head, ...coder.toWords(bytes)]),
    read(address) {
      if (!shape.test(address)) return null;
      const parts = coder.decodeUnsafe(address);
      if (parts === undefined || parts.prefix !== prefix) return null;
      if (witness !== undefined && parts.words[0] !== witness) return null;
      const bytes = coder.fromWordsUnsafe(parts.words.slice(head.length));
      return bytes instanceof Uint8Array && bytes.length === length ? bytes : null;
    },
  };
}

/** A format whose addresses are a text form of bytes that are made of the key. */
export function textFormat(text: AddressText, bytesOf: (publicKey: string) => Uint8Array): AddressFunctions {
  return {
    fromPublicKey: (publicKey) => text.write(bytesOf(publicKey)),
    normalize(address) {
      const bytes = text.read(address);
      return bytes === null ? null : text.write(bytes);
    },
  };
}

/** Bytes of a text, or null when it is not in the coder's alphabet. The caller bounds the length. */
export function decoded(coder: BytesCoder, text: string): Uint8Array | null {
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}

/** CRC-16/XMODEM: polynomial 0x1021, from zero, most significant bit first. */
export function crc16(bytes: Uint8Array): number {
  let remainder = 0;
  for (const byte of bytes) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder & 0x8000) === 0 ? remainder << 1 : (remainder << 1) ^ 0x1021;
    }
    remainder &= 0xffff;
  }
  return remainder;
}

function checksum(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, 4);
}
