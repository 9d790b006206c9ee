/** Calls of the functions that the common standards of contracts have. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import {
  type Abi,
  type AbiArgument,
  abiOf,
  allTokensText,
  type ContractCall,
  calledFunction,
  care,
  danger,
  row,
  tokenOf,
  tokensText,
  untilText,
} from '../../crypto/index.ts';
import { ACCOUNTS } from './accounts.ts';
import { movesValue } from './descriptors/formats.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { lostFindings, RECEIVERS } from './lost.ts';
import { PERMIT2 } from './permit2.ts';
import { POWERS } from './powers.ts';
import {
  argumentsOf,
  type CallReading,
  callFields,
  markOf,
  type Reading,
  spelled,
  textOf,
  tokenChain,
} from './reading.ts';
import { SAFES } from './safe.ts';
import type { Arguments, CallsInside, PackedCall, Standard } from './standard.ts';
import { TOKENS } from './tokens.ts';

/** What standards call the moment from which on a call does nothing any more; Permit2 says `expiration` of something else. */
const TIMES: ReadonlySet<string> = new Set(['deadline', 'sigDeadline', 'expiry', 'validBefore']);

const NOTHING = new Uint8Array(0);

let known: { readonly abi: Abi; readonly standards: ReadonlyMap<string, Standard> } | null = null;

/** Made when the first call is read: a vault that only stamps needs none of it. */
function knownFunctions() {
  if (known !== null) return known;
  const tokens = TOKENS.map((standard): Standard => ({ ...standard, moves: 'own tokens' }));
  const permit2 = PERMIT2.map((standard): Standard => ({ ...standard, moves: 'named tokens' }));
  const parsed = [...tokens, ...POWERS, ...permit2, ...SAFES, ...ACCOUNTS].map((standard) => ({
    standard,
    abi: abiOf([standard.signature]),
  }));
  known = {
    abi: new Map(parsed.flatMap(({ abi }) => [...abi])),
    standards: new Map(
      parsed.flatMap(({ standard, abi }) => [...abi.values()].map(({ signature }) => [signature, standard])),
    ),
  };
  return known;
}

/** Describes a call by a standard. Returns null for a function of none, and for data that does not begin with a call of it. */
export function readByStandard(call: ContractCall): (CallReading & { readonly isShared: boolean }) | null {
  const { abi, standards } = knownFunctions();
  const called = calledFunction(abi, call.data);
  const found = called === undefined ? null : argumentsOf(called, call);
  const standard = called === undefined ? undefined : standards.get(called.signature);
  if (called === undefined || found === null || standard === undefined) return null;
  const { values, tail } = found;
  return {
    ...readingBy(standard, call, values),
    tail,
    isShared: standard.isShared?.(argumentsFor(call, values)) === true,
    coins: standard.coins ?? 'not expected',
    fields: callFields(called, values, call),
  };
}

/** What a standard says of a call or a message with those values. */
export function readingBy(
  standard: Standard,
  call: ContractCall,
  values: readonly AbiArgument[],
): Pick<Reading, 'sentence' | 'summary' | 'findings' | 'calls'> {
  const of = argumentsFor(call, values);
  return {
    sentence: standard.does(of),
    summary: [
      ...addressRows(
        values.filter((value) => !isCallee(value, standard, of)),
        call,
        standard,
      ),
      ...(standard.rows?.(of) ?? []),
      ...timeRows(values),
    ],
    findings: [
      ...[...lostFindings(call, standard, values), ...(standard.findings?.(of) ?? [])].map((found) =>
        found.field === null ? found : { ...found, field: `${call.field}.${found.field}` },
      ),
      ...unevenFindings(call, standard, values),
      ...coinFindings(call, standard),
    ],
    calls: innerCalls(call, standard, { values, of }),
  };
}

/** Lists that belong to each other and are not of one length; some accounts take no amounts at all for none each. */
function unevenFindings(
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
  const text = `The lists of ${call.field} are not of one length: which calls the contract makes of them is not known.`;
  return [danger(text, { field: call.field, basis, mark: markOf(call) })];
}

/** Coins that go with what takes none by its standard. */
function coinFindings(call: ContractCall, { coins, calls, basis }: Standard): Finding[] {
  if (call.value === 0n || coins !== undefined || calls !== undefined) return [];
  const text = `${call.amount(call.value)} goes with it, which the standard knows nothing of: the contract may keep that.`;
  return [care(text, { field: call.field, basis })];
}

/** Whom a call inside goes to is told with that call. */
const isCallee = ({ name }: AbiArgument, { calls = [] }: Standard, of: Arguments) =>
  calls.some(({ to, isTold }) => to === name && isTold?.(of) !== false);

