/** The values of EIP-712's atomic and dynamic types ("Definition of encodeData"), read strictly: nothing is guessed. */

import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import { ethereum } from '../../addresses/ethereum.ts';
import { keccak256 } from '../../keccak.ts';
import { integerFault } from './integer-fault.ts';

/** A value of an atomic or dynamic type. */
interface ReadValue {
  /** The 32 bytes that are hashed. */
  readonly encoded: Uint8Array;
  /** In one spelling, for people: decimal numbers, checked addresses. */
  readonly text: string;
}

/** One type without members or items. */
export interface Atom {
  readonly name: string;
  /**
   * Returns the reason why a value is not of the type, and a correction: the end of a sentence that begins with its
   * path.
   */
  fault(value: unknown): string;
  /** Reads a value from JSON. Returns null for a value of another type. */
  read(value: unknown): ReadValue | null;
}

const WORD_BYTES = 32;
/** 0x and two digits for each of 20 bytes. */
const ADDRESS_CHARACTERS = 42;
const INTEGER_TYPE = /^(u?)int([1-9][0-9]{0,2})$/;
const BYTES_TYPE = /^bytes([1-9][0-9]?)$/;
const INTEGER = /^(?:-?[0-9]{1,78}|0x[0-9a-f]{1,64})$/i;
/** `0X` is refused, although numbers may have it: ethers reads such bytes as hexadecimal, viem as text, and neither as an address. */
const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

const bool: Atom = {
  name: 'bool',
  fault: (value) => `is ${nameOf(value)} and must be true or false, without quotes`,
  read: (value) => (typeof value === 'boolean' ? { encoded: word(value ? 1n : 0n), text: String(value) } : null),
};

const string: Atom = {
  name: 'string',
  fault: (value) =>
    typeof value === 'string'
      ? 'has half of a character (a lone surrogate), which UTF-8 cannot spell'
      : `is ${nameOf(value)} and must be text: write it in quotes`,
  read: (value) =>
    typeof value === 'string' && !LONE_SURROGATE.test(value)
      ? { encoded: keccak256(utf8Encode(value)), text: value }
      : null,
};

const bytes: Atom = {
  name: 'bytes',
  fault: bytesFault,
  read: (value) =>
    isBytes(value) ? { encoded: keccak256(hexDecode(value.slice(2))), text: value.toLowerCase() } : null,
};

const address: Atom = {
  name: 'address',
  fault(value) {
    if (typeof value !== 'string') return `is ${nameOf(value)} and must be an address: write it in quotes`;
    if (/^[a-z0-9:]+:0x[0-9a-f]{40}$/i.test(value)) return 'has a chain before the address: write the address alone';
    if (!value.startsWith('0x')) return 'is not an address: it must begin with 0x';
    if (!/^0x[0-9a-fA-F]*$/.test(value)) return 'is not an address: only hexadecimal digits may follow 0x';
    if (value.length !== ADDRESS_CHARACTERS)
      return `is not an address: it has ${value.length - 2} digits after 0x and must have 40`;
    return 'has the wrong checksum: a digit or the case of a letter was changed (EIP-55). Copy the address again, or write all letters in lower case';
  },
  read(value) {
    const text = typeof value === 'string' ? ethereum.normalize(value) : null;
    if (text === null) return null;
    const encoded = new Uint8Array(WORD_BYTES);
    encoded.set(hexDecode(text.slice(2)), 12);
    return { encoded, text };
  },
};

const NAMED: ReadonlyMap<string, Atom> = new Map([bool, string, bytes, address].map((atom) => [atom.name, atom]));

/**
 * The type of that name, or null. Choice (typed-data-aliases): `int` and `uint` without a size are refused, because
 * EIP-712 says that there are no aliases. ethers hashes them as 256 bits, and viem refuses them.
 */
export function atomOf(name: string): Atom | null {
  const named = NAMED.get(name);
  if (named !== undefined) return named;
  const [, unsigned, bits] = INTEGER_TYPE.exec(name) ?? [];
  if (bits !== undefined)
    return Number(bits) % 8 === 0 && Number(bits) <= 256 ? integer(unsigned === 'u', BigInt(bits)) : null;
  const size = Number(BYTES_TYPE.exec(name)?.[1] ?? 0);
  return size >= 1 && size <= WORD_BYTES ? fixedBytes(size) : null;
}

