/**
 * EIP-712 typed data: JSON {domain, types, primaryType, message} to its digest. Does NOT judge what the data allows.
 * See describe-typed-data.ts for the description that the operator sees. Choice (typed-data-null): null for a struct is
 * refused, like a missing member. viem and ethers refuse it, others hash zero. Choice (typed-data-extra-members):
 * members that no type declares are not hashed and not an error, as in viem and ethers. The operator is warned of them.
 * Choice (typed-data-recursion): types may lead to themselves through arrays, as in viem. ethers refuses them.
 * Choice (typed-data-domain-type): where no EIP712Domain is declared, it is derived from the domain’s members, as in
 * viem, ethers and alloy. A member that the standard does not list, and an empty version, are refused: libraries
 * disagree about them. Choice (typed-data-domain): EIP712Domain may have any members, as in viem. The operator is
 * warned when it names no chain.
 */

import {
  inQuotes,
  isJsonObject,
  type JsonObject,
  ownMember,
  type PathStep,
  shortened,
} from '../../../../shared/model/index.ts';
import { keccak256 } from '../../keccak.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { parseStrictJson, type ReportPlace } from '../strict-json.ts';
import { isHexOfJson, primaryTypeFault, shapeFault, wrapperFault } from './shape.ts';
import { readTypes, type StructTypes, type TypedDataType } from './types.ts';

/**
 * Receives every hashed value in the order of the types, and the members that are not hashed. `path` is only valid
 * during the call.
 */
export interface TypedDataVisitor {
  /** `text` is the value's normalized text, `[]` for an empty array or `{}` for a struct without members. */
  value(path: readonly PathStep[], type: string, text: string): void;
  ignored(path: readonly PathStep[], name: string): void;
  /** Called before the others, with the range of each JSON value, signed or not. */
  readonly place?: ReportPlace;
}

export interface HashedTypedData {
  readonly primaryType: string;
  /** True when EIP712Domain was derived from the domain, because no type declares it. */
  readonly isDomainDerived: boolean;
  /** True when EIP712Domain has only members of EIP-712, with its types and in its order. */
  readonly isDomainStandard: boolean;
  readonly types: StructTypes;
  /** keccak256(0x19 ‖ 0x01 ‖ hashStruct(domain) ‖ hashStruct(message)), 32 bytes. */
  readonly digest: Bytes;
}

interface Walk {
  readonly types: StructTypes;
  readonly path: PathStep[];
  readonly visitor: TypedDataVisitor | undefined;
  /** The number of values hashed so far. */
  values: number;
}

/**
 * Choice (typed-data-limits): nesting of 64 levels, 256 types of 64 KiB in all, and this many values. A payload of a
 * mebibyte could ask for half a million hashes. Nothing that is meant for people comes near.
 */
const MAXIMUM_VALUES = 8192;

export const DOMAIN_TYPE = 'EIP712Domain';
const PREFIX = Uint8Array.of(0x19, 0x01);
const MEMBERS: readonly string[] = ['domain', 'types', 'primaryType'];

/** Reads and hashes typed data in one pass. Throws a `Refusal` that names the member that is wrong. */
export function hashTypedData(payload: string, visitor?: TypedDataVisitor): HashedTypedData {
  if (isHexOfJson(payload))
    throw new Refusal('payload', 'it is JSON in hexadecimal digits: give the JSON itself, which begins with {');
  const data = parseStrictJson(payload, visitor?.place);
  if (!isJsonObject(data)) throw new Refusal('payload', shapeFault(data));
  const fault = wrapperFault(data);
  if (fault !== null) throw new Refusal('payload', fault);
  const types = readTypes(withDomainType(data));
  const primaryType = ownMember(data, 'primaryType');
  if (primaryType === undefined) throw new Refusal('payload', primaryTypeFault(data));
  if (typeof primaryType !== 'string') throw new Refusal('payload', 'its primaryType is not text: write it in quotes');
  if (types.members(primaryType) === undefined)
    throw new Refusal(
      'payload',
      `its primaryType ${inQuotes(shortened(primaryType, 64))} is not one of its types: ${otherSpelling(primaryType, data)}`,
    );
  const walk: Walk = { types, path: [], visitor, values: 0 };
  // As in viem and eth-sig-util: the domain alone, when it is the primary type.
  const isDomainAlone = primaryType === DOMAIN_TYPE;
  if (visitor !== undefined) reportIgnored(data, isDomainAlone ? MEMBERS : [...MEMBERS, 'message'], walk);
  const domain = hashRoot('domain', DOMAIN_TYPE, ownMember(data, 'domain'), walk);
  const message = isDomainAlone ? [] : [hashRoot('message', primaryType, ownMember(data, 'message'), walk)];
  return {
    primaryType,
    isDomainDerived: !Object.hasOwn(ownMember(data, 'types') as JsonObject, DOMAIN_TYPE),
    isDomainStandard: isStandardDomain(types),
    types,
    digest: keccak256(join(PREFIX, domain, ...message)),
  };
}

