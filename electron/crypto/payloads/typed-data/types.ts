/** The types of EIP-712: how they are written, and the hash of a struct type ("Definition of encodeType", "typeHash"). */

import { inQuotes, isJsonObject, ownMember, shortened } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { keccak256 } from '../../keccak.ts';
import { Refusal } from '../../refusal.ts';
import { type Atom, almostAtomFault, atomOf, isAlmostAtom } from './atoms.ts';

export type TypedDataType =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'array'; readonly item: TypedDataType; readonly length: number | null }
  | { readonly kind: 'struct'; readonly name: string };

export interface StructMember {
  readonly name: string;
  /** As declared, which is how it is hashed. */
  readonly text: string;
  readonly type: TypedDataType;
}

export interface StructTypes {
  /** Undefined for a name that is not declared. */
  members(name: string): readonly StructMember[] | undefined;
  /** The encodeType of the standard: the type, then all it leads to, by name. The name must be declared. */
  encoded(name: string): string;
  /** Returns the keccak256 of that, cached for each type. */
  hash(name: string): Uint8Array;
}

/** Every used type is hashed with all types it leads to, so their number times their text bounds the work. */
const MAXIMUM_TYPES = 256;
const MAXIMUM_TEXT = 64 * 1024;
/**
 * Choice (typed-data-names): the standard says "identifier" and real data has more (`HyperliquidTransaction:Withdraw`).
 * Characters that cannot change the structure of a type's text are accepted. Brackets, commas and spaces are not.
 */
const NAME = /^[A-Za-z_$][A-Za-z0-9_$:.-]{0,127}$/;
const ARRAY = /^(.+)\[([1-9][0-9]{0,8})?\]$/;
const MAXIMUM_DIMENSIONS = 8;

/** Cache of the last payload's types, because the payloads of one activity mostly share their types. */
let last: { readonly text: string; readonly types: StructTypes } | null = null;

/** Reads the `types` member of typed data. Throws a `Refusal` that names the type that is wrong. */
export function readTypes(value: unknown): StructTypes {
  const text = JSON.stringify(value) ?? '';
  if (last?.text !== text) last = { text, types: typesOf(value) };
  return last.types;
}

function typesOf(value: unknown): StructTypes {
  if (value === undefined) throw new Refusal('payload', 'it has no types: add the types of its message');
  if (!isJsonObject(value))
    throw new Refusal('payload', 'its types are not an object: write the types as JSON without quotes around them');
  const names = Object.keys(value);
  if (names.length > MAXIMUM_TYPES) throw new Refusal('payload', `it has more than ${MAXIMUM_TYPES} types`);
  const structs = new Map<string, readonly StructMember[]>();
  let length = 0;
  for (const name of names) {
    if (!NAME.test(name)) throw new Refusal('payload', `the name ${shown(name)} of a type is not allowed: ${NAMES}`);
    if (atomOf(name) !== null || isAlmostAtom(name))
      throw new Refusal('payload', `the name ${shown(name)} of a struct is that of a value: give it another name`);
    const members = readMembers(name, value[name]);
    for (const member of members) length += member.name.length + member.text.length;
    if (length > MAXIMUM_TEXT) throw new Refusal('payload', `its types are longer than ${MAXIMUM_TEXT} characters`);
    structs.set(name, members);
  }
  for (const [name, members] of structs) {
    for (const member of members) {
      const base = structName(member.type);
      if (base !== null && !structs.has(base))
        throw new Refusal('payload', `types.${name}: the type of ${member.name} is ${base}, ${undeclaredFault(base)}`);
    }
  }
  return withHashes(structs);
}

function withHashes(structs: ReadonlyMap<string, readonly StructMember[]>): StructTypes {
  const hashes = new Map<string, Uint8Array>();
  return {
    members: (name) => structs.get(name),
    encoded: (name) => encodeType(name, structs),
    hash(name) {
      const known = hashes.get(name);
      if (known !== undefined) return known;
      const hash = keccak256(utf8Encode(encodeType(name, structs)));
      hashes.set(name, hash);
      return hash;
    },
  };
}

/** `Mail(Person from,Person to)Person(string name)`: the type, then all it leads to, by name. */
function encodeType(name: string, structs: ReadonlyMap<string, readonly StructMember[]>): string {
  const found = new Set([name]);
  for (const reached of found) {
    for (const { type } of structs.get(reached) ?? []) {
      const base = structName(type);
      if (base !== null) found.add(base);
    }
  }
  found.delete(name);
  return [name, ...[...found].sort()]
    .map((each) => `${each}(${(structs.get(each) ?? []).map((member) => `${member.text} ${member.name}`).join(',')})`)
    .join('');
}

