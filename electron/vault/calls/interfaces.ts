/** Operators' own ABIs and descriptors of contracts, each for one contract on one chain. */
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type ContractInterface,
  deploymentsOf,
  type InterfaceFacts,
  inQuotes,
  isJsonObject,
  type JsonObject,
  ownMember,
  parseJson,
} from '../../../shared/model/index.ts';
import { hasHidden } from '../../../shared/wire/index.ts';
import { type Abi, readAbi } from '../../crypto/index.ts';
import { DescriptorFault } from './descriptors/fault.ts';
import {
  type Descriptor,
  formatsOf,
  functionsOf,
  tokenOfDescriptor,
  withRegistryIncludes,
} from './descriptors/find.ts';

/** A parsed interface: functions by their selectors, a descriptor, or an unusable one that explains nothing. */
export type ReadInterface =
  | { readonly kind: 'abi'; readonly name: string; readonly abi: Abi }
  | { readonly kind: 'descriptor'; readonly descriptor: Descriptor }
  | { readonly kind: 'unusable'; readonly name: string };

type UsableInterface = Exclude<ReadInterface, { readonly kind: 'unusable' }>;

/** The interfaces of one contract, in the order in which they were added. */
export type Interfaces = (chain: string, address: string) => readonly ReadInterface[];

export const NO_INTERFACES: Interfaces = () => [];

/** Finds the operator's interfaces of a contract. Each is parsed once, on first use. */
export function openInterfaces(given: readonly ContractInterface[]): Interfaces {
  const placeOf = (chain: string, address: string) => `${chain} ${address.toLowerCase()}`;
  const places = new Map<string, { readonly texts: ContractInterface[]; read: readonly ReadInterface[] | null }>();
  for (const each of given) {
    const place = placeOf(each.chain, each.address);
    const there = places.get(place) ?? { texts: [], read: null };
    there.texts.push(each);
    places.set(place, there);
  }
  return (chain, address) => {
    const there = places.get(placeOf(chain, address));
    if (there === undefined) return [];
    there.read ??= there.texts.map(readOrNot);
    return there.read;
  };
}

function readOrNot(given: ContractInterface): ReadInterface {
  try {
    return readInterface(given);
  } catch (error) {
    if (error instanceof AppError) return { kind: 'unusable', name: given.name };
    throw error;
  }
}

function readInterface({ name, chain, address, text }: ContractInterface): UsableInterface {
  const refuse: Refuse = (why) =>
    new AppError(
      'INVALID_INPUT',
      sentence`${inQuotes(name)} cannot be used, because ${why}. It was not added. Use a JSON ABI or an ERC-7730 descriptor of the contract.`,
    );
  const value = parseJson(text, refuse);
  if ([name, ...textsIn(value)].some((each) => hasHidden(each, true)))
    throw refuse('it has invisible or misleading characters');
  const abiText = Array.isArray(value) ? text : abiIn(value);
  if (abiText !== null) {
    const abi = readAbi(abiText);
    if (abi === null || abi.size === 0) throw refuse('it is no ABI with functions');
    return { kind: 'abi', name, abi };
  }
  const root = isJsonObject(value) ? included(value, refuse) : {};
  if (Object.keys(formatsOf(root)).length === 0)
    throw refuse('it is neither an ABI nor an ERC-7730 descriptor with formats');
  const places = deploymentsOf(root);
  if (
    places.length > 0 &&
    !places.some((each) => each.chain === chain && each.address.toLowerCase() === address.toLowerCase())
  )
    throw refuse(`it is for other contracts than ${address} on ${chain}`);
  const descriptor = { name, own: true, root };
  orRefuse(refuse, () => {
    tokenOfDescriptor(descriptor);
    if (!isOfMessages(root)) functionsOf(descriptor);
  });
  return { kind: 'descriptor', descriptor };
}

type Refuse = (why: string) => Error;

/** A descriptor with the files of the built-in registry that it includes. */
function included(root: JsonObject, refuse: Refuse): JsonObject {
  return ownMember(root, 'includes') === undefined ? root : orRefuse(refuse, () => withRegistryIncludes(root));
}

/** Runs `read`, and throws a refusal in place of its DescriptorFault. */
function orRefuse<Result>(refuse: Refuse, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof DescriptorFault) throw refuse(error.message);
    throw error;
  }
}

/**
 * Returns an interface's kind, and its functions or messages with the words that explain them. Throws INVALID_INPUT
 * with the reason.
 */
export function checkInterface(given: ContractInterface): InterfaceFacts {
  const read = readInterface(given);
  const functions =
    read.kind === 'abi'
      ? [...read.abi.values()].map(({ signature }) => ({ signature, says: null }))
      : Object.entries(formatsOf(read.descriptor.root)).map(([signature, format]) => ({
          signature,
          says: wordsOf(format),
        }));
  return { kind: read.kind, functions };
}

/** The members of a format that are words of its author's own. */
const SAID = ['intent', 'interpolatedIntent', 'label'];

function wordsOf(format: unknown): string | null {
  const words: string[] = [];
  JSON.stringify(format, (name: string, member: unknown) => {
    if (SAID.includes(name) && typeof member === 'string') words.push(inQuotes(member));
    return member;
  });
  return words.length === 0 ? null : words.join(', ');
}

/** Returns true for a descriptor of typed data. */
export function isOfMessages(root: JsonObject): boolean {
  const context = ownMember(root, 'context');
  return isJsonObject(context) && isJsonObject(ownMember(context, 'eip712'));
}

/** Every name and text of a value of JSON. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (name: string, member: unknown) => {
    texts.push(name, ...(typeof member === 'string' ? [member] : []));
    return member;
  });
  return texts;
}

/** The ABI that compilers put into their output. */
function abiIn(value: unknown): string | null {
  const abi = isJsonObject(value) ? ownMember(value, 'abi') : undefined;
  return Array.isArray(abi) ? JSON.stringify(abi) : null;
}
