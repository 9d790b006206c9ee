/** What operators say of contracts: ABIs and descriptors of their own, each for one contract on one chain. */
import { AppError } from '../../../shared/errors/index.ts';
import { type ContractInterface, isJsonObject, type JsonObject, ownMember } from '../../../shared/model/index.ts';
import { visibleParts } from '../../../shared/wire/index.ts';
import { type Abi, readAbi } from '../../crypto/index.ts';
import { DescriptorFault } from './descriptors/fault.ts';
import { type Descriptor, deployments, formatsOf, functionsOf, tokenOfDescriptor } from './descriptors/find.ts';

/** An interface that was read: functions by their selectors, or a descriptor. */
export type ReadInterface =
  | { readonly kind: 'abi'; readonly name: string; readonly abi: Abi }
  | { readonly kind: 'descriptor'; readonly descriptor: Descriptor };

/** Those of one contract, in the order in which they were added. */
export type Interfaces = (chain: string, address: string) => readonly ReadInterface[];

export const NO_INTERFACES: Interfaces = () => [];

/** Finds what operators said of a contract; read when it is asked for. What cannot be used is left out: nothing is told by it. */
export function openInterfaces(given: readonly ContractInterface[]): Interfaces {
  return (chain, address) =>
    given
      .filter((each) => each.chain === chain && each.address.toLowerCase() === address.toLowerCase())
      .flatMap((each) => {
        try {
          return [readInterface(each)];
        } catch (error) {
          if (error instanceof AppError) return [];
          throw error;
        }
      });
}

function readInterface({ name, chain, address, text }: ContractInterface): ReadInterface {
  const refuse = (why: string) =>
    new AppError(
      'INVALID_INPUT',
      `“${name}” cannot be used, because ${why}. It was not added. Take a JSON ABI or an ERC-7730 descriptor of the contract.`,
    );
  const value = parsed(text, refuse);
  if (textsIn(value).some((each) => visibleParts(each, true).some((part) => typeof part === 'number')))
    throw refuse('it has characters that would not be seen as they are');
  const abiText = Array.isArray(value) ? text : abiIn(value);
  if (abiText !== null) {
    const abi = readAbi(abiText);
    if (abi === null || abi.size === 0) throw refuse('it is no ABI with functions');
    return { kind: 'abi', name, abi };
  }
  if (!isJsonObject(value) || Object.keys(formatsOf(value)).length === 0)
    throw refuse('it is neither an ABI nor an ERC-7730 descriptor with formats');
  if (ownMember(value, 'includes') !== undefined) throw refuse('it includes another file; put what is in that into it');
  const places = deployments(value);
  if (
    places.length > 0 &&
    !places.some((each) => each.chain === chain && each.address.toLowerCase() === address.toLowerCase())
  )
    throw refuse(`it says that it is of other contracts than ${address} on ${chain}`);
  const descriptor = { name, own: true, root: value };
  try {
    tokenOfDescriptor(descriptor);
    if (!isOfMessages(value)) functionsOf(descriptor);
  } catch (error) {
    if (error instanceof DescriptorFault) throw refuse(error.message);
    throw error;
  }
  return { kind: 'descriptor', descriptor };
}

/** What an interface is, and the functions or messages that it tells of. Throws INVALID_INPUT that says what is wrong with it. */
export function checkInterface(given: ContractInterface): { kind: ReadInterface['kind']; functions: string[] } {
  const read = readInterface(given);
  const functions =
    read.kind === 'abi'
      ? [...read.abi.values()].map(({ signature }) => signature)
      : Object.keys(formatsOf(read.descriptor.root));
  return { kind: read.kind, functions };
}

/** Whether a descriptor is of typed data. */
export function isOfMessages(root: JsonObject): boolean {
  const context = ownMember(root, 'context');
  return isJsonObject(context) && isJsonObject(ownMember(context, 'eip712'));
}

function parsed(text: string, refuse: (why: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('it is not JSON');
  }
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