/** Single values, those in tuples too, but not those in lists, which may be many. */
function leavesOf(values: readonly AbiArgument[]): readonly AbiArgument[] {
  return values.flatMap((value) =>
    isList(value) || !Array.isArray(value.value) ? [value] : leavesOf(membersOf(value)),
  );
}

function addressRows(values: readonly AbiArgument[], call: ContractCall, { moves }: Standard): DecodedField[] {
  // Whoever receives tokens has a row, nobody too.
  const isShown = (value: AbiArgument) => movesValue(value) || (moves !== undefined && RECEIVERS.has(value.name));
  return leavesOf(values).flatMap((value) =>
    value.type === 'address' && isShown(value) ? [row(labelOf(value.name), textOf(value, call), 'address')] : [],
  );
}

/** Until when a call, or what it hands in, holds. */
function timeRows(values: readonly AbiArgument[]): DecodedField[] {
  return leavesOf(values).flatMap(({ name, value }) =>
    TIMES.has(name) && typeof value === 'bigint'
      ? [row('Valid until', name === 'expiry' && value === 0n ? 'for ever' : untilText(value), 'time')]
      : [],
  );
}

/** `refundReceiver` as the label of a row. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Values by their names, as a standard asks for them. */
export function argumentsFor(call: ContractCall, values: readonly AbiArgument[]): Arguments {
  const find = (name: string) =>
    name
      .split('.')
      .reduce<AbiArgument | undefined>((found, part) => membersOf(found).find((member) => member.name === part), {
        name: '',
        type: 'tuple',
        value: values,
      });
  const number = (name: string) => {
    const value = find(name)?.value;
    return typeof value === 'bigint' ? value : 0n;
  };
  const text = (name: string) => textOf(find(name) ?? { name, type: '', value: '' }, call);
  const tokenAt = (name?: string) => (name === undefined ? call.to : text(name));
  const chain = tokenChain(call);
  return {
    contract: call.to,
    mark: markOf(call),
    number,
    text,
    texts: (name) => membersOf(find(name)).map((item) => textOf(item, call)),
    bytes(name) {
      const value = find(name)?.value;
      return value instanceof Uint8Array ? value : NOTHING;
    },
    value: call.value,
    token: tokenOf(chain, call.to),
    tokens: (name, token) => tokensText(chain, tokenAt(token), number(name)),
    allTokens: (token) => allTokensText(chain, tokenAt(token)),
    coins: call.amount,
    address: call.address,
    within: (name) => argumentsFor(call, membersOf(find(name))),
    each: (name) => membersOf(find(name)).map((item) => argumentsFor(call, membersOf(item))),
  };
}

interface Given {
  readonly values: readonly AbiArgument[];
  readonly of: Arguments;
}

/** The calls inside, each under the name of its own data. */
function innerCalls(call: ContractCall, { calls: all = [] }: Standard, { values, of }: Given): ContractCall[] {
  const calls = all.filter(({ isTold }) => isTold === undefined || isTold(of));
  const lists = new Set(calls.map(({ list }) => list));
  return [...lists].flatMap((list) => {
    const inList = calls.filter((each) => each.list === list);
    if (list === null) return inList.flatMap((each) => callsIn(call, each, { members: values, within: '', of }));
    return membersOf(values.find(({ name }) => name === list)).flatMap((item, index) =>
      inList.flatMap((each) =>
        callsIn(call, each, {
          members: membersOf(item),
          within: `${list}[${index}].`,
          of: argumentsFor(call, membersOf(item)),
        }),
      ),
    );
  });
}

interface Place {
  readonly members: readonly AbiArgument[];
  /** What stands before the names of its members. */
  readonly within: string;
  readonly of: Arguments;
}

/** The call among the members, or the calls, when its data is a list: the n-th of each list beside it belongs to the n-th. */
function callsIn(call: ContractCall, inside: CallsInside, { members, within, of }: Place): ContractCall[] {
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
      return inside.unpack(bytes, of).map((packed, place) => packedCall(call, packed, `${field}[${place}]`));
    const isNone = bytes.length === 0 && inside.list === null && inside.value === null;
    if (isNone && (data === undefined || !isList(data))) return [];
    const own = inside.to === null ? call.to : 'an address that is not given';
    return [
      {
        ...call,
        to: typeof to === 'string' ? spelled(to, call) : own,
        value: typeof units === 'bigint' ? units : 0n,
        data: bytes,
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

function packedCall(call: ContractCall, { to, value, data }: PackedCall, field: string): ContractCall {
  return { ...call, to: call.address(to), value, data, field };
}
