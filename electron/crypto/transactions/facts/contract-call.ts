/** Decodes a call by its contract's ABI: the JSON form and the encoding of the Solidity ABI specification. */

import { isJsonObject } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { keccak256 } from '../../keccak.ts';
import { Refusal } from '../../refusal.ts';
import type { Fact, Facts } from './facts.ts';

const SELECTOR_DIGITS = '0x'.length + 8;
const WORD_BYTES = 32;
/** Lists may name the same bytes again and again, and types may be nested without an end. */
const MAXIMUM_VALUES = 10_000;
const MAXIMUM_DEPTH = 32;

/** The decoding of a value. `bytes` is the size of the kind, or null when sizes vary. */
type Kind = { readonly bytes: number | null } & (
  | { readonly is: 'word'; read(word: Uint8Array): Fact }
  | { readonly is: 'bytes' | 'string' }
  | { readonly is: 'list'; readonly of: Kind; readonly size: number | null }
  | { readonly is: 'tuple'; readonly of: readonly Kind[] }
);

/** An input of a function: its type as in the selector, and its decoder. */
interface Input {
  readonly name: string;
  readonly type: string;
  readonly kind: Kind;
}

/**
 * Returns `function_name` and `function_signature` of `eth.tx`, and `contract_call_args` when the data (0x and digits)
 * decodes as that function's. Returns undefined when the ABI, which may be any text, has no such function. A value is
 * the value that contracts see: bits beyond those of its type do not count. A tuple is the list of its members.
 *
 * @example
 * const abi = '[{"name":"baz","inputs":[{"name":"x","type":"uint32"},{"name":"y","type":"bool"}]}]';
 * contractCallFacts(abi, `0x${hexEncode(encodeCall('baz(uint32,bool)', 69n, true))}`);
 * // { function_name: 'baz', function_signature: '0xcdcd77c0', contract_call_args: { x: 69n, y: true } }
 */
export function contractCallFacts(abi: string, data: string): Facts | undefined {
  const selector = data.slice(0, SELECTOR_DIGITS);
  for (const entry of parseList(abi)) {
    const { type = 'function', name, inputs } = membersOf(entry);
    if (type !== 'function' || typeof name !== 'string') continue;
    const read = attempt(() => (Array.isArray(inputs) ? inputs : []).map((input) => inputOf(input, 0)));
    if (read === null || selectorOf(name, read) !== selector) continue;
    const args = attempt(() => argumentsOf(read, hexDecode(data.slice(SELECTOR_DIGITS))));
    return {
      function_name: name,
      function_signature: selector,
      ...(args === null ? {} : { contract_call_args: args }),
    };
  }
  return undefined;
}

function argumentsOf(inputs: readonly Input[], data: Uint8Array): Facts {
  if (new Set(inputs.map(({ name }) => name)).size < inputs.length) throw unreadable('names two inputs alike');
  const values = reader(data).tuple(
    inputs.map(({ kind }) => kind),
    0,
  );
  return Object.fromEntries(inputs.map(({ name }, index) => [name, values[index] ?? '']));
}

function selectorOf(name: string, inputs: readonly Input[]): string {
  const signature = `${name}(${inputs.map(({ type }) => type).join()})`;
  return `0x${hexEncode(keccak256(utf8Encode(signature)).subarray(0, 4))}`;
}

function inputOf(value: unknown, depth: number): Input {
  const { name = '', type, components } = membersOf(value);
  if (typeof name !== 'string' || typeof type !== 'string') throw unreadable('has an input without a type');
  if (depth > MAXIMUM_DEPTH) throw unreadable('is nested too deep');
  const inner = (Array.isArray(components) ? components : []).map((component) => inputOf(component, depth + 1));
  const [, base = '', lists = ''] = /^([^[\]]*)((?:\[[0-9]{0,9}\])*)$/.exec(type) ?? [];
  const item =
    base === 'tuple' ? { type: `(${inner.map((each) => each.type).join()})`, kind: tupleOf(inner) } : simple(base);
  const sizes = lists
    .slice(1, -1)
    .split('][')
    .slice(lists === '' ? 1 : 0);
  if (depth + sizes.length > MAXIMUM_DEPTH) throw unreadable('is nested too deep');
  return { name, type: item.type + lists, kind: sizes.reduce(listOf, item.kind) };
}

