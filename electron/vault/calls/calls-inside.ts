/** The calls among the arguments of a call or a message, each under the name of its own data. */
import type { Finding } from '../../../shared/model/index.ts';
import { type AbiArgument, type ContractCall, danger } from '../../crypto/index.ts';
import { argumentsFor } from './arguments.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { chainAddress, markOf } from './reading.ts';
import type { Arguments, CallsInside, PackedCall, Standard } from './standard.ts';

const NOTHING = new Uint8Array(0);

interface Given {
  readonly values: readonly AbiArgument[];
  readonly of: Arguments;
  /** Takes the values that a call is made of. */
  readonly claimed: Set<AbiArgument>;
}

/** The place of inner calls: among the arguments, or in an item of a list. */
interface Place {
  readonly inside: CallsInside;
  readonly members: readonly AbiArgument[];
  /** The prefix of its members' names. */
  readonly within: string;
  readonly of: Arguments;
}

function placesIn(call: ContractCall, { calls: all = [] }: Standard, { values, of }: Given): Place[] {
  const calls = all.filter(({ isDescribed }) => isDescribed === undefined || isDescribed(of));
  const lists = new Set(calls.map(({ list }) => list));
  return [...lists].flatMap((list) => {
    const inList = calls.filter((each) => each.list === list);
    if (list === null) return inList.map((inside) => ({ inside, members: values, within: '', of }));
    return membersOf(listAt(values, list)).flatMap((item, index) =>
      inList.map((inside) => ({
        inside,
        members: membersOf(item),
        within: `${list}[${index}].`,
        of: argumentsFor(call, membersOf(item)),
      })),
    );
  });
}

/** The list that a path of names leads to. */
function listAt(values: readonly AbiArgument[], path: string): AbiArgument | undefined {
  return path
    .split('.')
    .reduce<AbiArgument | undefined>((outer, part) => membersOf(outer).find(({ name }) => name === part), {
      name: '',
      type: 'tuple',
      value: values,
    });
}

/**
 * Returns the inner calls. Omits a call that runs foreign code as the account, because a function's name does not
 * explain such code.
 */
export function innerCalls(call: ContractCall, standard: Standard, given: Given): ContractCall[] {
  return placesIn(call, standard, given).flatMap((place) => {
    for (const name of [place.inside.to, place.inside.data, place.inside.value]) {
      const part = place.members.find((each) => each.name === name);
      if (part !== undefined) for (const each of [part, ...membersOf(part)]) given.claimed.add(each);
    }
    return callsIn(call, place);
  });
}

/** Findings for packed calls that cannot be explained: malformed bytes, and code that runs as the account. */
export function packedFindings(call: ContractCall, standard: Standard, given: Given): Finding[] {
  return placesIn(call, standard, given).flatMap(({ inside, members, within, of }) => {
    const data = members.find(({ name }) => name === inside.data)?.value;
    if (inside.unpack === undefined || !(data instanceof Uint8Array)) return [];
    if (inside.isOptional?.(data) === true) return [];
    const from = { field: `${call.field}.${within}${inside.data}`, basis: standard.basis, mark: markOf(call) };
    const packed = inside.unpack(data, of);
    if (packed.length === 0)
      return [danger(inside.undecodedText ?? `The calls that are packed in ${inside.data} cannot be decoded.`, from)];
    return packed
      .filter(({ isDelegate }) => isDelegate)
      .map(({ to }) =>
        danger(
          `A delegate call: the code of ${call.address(to)} runs as the account itself, and can take everything it holds.`,
          from,
        ),
      );
  });
}

/** Findings for parallel lists of different lengths. Some accounts accept an empty list of amounts. */
export function unevenFindings(
  call: ContractCall,
  { calls = [], basis }: Standard,
  values: readonly AbiArgument[],
): Finding[] {
  const isEven = calls.every((each) => {
    const [data, to, amounts] = [each.data, each.to, each.value].map((name) =>
      values.find((value) => value.name === name),
    );
    if (each.list !== null || data === undefined || !isList(data)) return true;
    return [to, amounts].every((list) => {
      const { length } = membersOf(list);
      return list === undefined || length === membersOf(data).length || (list === amounts && length === 0);
    });
  });
  if (isEven) return [];
  const text = `The lists of ${call.field} differ in length: the resulting calls are unknown.`;
  return [danger(text, { field: call.field, basis, mark: markOf(call) })];
}

/** The call among the members, or the calls, when its data is a list: the n-th of each list beside it belongs to the n-th. */
function callsIn(call: ContractCall, { inside, members, within, of }: Place): ContractCall[] {
  const member = (name: string | null) => members.find((each) => each.name === name);
  const data = member(inside.data);
  const one = (bytes: AbiArgument['value'] | undefined, index: number, field: string): ContractCall[] => {
    const at = (name: string | null) => {
      const found = member(name);
      return found !== undefined && isList(found) ? membersOf(found)[index]?.value : found?.value;
    };
    const [to, units] = [at(inside.to), at(inside.value)];
    if (!(bytes instanceof Uint8Array)) return [];
    if (inside.unpack !== undefined)
      return inside
        .unpack(bytes, of)
        .flatMap((packed, place) =>
          packed.isDelegate ? [] : [packedCall({ ...call, ...maker(call, inside, of) }, packed, `${field}[${place}]`)],
        );
    const isDelegate = inside.isDelegate?.(of) === true;
    const isNone = bytes.length === 0 && inside.list === null && inside.value === null;
    if (isNone && (data === undefined || !isList(data))) return [];
    const own = inside.to === null ? call.to : 'an address that is not given';
    return [
      {
        ...call,
        ...maker(call, inside, of),
        to: typeof to === 'string' ? chainAddress(to, call) : own,
        value: typeof units === 'bigint' && !isDelegate ? units : 0n,
        data: bytes,
        isDelegate,
        field,
      },
    ];
  };
  const base = `${call.field}.${within}${inside.data}`;
  if (data === undefined || !isList(data)) return one(data?.value, 0, base);
  const count = Math.max(...[inside.to, inside.data, inside.value].map((name) => membersOf(member(name)).length));
  return Array.from({ length: count }).flatMap((_, index) =>
    one(membersOf(data)[index]?.value ?? NOTHING, index, `${base}[${index}]`),
  );
}

/**
 * The account that makes an inner call. Code that runs as the account makes it for the account, and so does a contract
 * that calls itself with the data of its caller.
 */
function maker(call: ContractCall, { from, to, unpack }: CallsInside, of: Arguments): Pick<ContractCall, 'from'> {
  if (from !== undefined) return { from: of.text(from) };
  const isOfCaller = call.isDelegate === true || (to === null && unpack === undefined);
  return isOfCaller ? {} : { from: call.to };
}

function packedCall(call: ContractCall, { from, to, value, data }: PackedCall, field: string): ContractCall {
  const maker = from === undefined ? {} : { from: call.address(from) };
  return { ...call, ...maker, to: call.address(to), value, data, isDelegate: false, field };
}
