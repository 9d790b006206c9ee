/**
 * Finds the descriptors of a contract by its chain and address among hundreds. Reads a descriptor only when one is
 * needed.
 */
import {
  type DescriptorSubject,
  deploymentsOf,
  inQuotes,
  isJsonObject,
  type JsonObject,
  mergeIncludes,
  ownMember,
  shortened,
} from '../../../../shared/model/index.ts';
import { type Abi, type AbiFunction, abiOf, type Token } from '../../../crypto/index.ts';
import { DescriptorFault } from './fault.ts';
import { decimalsOf, integerOf } from './formats.ts';
import { readRegistry } from './registry.ts';

/** An ERC-7730 descriptor with its includes merged in. */
export interface Descriptor {
  /** `aave/calldata-lpv3.json`, or the name that the operator gave. */
  readonly name: string;
  /** True when the operator added it. The public reviewed those of the registry. */
  readonly own: boolean;
  readonly root: JsonObject;
}

/** The assumed path of a descriptor without a folder, deep enough for each `..` that public files use. */
const ALONE = '?/?/?.json';
const MAXIMUM_OWNER = 64;
/** A token's symbol that cannot be taken for another's by its letters. */
const SYMBOL = /^[\x21-\x7e]{1,16}$/;

interface Registry {
  readonly files: ReadonlyMap<string, JsonObject>;
  /** Paths of files by subject, chain and address. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly read: Map<string, Descriptor>;
}

let registry: Registry | null = null;

/** The descriptors of the public registry for that contract, on the chain of that CAIP-2 name. */
export function registered(subject: DescriptorSubject, chain: string, address: string): readonly Descriptor[] {
  registry ??= indexed(readRegistry());
  const { files, places, read } = registry;
  return (places.get(placeOf(subject, chain, address)) ?? []).map((path) => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const descriptor = { name: path.replace(/^registry\//, ''), own: false, root: whole(path, files) };
    read.set(path, descriptor);
    return descriptor;
  });
}

function indexed(files: ReadonlyMap<string, JsonObject>): Registry {
  const places = new Map<string, string[]>();
  for (const [path, root] of files)
    for (const { subject, chain, address } of deploymentsOf(root)) {
      const place = placeOf(subject, chain, address);
      const there = places.get(place);
      if (there === undefined) places.set(place, [path]);
      else if (!there.includes(path)) there.push(path);
    }
  return { files, places, read: new Map() };
}

const placeOf = (subject: DescriptorSubject, chain: string, address: string) =>
  `${subject} ${chain} ${address.toLowerCase()}`;

/** A file of a set, merged with all that it includes. Throws a DescriptorFault for a file that is missing or includes itself. */
export function whole(path: string, files: ReadonlyMap<string, JsonObject>): JsonObject {
  return mergeIncludes(
    path,
    (name) => files.get(name),
    (why) => new DescriptorFault(why),
  );
}

/**
 * Merges a descriptor that stands alone with the files of the built-in registry that it includes.
 * An included path is looked up by its end, because the folder of the descriptor is not known.
 * @throws DescriptorFault when an included file is missing, or when several files of the registry fit.
 */
export function withRegistryIncludes(root: JsonObject): JsonObject {
  registry ??= indexed(readRegistry());
  const { files } = registry;
  const find = (path: string): JsonObject | undefined => {
    if (path === ALONE) return root;
    const known = files.get(path);
    if (known !== undefined) return known;
    const fitting = [...files.keys()].filter((name) => name.endsWith(`/${path.replace(/^.*\?\//, '')}`));
    if (fitting.length > 1)
      throw new DescriptorFault(`the registry has several files named ${path.replace(/^.*\//, '')}`);
    return files.get(fitting[0] ?? '');
  };
  return mergeIncludes(ALONE, find, (why) => new DescriptorFault(why));
}

export interface DescribedFunction {
  readonly called: AbiFunction;
  readonly format: JsonObject;
}

const functions = new WeakMap<JsonObject, ReadonlyMap<string, DescribedFunction>>();

/** Returns the functions of a descriptor, by their selectors (eight hex digits). Throws for an invalid function. */
export function functionsOf({ root }: Descriptor): ReadonlyMap<string, DescribedFunction> {
  const known = functions.get(root);
  if (known !== undefined) return known;
  const made = new Map<string, DescribedFunction>();
  for (const [signature, format] of Object.entries(formatsOf(root))) {
    if (!isJsonObject(format)) continue;
    for (const [selector, called] of functionOf(signature)) made.set(selector, { called, format });
  }
  functions.set(root, made);
  return made;
}

function functionOf(signature: string): Abi {
  try {
    return abiOf([signature]);
  } catch {
    throw new DescriptorFault('one of its functions is not in Solidity form');
  }
}

/** The formats of a descriptor: one for each function or message, by its signature or type. */
export function formatsOf(root: JsonObject): JsonObject {
  return objectIn(objectIn(root, 'display'), 'formats');
}

/** The author of a descriptor: the owner of the contract, or its name. */
export function ownerOf({ root, own }: Descriptor): string {
  const metadata = objectIn(root, 'metadata');
  const owner = ownMember(metadata, 'owner') ?? ownMember(metadata, 'contractName');
  if (typeof owner !== 'string') return 'the contract';
  return own ? inQuotes(shortened(owner, MAXIMUM_OWNER)) : owner;
}

/** Returns the token that a descriptor claims to describe. Throws a DescriptorFault for an impossible token. */
export function tokenOfDescriptor({ root, own }: Descriptor): Token | null {
  const token = ownMember(objectIn(root, 'metadata'), 'token');
  if (!isJsonObject(token)) return null;
  const symbol = ownMember(token, 'ticker') ?? ownMember(token, 'symbol');
  if (typeof symbol !== 'string' || !SYMBOL.test(symbol))
    throw new DescriptorFault('the symbol of its token does not have plain letters only');
  const decimals = ownMember(token, 'decimals');
  if (typeof decimals !== 'number' || !Number.isSafeInteger(decimals))
    throw new DescriptorFault('it does not state the decimals of its token');
  return {
    symbol: own ? inQuotes(symbol) : symbol,
    decimals: decimalsOf(integerOf({ name: 'decimals', type: 'uint8', value: BigInt(decimals) })),
  };
}

export function objectIn(root: JsonObject, name: string): JsonObject {
  const value = ownMember(root, name);
  return isJsonObject(value) ? value : {};
}

export function listIn(root: JsonObject, name: string): readonly JsonObject[] {
  const value = ownMember(root, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