/** Names that Solidity or people write for a type that EIP-712 spells in another way, or does not have. */
const ALMOST_ATOM =
  /^(?:u?int|bytes)[0-9]*$|^u?fixed(?:[0-9]+x[0-9]+)?$|^(?:address payable|boolean|byte|function|str)$/;

/** Returns true for a name that a library could read as an atomic type, although EIP-712 lists none of that name. */
export const isAlmostAtom = (name: string): boolean => ALMOST_ATOM.test(name);

/** Returns the end of a sentence about a type that is `isAlmostAtom`: the reason, and the type to write. */
export function almostAtomFault(name: string): string {
  const because = `which is not a type of EIP-712`;
  const written = WRITTEN.get(name);
  if (written !== undefined) return `${because}. Write ${written}`;
  if (/int/.test(name)) return `${because}. Write a size of 8 to 256 bits in steps of 8, such as uint256`;
  if (name.startsWith('bytes')) return `${because}. Write bytes1 to bytes32, or bytes for any length`;
  return `${because}. Ask for typed data with a type that the standard lists`;
}

const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['uint', 'uint256'],
  ['int', 'int256'],
  ['byte', 'bytes1'],
  ['boolean', 'bool'],
  ['str', 'string'],
  ['address payable', 'address'],
]);

function integer(unsigned: boolean, bits: bigint): Atom {
  const lowest = unsigned ? 0n : -(1n << (bits - 1n));
  const highest = (1n << (unsigned ? bits : bits - 1n)) - 1n;
  const name = `${unsigned ? 'u' : ''}int${bits}`;
  return {
    name,
    fault(value) {
      if (typeof value !== 'number' && typeof value !== 'string')
        return `is ${nameOf(value)} and must be a whole number`;
      const number = readInteger(value);
      if (number !== null) return `is ${number}, which does not fit ${name}: it takes ${lowest} to ${highest}`;
      if (typeof value === 'string') return integerFault(value);
      return Number.isInteger(value)
        ? 'is a number beyond 2^53, which JSON does not keep: write it in quotes'
        : `is ${value}, which is not a whole number: write it in the smallest unit`;
    },
    read(value) {
      const number = readInteger(value);
      const fits = number !== null && number >= lowest && number <= highest;
      return fits ? { encoded: word(number), text: number.toString() } : null;
    },
  };
}

function fixedBytes(size: number): Atom {
  return {
    name: `bytes${size}`,
    fault: (value) =>
      isBytes(value)
        ? `has ${value.length === 4 ? '1 byte' : `${(value.length - 2) / 2} bytes`} and must have ${size}: 0x and ${size * 2} hexadecimal digits`
        : bytesFault(value),
    read(value) {
      if (!isBytes(value) || value.length !== 2 + size * 2) return null;
      const encoded = new Uint8Array(WORD_BYTES);
      encoded.set(hexDecode(value.slice(2)));
      return { encoded, text: value.toLowerCase() };
    },
  };
}

/** As viem and ethers spell numbers in JSON: a number that is exact, or text in decimal or 0x hexadecimal digits. */
function readInteger(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : null;
}

/** Two's complement, big endian. */
function word(value: bigint): Uint8Array {
  const encoded = new Uint8Array(WORD_BYTES);
  const view = new DataView(encoded.buffer);
  for (let part = 0; part < 4; part += 1)
    view.setBigUint64(part * 8, BigInt.asUintN(64, value >> BigInt(192 - part * 64)));
  return encoded;
}

function bytesFault(value: unknown): string {
  if (typeof value !== 'string')
    return `is ${nameOf(value)} and must be bytes: write 0x and hexadecimal digits in quotes`;
  if (!value.startsWith('0x')) return 'must begin with 0x';
  return /^0x[0-9a-fA-F]*$/.test(value)
    ? 'has an odd number of hexadecimal digits: a byte has two'
    : 'has a character after 0x that is not a hexadecimal digit';
}

/** Describes a JSON value in words, shortened. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return typeof value === 'object' ? 'an object' : `the ${typeof value === 'number' ? 'number' : 'value'} ${value}`;
}

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && HEX_BYTES.test(value);
}