/** Returns what to write in place of a primary type that no type has. */
function otherSpelling(primaryType: string, data: JsonObject): string {
  const types = ownMember(data, 'types');
  const names = isJsonObject(types) ? Object.keys(types) : [];
  const same = names.find((name) => name.toLowerCase() === primaryType.toLowerCase());
  return same === undefined ? 'declare it, or write the name of one' : `write ${inQuotes(shortened(same, 64))}`;
}

/** Members that a domain may have, in the order in which they are hashed ("Definition of domainSeparator"). */
export const DOMAIN_MEMBERS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/** The types with EIP712Domain, which is derived from the domain’s members where none is declared. */
function withDomainType(data: JsonObject): unknown {
  const [types, domain] = [ownMember(data, 'types'), ownMember(data, 'domain')];
  if (!isJsonObject(types) || Object.hasOwn(types, DOMAIN_TYPE)) return types;
  if (!isJsonObject(domain))
    throw new Refusal('payload', `it has neither a domain nor the type ${DOMAIN_TYPE}: add both`);
  const unknown = Object.keys(domain).find((name) => DOMAIN_MEMBERS.every((known) => known.name !== name));
  if (unknown !== undefined)
    throw new Refusal(
      'payload',
      `its types have no ${DOMAIN_TYPE}, and domain.${shortened(unknown, 64)} is not a standard member: declare the type`,
    );
  if (ownMember(domain, 'version') === '')
    throw new Refusal(
      'payload',
      `its types have no ${DOMAIN_TYPE}, and libraries disagree about an empty domain.version: declare the type`,
    );
  const members = DOMAIN_MEMBERS.filter(({ name }) => Object.hasOwn(domain, name));
  return { ...types, [DOMAIN_TYPE]: members };
}

function isStandardDomain(types: StructTypes): boolean {
  const declared = types.members(DOMAIN_TYPE) ?? [];
  const listed = DOMAIN_MEMBERS.filter(({ name }) => declared.some((member) => member.name === name));
  return (
    declared.length === listed.length &&
    declared.every(({ name, text }, index) => name === listed[index]?.name && text === listed[index]?.type)
  );
}

function hashRoot(name: 'domain' | 'message', type: string, value: unknown, walk: Walk): Uint8Array {
  if (value === undefined)
    throw new Refusal('payload', `it has no ${name}: add the object with the members of ${type}`);
  walk.path.push(name);
  const hash = hashStruct(type, value, walk);
  walk.path.pop();
  return hash;
}

function encodeValue(type: TypedDataType, value: unknown, walk: Walk): Uint8Array {
  walk.values += 1;
  if (walk.values > MAXIMUM_VALUES) throw new Refusal('payload', `it has more than ${MAXIMUM_VALUES} values`);
  switch (type.kind) {
    case 'struct':
      return hashStruct(type.name, value, walk);
    case 'array':
      return hashArray(type.item, type.length, value, walk);
    case 'atom': {
      const { name, fault, read } = type.atom;
      const found = read(value);
      if (found === null) throw wrong(walk, fault(value));
      walk.visitor?.value(walk.path, name, found.text);
      return found.encoded;
    }
  }
}

function hashStruct(name: string, value: unknown, walk: Walk): Uint8Array {
  if (!isJsonObject(value)) throw wrong(walk, `is not an object with the members of ${name}`);
  const members = walk.types.members(name) ?? [];
  const encoded = [walk.types.hash(name)];
  for (const member of members) {
    walk.path.push(member.name);
    if (!Object.hasOwn(value, member.name)) throw wrong(walk, 'is missing');
    encoded.push(encodeValue(member.type, value[member.name], walk));
    walk.path.pop();
  }
  if (walk.visitor !== undefined) {
    if (members.length === 0) walk.visitor.value(walk.path, name, '{}');
    reportIgnored(
      value,
      members.map((member) => member.name),
      walk,
    );
  }
  return keccak256(join(...encoded));
}

function hashArray(item: TypedDataType, length: number | null, value: unknown, walk: Walk): Uint8Array {
  if (!Array.isArray(value)) throw wrong(walk, 'is not a list');
  if (length !== null && value.length !== length)
    throw wrong(walk, `has ${value.length} ${value.length === 1 ? 'item' : 'items'}, and its type has ${length}`);
  const encoded: Uint8Array[] = [];
  for (const [index, each] of value.entries()) {
    walk.path.push(index);
    encoded.push(encodeValue(item, each, walk));
    walk.path.pop();
  }
  if (value.length === 0) walk.visitor?.value(walk.path, 'array', '[]');
  return keccak256(join(...encoded));
}

function reportIgnored(value: JsonObject, known: readonly string[], walk: Walk): void {
  const names = new Set(known);
  for (const name of Object.keys(value)) if (!names.has(name)) walk.visitor?.ignored(walk.path, name);
}

/** `message.to[0].wallet`. */
export function formatPath(path: readonly PathStep[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

function wrong(walk: Walk, reason: string): Error {
  return new Refusal('payload', reason, formatPath(walk.path));
}