function tupleOf(inner: readonly Input[]): Kind {
  const of = inner.map(({ kind }) => kind);
  const bytes = of.reduce<number | null>(
    (sum, kind) => (sum === null || kind.bytes === null ? null : sum + kind.bytes),
    0,
  );
  return { is: 'tuple', of, bytes };
}

function listOf(of: Kind, size: string): Kind {
  if (size === '') return { is: 'list', of, size: null, bytes: null };
  return { is: 'list', of, size: Number(size), bytes: of.bytes === null ? null : of.bytes * Number(size) };
}

/** Types without parts. */
function simple(type: string): { readonly type: string; readonly kind: Kind } {
  const word = (read: (word: Uint8Array) => Fact, name = type) =>
    ({ type: name, kind: { is: 'word', bytes: WORD_BYTES, read } }) as const;
  if (type === 'bytes' || type === 'string') return { type, kind: { is: type, bytes: null } };
  if (type === 'bool') return word((bytes) => bytes.some((byte) => byte !== 0));
  if (type === 'address') return word((bytes) => `0x${hexEncode(bytes.subarray(12))}`);
  const [, length] = /^bytes([1-9]|[12][0-9]|3[0-2])$/.exec(type) ?? [];
  if (length !== undefined) return word((bytes) => `0x${hexEncode(bytes.subarray(0, Number(length)))}`);
  const [, unsigned, bits = '256'] = /^(u?)int([0-9]{1,3})?$/.exec(type) ?? [];
  if (unsigned === undefined) throw unreadable('has a type that is not known');
  const cut = unsigned === 'u' ? BigInt.asUintN : BigInt.asIntN;
  return word((bytes) => cut(Number(bits), numberOf(bytes)), `${unsigned}int${bits}`);
}

/** Reads encoded values. Throws a `Refusal` where the bytes end, and when there are too many values. */
function reader(data: Uint8Array) {
  let values = 0;
  const take = (at: number, length: number): Uint8Array => {
    if (at + length > data.length) throw unreadable('ends within a value');
    return data.subarray(at, at + length);
  };
  const size = (at: number): number => {
    const number = numberOf(take(at, WORD_BYTES));
    if (number > BigInt(data.length)) throw unreadable('points behind its end');
    return Number(number);
  };
  const value = (kind: Kind, at: number): Fact => {
    values += 1;
    if (values > MAXIMUM_VALUES) throw unreadable('has too many values');
    switch (kind.is) {
      case 'word':
        return kind.read(take(at, WORD_BYTES));
      case 'tuple':
        return tuple(kind.of, at);
      case 'list': {
        const count = kind.size ?? size(at);
        if (count > MAXIMUM_VALUES) throw unreadable('has too many values');
        return tuple(
          Array.from({ length: count }, () => kind.of),
          kind.size === null ? at + WORD_BYTES : at,
        );
      }
      case 'bytes':
        return `0x${hexEncode(take(at + WORD_BYTES, size(at)))}`;
      case 'string':
        // Invalid UTF-8 decodes to replacement characters, so that the other arguments can still be read.
        return new TextDecoder('utf-8', { ignoreBOM: true }).decode(take(at + WORD_BYTES, size(at)));
    }
  };
  /** Reads consecutive values. One without a fixed size is stored as an offset from the first one. */
  const tuple = (kinds: readonly Kind[], start: number): Fact[] => {
    let at = start;
    return kinds.map((kind) => {
      const place = at;
      at += kind.bytes ?? WORD_BYTES;
      return value(kind, kind.bytes === null ? start + size(place) : place);
    });
  };
  return { tuple };
}

function numberOf(word: Uint8Array): bigint {
  return BigInt(`0x${hexEncode(word)}`);
}

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

const unreadable = (why: string) => new Refusal('transaction', why, 'the data of the call');

/** Returns the result of `make`, or null when it throws a `Refusal`. */
function attempt<Result>(make: () => Result): Result | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
