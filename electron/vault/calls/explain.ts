/** What a call of a contract does, by the standards of contracts. Nothing is guessed: an unknown function is said to be one. */
import { type DecodedField, decimalText, type Finding } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import {
  type Abi,
  type AbiArgument,
  abiOf,
  type ContractCall,
  calledFunction,
  care,
  danger,
  row,
  SELECTOR_BYTES,
  solidityKind,
  type Token,
  tokenOf,
} from '../../crypto/index.ts';
import { type Arguments, STANDARDS, type Standard } from './standards.ts';

export interface Explained {
  /** Sentences without their full stops. */
  readonly steps: readonly string[];
  /** Whom it is about: the addresses among its own arguments. */
  readonly summary: readonly DecodedField[];
  /** The function and its arguments, by their names after the field's. */
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/** Calls in calls: more of either are said, not followed. */
const MAXIMUM_DEPTH = 5;
const MAXIMUM_CALLS = 64;
const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;
const TRON_PREFIX = 0x41;

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

/** What the call does; what cannot be told is its own step, with a finding that says so. */
export function explainCall(call: ContractCall): Explained {
  return explain(call, { depth: 0, left: { calls: MAXIMUM_CALLS } });
}

interface Bounds {
  readonly depth: number;
  readonly left: { calls: number };
}

function explain(call: ContractCall, bounds: Bounds): Explained {
  const { abi, standards } = knownFunctions();
  const called = calledFunction(abi, call.data);
  const values = called === undefined ? null : (called.decode(call.data) ?? called.decode(withoutPrefixes(call)));
  const standard = called === undefined ? undefined : standards.get(called.signature);
  if (called === undefined || values === null || standard === undefined) return undecoded(call);
  const of = argumentsOf(call, values);
  const own = {
    fields: [
      { name: `${call.field}.function`, value: called.signature, kind: 'text' } as const,
      ...values.flatMap((value) => argumentFields(value, `${call.field}.${value.name}`, call)),
    ],
    findings: [...(standard.findings?.(of) ?? []), ...tokenFindings(call)].map((found) =>
      found.field === null ? found : { ...found, field: `${call.field}.${found.field}` },
    ),
  };
  const inner = innerCalls(call, standard, values).map((each) => {
    bounds.left.calls -= 1;
    if (bounds.depth < MAXIMUM_DEPTH && bounds.left.calls >= 0)
      return each.data.length === 0 ? plain(each) : explain(each, { ...bounds, depth: bounds.depth + 1 });
    return {
      steps: [`Make a call of ${each.to} that is not shown`],
      summary: [],
      fields: [],
      findings: [danger('It makes more calls, or calls nested deeper, than are read here.', { field: each.field })],
    };
  });
  const said = `${standard.does(of)}${sent(call, ', with')}`;
  return {
    steps: inner.length === 0 ? [said] : [`${said}: ${inner.flatMap(({ steps }) => steps).join('; ')}`],
    summary: values.flatMap((value) =>
      value.type === 'address' ? [row(capitalised(value.name), textOf(value, call), 'address')] : [],
    ),
    fields: [...own.fields, ...inner.flatMap(({ fields }) => fields)],
    findings: [...own.findings, ...inner.flatMap(({ findings }) => findings)],
  };
}

function plain({ to, value, amount }: ContractCall): Explained {
  return {
    steps: [`Send ${value === 0n ? 'nothing' : amount(value)} to ${to}`],
    summary: [],
    fields: [],
    findings: [],
  };
}

/** What goes with a call, after a word; nothing for nothing. */
function sent({ value, amount }: ContractCall, word: string): string {
  return value === 0n ? '' : `${word} ${amount(value)}`;
}

function undecoded(call: ContractCall): Explained {
  const { to, data, field } = call;
  const selector =
    data.length < SELECTOR_BYTES ? '' : `, for the function 0x${hexEncode(data.subarray(0, SELECTOR_BYTES))}`;
  return {
    steps: [`Call ${to}${sent(call, ' with')}: what that does is not known`],
    summary: [],
    fields: [],
    findings: [
      danger(
        `${field} is not decoded: ${data.length} ${data.length === 1 ? 'byte' : 'bytes'}${selector}. What the contract does with it is not known.`,
        {
          field,
        },
      ),
    ],
  };
}

/** `receiver` as the label of a row. */
function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Coins that go to a token with a call that takes none are lost. */
function tokenFindings(call: ContractCall): Finding[] {
  const { value, amount, field } = call;
  if (value === 0n || calledToken(call) === null) return [];
  return [care(`${amount(value)} goes to the contract of a token.`, { field })];
}

/** The token that the contract is, where it is known. */
function calledToken({ family, chain, to }: ContractCall): Token | null {
  return tokenOf(family === 'tron' ? family : chain, to);
}

function argumentsOf(call: ContractCall, values: readonly AbiArgument[]): Arguments {
  const token = calledToken(call);
  const find = (name: string) => values.find((value) => value.name === name)?.value;
  const number = (name: string) => {
    const value = find(name);
    return typeof value === 'bigint' ? value : 0n;
  };
  return {
    contract: call.to,
    number,
    text: (name) => textOf({ name, type: typeOf(values, name), value: find(name) ?? '' }, call),
    tokens: (name) =>
      token === null
        ? `${number(name)} base units of the token ${call.to}`
        : `${decimalText(number(name), token.decimals)} ${token.symbol}`,
  };
}

const typeOf = (values: readonly AbiArgument[], name: string) =>
  values.find((value) => value.name === name)?.type ?? '';

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

function argumentFields(argument: AbiArgument, name: string, call: ContractCall): DecodedField[] {
  const { value, type } = argument;
  if (!Array.isArray(value)) return [{ name, value: textOf(argument, call), kind: solidityKind(type) }];
  const isList = type.endsWith(']');
  const members = value as readonly AbiArgument[];
  if (members.length === 0) return [{ name, value: '[]', kind: 'text' }];
  return members.flatMap((member) =>
    argumentFields(member, isList ? `${name}[${member.name}]` : `${name}.${member.name}`, call),
  );
}

function textOf({ type, value }: AbiArgument, call: ContractCall): string {
  if (type === 'address') return spelled(String(value), call);
  return value instanceof Uint8Array ? `0x${hexEncode(value)}` : String(value);
}

function spelled(address: string, { family, address: spell }: ContractCall): string {
  return family === 'ethereum' ? address : spell(hexDecode(address.slice(2)));
}

/** Some encoders of Tron leave its prefix before an address, where the chain ignores it. */
function withoutPrefixes({ family, data }: ContractCall): Uint8Array {
  if (family !== 'tron') return data;
  const bytes = data.slice();
  for (let start = SELECTOR_BYTES; start + WORD_BYTES <= bytes.length; start += WORD_BYTES) {
    const at = start + WORD_BYTES - ADDRESS_BYTES - 1;
    if (bytes[at] === TRON_PREFIX && bytes.subarray(start, at).every((byte) => byte === 0)) bytes[at] = 0;
  }
  return bytes;
}
