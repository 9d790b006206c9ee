/** The form of a rule for a type of transaction of the XRP Ledger, and the words that rules share. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { danger, momentText, row } from '../../../meaning.ts';
import { isUnowned } from '../../../unowned.ts';
import type { Explanation } from '../effect.ts';
import { type Amount, amountText, XRP } from './amounts.ts';
import type { XrpField } from './transaction.ts';
import { timeOf } from './values.ts';

/** The values of a transaction by the names of its fields. */
export interface Of {
  readonly account: string;
  readonly flags: bigint;
  has(name: string): boolean;
  /** Zero for an absent field. */
  number(name: string): bigint;
  /** Empty for an absent field. */
  text(name: string): string;
  /** Zero XRP for an absent field. */
  amount(name: string): Amount;
  amountText(name: string): string;
  bytes(name: string): Uint8Array;
  items(name: string): readonly Of[];
}

export interface XrpRule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The flags that the rule explains. */
  readonly flags: bigint;
  effect(of: Of): Explanation;
}

const NO_AMOUNT: Amount = { asset: XRP, digits: '0', isZero: true };

export function valuesOf(fields: readonly XrpField[]): Of {
  const find = (name: string) => fields.find((field) => field.name === name);
  const amount = (name: string) => find(name)?.amount ?? NO_AMOUNT;
  return {
    account: find('Account')?.text ?? '',
    flags: find('Flags')?.number ?? 0n,
    has: (name) => find(name) !== undefined,
    number: (name) => find(name)?.number ?? 0n,
    text: (name) => find(name)?.text ?? '',
    amount,
    amountText: (name) => amountText(amount(name)),
    bytes: (name) => find(name)?.bytes ?? new Uint8Array(),
    items: (name) => (find(name)?.items ?? []).map(valuesOf),
  };
}

export const hasFlag = ({ flags }: Of, flag: bigint): boolean => (flags & flag) !== 0n;

/** Returns a row for each of these fields that the transaction has. */
export const rowsOf = (of: Of, labels: Readonly<Record<string, string>>): DecodedField[] =>
  Object.entries(labels).flatMap(([name, label]) => (of.has(name) ? [row(label, of.text(name))] : []));

export const timeText = (of: Of, name: string): string => momentText(timeOf(of.number(name)), 'seconds');

/** The recipient, and the tag that names one of its customers. */
export const toRows = (of: Of): DecodedField[] => [
  row('To', of.text('Destination'), 'address'),
  ...rowsOf(of, { DestinationTag: 'Destination tag' }),
];

/** About assets for an address without a key. */
export const lostFindings = (address: string): Finding[] =>
  isUnowned(address)
    ? [danger(`${address} is an address without a known key: anything sent there is lost.`, { field: 'Destination' })]
    : [];