function readMembers(struct: string, value: unknown): readonly StructMember[] {
  if (!Array.isArray(value)) throw new Refusal('payload', `types.${struct} is not a list of members`);
  const names = new Set<string>();
  return value.map((member: unknown, index) => {
    const name = isJsonObject(member) ? ownMember(member, 'name') : undefined;
    const text = isJsonObject(member) ? ownMember(member, 'type') : undefined;
    if (typeof name !== 'string' || !NAME.test(name) || typeof text !== 'string')
      throw new Refusal('payload', `types.${struct}[${index}] ${memberFault(name, text)}`);
    if (names.has(name)) throw new Refusal('payload', `types.${struct} declares ${name} twice`);
    names.add(name);
    const base = text.replace(/\[.*$/s, '');
    if (isAlmostAtom(base) && atomOf(base) === null)
      throw new Refusal('payload', `types.${struct}: the type of ${name} is ${base}, ${almostAtomFault(base)}`);
    const type = readType(text);
    if (type === null) throw new Refusal('payload', `types.${struct}: the type of ${name} ${typeFault(text)}`);
    return { name, text, type };
  });
}

const NAMES = 'write letters A to Z, digits, _, $, :, . and -, beginning with a letter, _ or $';
/** A name in quotes, with the code points of all but plain characters. */
const shown = (name: string) =>
  inQuotes(shortened(name, 64).replace(/[^ -~…]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`));

/** Returns the reason why a member cannot be used: the end of a sentence that begins with its place. */
function memberFault(name: unknown, text: unknown): string {
  if (typeof name !== 'string') return 'has no name: write {"name": "…", "type": "…"}';
  if (!NAME.test(name)) return `has the name ${shown(name)}, which is not allowed: ${NAMES}`;
  return typeof text === 'string' ? 'cannot be used' : `has no type for ${name}: write {"name": "…", "type": "…"}`;
}

/** A type as it is written: `uint256`, `Person`, `bytes32[2][]`. Null when it is not written like a type. */
function readType(text: string): TypedDataType | null {
  const lengths: (number | null)[] = [];
  let base = text;
  for (let array = ARRAY.exec(base); array !== null; array = ARRAY.exec(base)) {
    lengths.push(array[2] === undefined ? null : Number(array[2]));
    base = array[1] ?? '';
    if (lengths.length > MAXIMUM_DIMENSIONS) return null;
  }
  const atom = atomOf(base);
  if (atom === null && !NAME.test(base)) return null;
  const scalar: TypedDataType = atom === null ? { kind: 'struct', name: base } : { kind: 'atom', atom };
  return lengths.reduceRight<TypedDataType>((item, length) => ({ kind: 'array', item, length }), scalar);
}

/** Returns the reason why a type is not written like one: the end of a sentence that begins with its member. */
function typeFault(text: string): string {
  if (text === '') return 'is empty: write a type';
  if (text.trim() !== text) return 'has blanks around it: take them away';
  if (/\[0+\]/.test(text)) return 'is a list of 0 items: write [] for any number of items, or a number above 0';
  if (/^mapping\b/.test(text)) return 'is a mapping, which EIP-712 does not have: write a list of structs';
  if (/^(?:tuple|struct|enum)\b|^\(/.test(text)) return `is not written like a type: ${DECLARED}`;
  if (text.split('[').length > MAXIMUM_DIMENSIONS) return `has more than ${MAXIMUM_DIMENSIONS} lists in each other`;
  return 'is not written like a type: write a type of EIP-712 or the name of a declared struct';
}

const DECLARED = 'declare the struct in types and write its name, or write uint8 for an enum';

/** Returns the end of a sentence about a type that is no atom and is not declared. */
function undeclaredFault(base: string): string {
  if (/^(?:tuple|struct|enum)$/.test(base)) return `which is not a type of EIP-712: ${DECLARED}`;
  if (base === 'mapping') return 'which EIP-712 does not have: write a list of structs';
  return 'which types does not declare: declare it, or write a type of EIP-712';
}

function structName(type: TypedDataType): string | null {
  if (type.kind === 'array') return structName(type.item);
  return type.kind === 'struct' ? type.name : null;
}
