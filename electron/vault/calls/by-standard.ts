/** Calls of the functions that the common standards of contracts have. */
import {
  type Abi,
  type AbiArgument,
  abiOf,
  type ContractCall,
  calledFunction,
  row,
  tokensText,
} from '../../crypto/index.ts';
import { ACCOUNTS } from './accounts.ts';
import { movesValue } from './descriptors/formats.ts';
import { isList, membersOf } from './descriptors/paths.ts';
import { PERMIT2 } from './permit2.ts';
import { argumentsOf, callFields, markOf, type Reading, spelled, textOf, tokenChain } from './reading.ts';
import { type Arguments, type CallsInside, type Standard, TOKENS_AND_PROXIES } from './standards.ts';

let known: { readonly abi: Abi; readonly standards: ReadonlyMap<string, Standard> } | null = null;

/** Made when the first call is read: a vault that only stamps needs none of it. */
function knownFunctions() {
  if (known !== null) return known;
  const parsed = [...TOKENS_AND_PROXIES, ...PERMIT2, ...ACCOUNTS].map((standard) => ({
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

/** What the call does by a standard; null for a function of none, and for data that is not exactly a call of it. */
export function readByStandard(call: ContractCall): (Reading & { readonly isShared: boolean }) | null {
  const { abi, standards } = knownFunctions();
  const called = calledFunction(abi, call.data);
  const values = called === undefined ? null : argumentsOf(called, call);
  const standard = called === undefined ? undefined : standards.get(called.signature);
  if (called === undefined || values === null || standard === undefined) return null;
  const of = argumentsFor(call, values);
  return {
    sentence: standard.does(of),
    isShared: standard.isShared === true,
    coins: standard.takesCoins === true ? 'taken' : 'not expected',
    summary: values.flatMap((value) =>
      value.type === 'address' && movesValue(value) ? [row(labelOf(value.name), textOf(value, call), 'address')] : [],
    ),
    fields: callFields(called, values, call),
    findings: (standard.findings?.(of) ?? []).map((found) =>
      found.field === null ? found : { ...found, field: `${call.field}.${found.field}` },
    ),
    calls: innerCalls(call, standard, values),
  };
}

/** `refundReceiver` as the label of a row. */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function argumentsFor(call: ContractCall, values: readonly AbiArgument[]): Arguments {
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
  return {
    contract: call.to,
    mark: markOf(call),
    number,
    text,
    tokens: (name, token) => tokensText(tokenChain(call), token === undefined ? call.to : text(token), number(name)),
    within: (name) => argumentsFor(call, membersOf(find(name))),
    each: (name) => membersOf(find(name)).map((item) => argumentsFor(call, membersOf(item))),
  };
}

/** The calls inside, each under the name of its own data. */
function innerCalls(call: ContractCall, { calls }: Standard, values: readonly AbiArgument[]): ContractCall[] {
  if (calls === undefined) return [];
  if (calls.list === null) return callsIn(call, calls, { members: values, within: '' });
  return membersOf(values.find(({ name }) => name === calls.list)).flatMap((item, index) =>
    callsIn(call, calls, { members: membersOf(item), within: `${calls.list}[${index}].` }),
  );
}

interface Place {
  readonly members: readonly AbiArgument[];
  /** What stands before the names of its members. */
  readonly within: string;
}

/** The call among the members, or the calls, when its data is a list: the n-th of each list beside it belongs to the n-th. */
function callsIn(call: ContractCall, calls: CallsInside, { members, within }: Place): ContractCall[] {
  const member = (name: string | null) => members.find((each) => each.name === name);
  const data = member(calls.data);
  const one = (bytes: AbiArgument | undefined, index: number, field: string): ContractCall[] => {
    const at = (name: string | null) => {
      const found = member(name);
      return found !== undefined && isList(found) ? membersOf(found)[index]?.value : found?.value;
    };
    const [to, units] = [at(calls.to), at(calls.value)];
    if (!(bytes?.value instanceof Uint8Array)) return [];
    const own = calls.to === null ? call.to : 'an address that is not given';
    return [
      {
        ...call,
        to: typeof to === 'string' ? spelled(to, call) : own,
        value: typeof units === 'bigint' ? units : 0n,
        data: bytes.value,
        field,
      },
    ];
  };
  const base = `${call.field}.${within}${calls.data}`;
  if (data === undefined || !isList(data)) return one(data, 0, base);
  return membersOf(data).flatMap((item, index) => one(item, index, `${base}[${index}]`));
}
