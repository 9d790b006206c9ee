/** The values of EIP-712's atomic and dynamic types ("Definition of encodeData"), read strictly: nothing is guessed. */

import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import { ethereum } from '../../addresses/ethereum.ts';
import { keccak256 } from '../../keccak.ts';

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
  /** What a wrong value is told not to be: `a uint8 (0 to 255)`. */
  readonly form: string;
  /** A value as JSON has it; null for one that is not of the type. */
  read(value: unknown): ReadValue | null;
}

const WORD_BYTES = 32;
const INTEGER_TYPE = /^(u?)int([1-9][0-9]{0,2})$/;
const BYTES_TYPE = /^bytes([1-9][0-9]?)$/;
const INTEGER = /^(?:-?[0-9]{1,78}|0x[0-9a-f]{1,64})$/i;
/** `0X` is refused, although numbers may have it: ethers reads such bytes as hexadecimal, viem as text, and neither as an address. */
const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

const bool: Atom = {
  name: 'bool',
  form: 'true or false',
  read: (value) => (typeof value === 'boolean' ? { encoded: word(value ? 1n : 0n), text: String(value) } : null),
};

const string: Atom = {
  name: 'string',
  form: 'text without lone surrogates',
  read: (value) =>
    typeof value === 'string' && !LONE_SURROGATE.test(value)
      ? { encoded: keccak256(utf8Encode(value)), text: value }
      : null,
};

const bytes: Atom = {
  name: 'bytes',
  form: 'hexadecimal text with 0x and two digits a byte',
  read: (value) =>
    isBytes(value) ? { encoded: keccak256(hexDecode(value.slice(2))), text: value.toLowerCase() } : null,
};

const address: Atom = {
  name: 'address',
  form: 'an address: 0x and 40 digits, with a right checksum when the letter case is mixed',
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
 * The type of that name, or null. Choice (typed-data-aliases): `int` and `uint` without a size are refused, as the
 * standard lists none and the field's libraries disagree about what they hash to.
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

function integer(unsigned: boolean, bits: bigint): Atom {
  const lowest = unsigned ? 0n : -(1n << (bits - 1n));
  const highest = (1n << (unsigned ? bits : bits - 1n)) - 1n;
  const name = `${unsigned ? 'u' : ''}int${bits}`;
  return {
    name,
    form: `a whole number that fits ${name} (as text in digits or 0x when it is beyond 2^53)`,
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
    form: `0x and exactly ${size * 2} hexadecimal digits`,
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

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && HEX_BYTES.test(value);
}
