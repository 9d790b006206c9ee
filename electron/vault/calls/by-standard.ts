/** Calls of the functions that the common standards of contracts have. */
import { shortened } from '../../../shared/model/index.ts';
import { type Abi, type AbiArgument, abiOf, type ContractCall, calledFunction, row } from '../../crypto/index.ts';
import { argumentsOf, callFields, type Reading, spelled, textOf, tokensText } from './reading.ts';
import { type Arguments, STANDARDS, type Standard } from './standards.ts';

let known: { readonly abi: Abi; readonly standards: ReadonlyMap<string, Standard> } | null = null;

/** Made when the first call is read: a vault that only stamps needs none of it. */
function knownFunctions() {
  if (known !== null) return known;
  const parsed = STANDARDS.map((standard) => ({ standard, abi: abiOf([standard.signature]) }));
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
    summary: values.flatMap((value) =>
      value.type === 'address' ? [row(capitalised(value.name), textOf(value, call), 'address')] : [],
    ),
    fields: callFields(called, values, call),
    findings: (standard.findings?.(of) ?? []).map((found) =>
      found.field === null ? found : { ...found, field: `${call.field}.${found.field}` },
    ),
    calls: innerCalls(call, standard, values),
  };
}

/** `receiver` as the label of a row. */
function capitalised(name: string): string {
  return shortened(name.charAt(0).toUpperCase() + name.slice(1), 64);
}

function argumentsFor(call: ContractCall, values: readonly AbiArgument[]): Arguments {
  const find = (name: string) => values.find((value) => value.name === name);
  const number = (name: string) => {
    const value = find(name)?.value;
    return typeof value === 'bigint' ? value : 0n;
  };
  return {
    contract: call.to,
    number,
    text: (name) => textOf(find(name) ?? { name, type: '', value: '' }, call),
    tokens: (name) => tokensText(number(name), call.to, call),
  };
}

/** The calls inside, each under the name of its own data. */
function innerCalls(call: ContractCall, { calls }: Standard, values: readonly AbiArgument[]): ContractCall[] {
  if (calls === undefined) return [];
  const list = calls.list === null ? null : values.find(({ name }) => name === calls.list)?.value;
  const groups: readonly (readonly AbiArgument[])[] = Array.isArray(list)
    ? (list as readonly AbiArgument[]).map(({ value }) =>
        Array.isArray(value) ? (value as readonly AbiArgument[]) : [],
      )
    : [values];
  return groups.flatMap((members, index) => {
    const member = (name: string | null) => members.find((each) => each.name === name);
    const to = member(calls.to)?.value;
    const units = member(calls.value)?.value;
    const data = member(calls.data)?.value;
    const base = `${call.field}.${calls.list === null ? '' : `${calls.list}[${index}].`}${calls.data}`;
    const each = (bytes: Uint8Array, field: string): ContractCall => ({
      ...call,
      to: typeof to === 'string' ? spelled(to, call) : call.to,
      value: typeof units === 'bigint' ? units : 0n,
      data: bytes,
      field,
    });
    if (data instanceof Uint8Array) return [each(data, base)];
    if (!Array.isArray(data)) return [];
    return (data as readonly AbiArgument[]).flatMap(({ value }, place) =>
      value instanceof Uint8Array ? [each(value, `${base}[${place}]`)] : [],
    );
  });
}
