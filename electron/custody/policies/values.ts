import type { PolicyFault } from '../../../shared/policy-language/index.ts';
import { UNPROVEN } from '../../crypto/index.ts';
import { isQuantity, type Quantity } from './quantity.ts';
import { isSpecialText, type SpecialText } from './special-text.ts';

/** Marks a struct that has all members of its kind, so that reading another one is a failure and no absence. */
export const COMPLETE = Symbol('complete');

/** The values of an expression. Only the `time` part of a policy has instants. */
export type Value = boolean | bigint | string | Date | Quantity | SpecialText | AbsentItem | readonly Value[] | Struct;
export interface Struct {
  readonly [name: string]: Value;
  readonly [UNPROVEN]?: Readonly<Record<string, string>>;
  readonly [COMPLETE]?: true;
}

/** An item of a list that the request or content lacks, or that is opaque. A use of it throws the fault. */
export class AbsentItem {
  readonly fault: PolicyFault;

  constructor(fault: PolicyFault) {
    this.fault = fault;
  }
}

/** Returns false for an item that decoded content lacks. */
export const isThere = (item: Value): boolean => !(item instanceof AbsentItem && item.fault.kind === 'absence');

/** Returns a value that is there. Throws the fault of an absent item. */
export function present(value: Value): Value {
  if (value instanceof AbsentItem) throw value.fault;
  return value;
}

export function itemAt(of: Value, at: Value): Value | undefined {
  if (typeof at === 'string') return isStruct(of) ? memberOf(of, at) : undefined;
  if (typeof at !== 'bigint' || (typeof of !== 'string' && !isList(of))) return undefined;
  return at < BigInt(of.length) ? of[Number(at)] : undefined;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isStruct(value: Value): value is Struct {
  const isAtom = value instanceof Date || value instanceof AbsentItem || isQuantity(value) || isSpecialText(value);
  return typeof value === 'object' && !isList(value) && !isAtom;
}

export const isText = (value: Value): value is string | SpecialText =>
  typeof value === 'string' || isSpecialText(value);
export const textOf = (value: Value): Value => (isSpecialText(value) ? value.text : value);

export function memberOf(of: Struct, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
