/** Values of expressions in words: names for identifiers, coins for the smallest units. */
import { chainName, chainOf, decimalText, ethereumChainName, grouped, inQuotes } from '../../model/index.ts';
import type { Expression } from '../parse.ts';
import { looksLikeValue, nameWords } from './quotes.ts';

/** The names of identifiers and addresses, by these in lower case. A limit is by `controls.` and its identifier as it is written. */
export type PolicyNames = ReadonlyMap<string, string>;

/** The names, and the chain that the whole condition fixes, from which the coin of an amount follows. */
export interface Wording {
  readonly names: PolicyNames;
  readonly chainId: bigint | null;
}

export const NO_NAMES: PolicyNames = new Map();

/** The most values of a list in one phrase. The others are counted. */
const MAXIMUM_VALUES = 8;

const amountOf = (units: bigint, decimals: number, coin: string): string =>
  `${grouped(decimalText(units, decimals))} ${coin}`;

/** Members that are amounts. The language also compares them with digits as text. */
const AMOUNTS =
  /^(?:eth\.tx\.value|solana\.tx\.transfers\[\d*\]\.amount|bitcoin\.tx\.(?:fee|outputs\[\d*\]\.value)|tron\.tx\.fee_limit)$/;

/** Returns a number that is compared with the member at `path`: an amount with its coin, a chain by its name. */
function numberWords(value: bigint, path: string, { chainId }: Wording): string {
  if (/^(?:eth|tempo)\..*chain_id$/.test(path)) {
    const caip2 = ethereumChainName(value);
    return chainName(caip2) === caip2 ? `the chain ${value}` : chainName(caip2);
  }
  if (path === 'eth.tx.value') {
    const chain = chainId === null ? null : chainOf(ethereumChainName(chainId));
    // Every chain of this kind counts its coin with 18 decimals. The chain decides the coin.
    return amountOf(value, 18, chain === null ? 'of the chain’s coin' : chain.coin);
  }
  if (/^solana\.tx\.transfers\[\d*\]\.amount$/.test(path)) return amountOf(value, 9, 'SOL');
  if (/^bitcoin\.tx\.(?:fee|outputs\[\d*\]\.value)$/.test(path)) return amountOf(value, 8, 'BTC');
  if (/^tron\.tx\.(?:fee_limit|contract\[[^\]]*\]\.(?:amount|call_value|frozen_balance|unfreeze_balance))$/.test(path))
    return path.endsWith('].amount') ? grouped(String(value)) : amountOf(value, 6, 'TRX');
  return grouped(String(value));
}

/** Returns the words of an activity's type: `ACTIVITY_TYPE_SIGN_TRANSACTION_V2` reads “sign transaction (version 2)”. */
function typeWords(type: string): string {
  const [, name = type, version] = /^(?:ACTIVITY_TYPE_)?([A-Z0-9_]+?)(?:_V([0-9]+))?$/.exec(type) ?? [];
  const words = name.toLowerCase().replaceAll('_', ' ');
  return version === undefined ? `“${words}”` : `“${words}” (version ${version})`;
}

/** The words for a text without characters. */
export const EMPTY = 'empty';

/** Returns a value that is compared with the member at `path`, or null for a value that is computed. */
export function valueWords(part: Expression, path: string, wording: Wording): string | null {
  if (part.is !== 'literal') return null;
  const { value } = part;
  if (value instanceof Date) return `${value.toISOString().replace('.000Z', 'Z')}`;
  if (typeof value === 'bigint') return numberWords(value, path, wording);
  if (typeof value === 'boolean') return String(value);
  if (/^[0-9]{1,78}$/.test(value) && (/chain_id$/.test(path) || AMOUNTS.test(path)))
    return numberWords(BigInt(value), path, wording);
  const name = wording.names.get(value.toLowerCase());
  if (name !== undefined && !looksLikeValue(name)) return nameWords(name);
  if (/^activity\.(?:type|kind)$/.test(path)) return typeWords(value);
  if (value === '') return EMPTY;
  return /^0x[0-9a-fA-F]+$/.test(value) ? value : inQuotes(value);
}

/** Joins words of a list: `a, b or c`. */
export function joined(words: readonly string[], last: 'and' | 'or', maximum = MAXIMUM_VALUES): string {
  const shown = words.slice(0, maximum);
  const more = words.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1) ?? ''}`;
}

/** Returns the items of a written list in words, or null when one of them is computed. */
export function listWords(part: Expression, path: string, wording: Wording, last: 'and' | 'or' = 'or'): string | null {
  if (part.is !== 'list') return null;
  const words = part.items.map((item) => valueWords(item, path, wording));
  const known = words.filter((word) => word !== null);
  return known.length < words.length || known.length === 0 ? null : joined(known, last);
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns a small number as a word. */
export const numberWord = (value: bigint): string =>
  value <= 10n ? (NUMBERS[Number(value)] as string) : String(value);

/** Returns a sentence: its first letter large, a full stop at the end. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
