/** The explanation of a call, with its arguments in readable form. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import {
  type AbiArgument,
  type AbiFunction,
  type ContractCall,
  type DecodedBeginning,
  lastDigits,
  SELECTOR_BYTES,
  solidityKind,
} from '../../crypto/index.ts';

/** The explanation of one call without the calls inside it. */
export interface Reading {
  /** A sentence without its full stop. */
  readonly sentence: string;
  /** The function's use of the coins sent with the call, and whether the sentence mentions them. */
  readonly coins: 'not expected' | 'taken' | 'mentioned';
  readonly summary: readonly DecodedField[];
  /** The function and its arguments, by their names after the field's. */
  readonly fields: readonly DecodedField[];
  readonly findings: readonly Finding[];
  /** The calls that it makes, each under the name of its own data. */
  readonly calls: readonly ContractCall[];
}

/** A reading of the data of a call. */
export interface CallReading extends Reading {
  /** The bytes behind the arguments. tail.ts describes them. */
  readonly tail: Uint8Array;
}

const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;
const TRON_PREFIX = 0x41;

/** The arguments and the bytes behind them. Null when the data does not begin with the canonical encoding of arguments. */
export function argumentsOf(called: AbiFunction, call: ContractCall): DecodedBeginning | null {
  const found = called.decodeBeginning(call.data);
  if (found !== null || call.family !== 'tron') return found;
  const { values, tail } = called.decodeBeginning(withoutPrefixes(call.data)) ?? { values: null, tail: call.data };
  return values === null ? null : { values, tail: call.data.subarray(call.data.length - tail.length) };
}

/** The function and its arguments as fields. */
export function callFields(
  { signature }: AbiFunction,
  values: readonly AbiArgument[],
  call: ContractCall,
): DecodedField[] {
  return [
    { name: `${call.field}.function`, value: signature, kind: 'text' },
    ...values.flatMap((value, index) =>
      argumentFields(value, `${call.field}.${value.name === '' ? index : value.name}`, call),
    ),
  ];
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

/** A single argument as it is. */
export function textOf({ type, value }: AbiArgument, call: ContractCall): string {
  if (type === 'address') return chainAddress(String(value), call);
  return value instanceof Uint8Array ? `0x${hexEncode(value)}` : String(value);
}

/** Returns a hexadecimal address in the form of the call’s chain. */
export function chainAddress(address: string, { family, address: spell }: ContractCall): string {
  return family === 'ethereum' ? address : spell(hexDecode(address.slice(2)));
}

/** The chain of a call in the form of the token list. */
export function tokenChain({ family, chain }: ContractCall): string | null {
  return family === 'tron' ? family : chain;
}

/** Some encoders of Tron leave its prefix before an address, where the chain ignores it. */
function withoutPrefixes(data: Uint8Array): Uint8Array {
  const bytes = data.slice();
  for (let start = SELECTOR_BYTES; start + WORD_BYTES <= bytes.length; start += WORD_BYTES) {
    const at = start + WORD_BYTES - ADDRESS_BYTES - 1;
    if (bytes[at] === TRON_PREFIX && bytes.subarray(start, at).every((byte) => byte === 0)) bytes[at] = 0;
  }
  return bytes;
}

/** The selector of a call, or the end of the contract's address when its data is too short to have one. */
export function markOf({ to, data }: ContractCall): string {
  return data.length < SELECTOR_BYTES ? lastDigits(to) : `0x${hexEncode(data.subarray(0, SELECTOR_BYTES))}`;
}
