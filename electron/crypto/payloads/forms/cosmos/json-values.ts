/** Reads the values of amino JSON: members by their names, amounts, numbers and times. Each function throws a `Refusal`. */
import { isJsonObject, type JsonObject } from '../../../../../shared/model/index.ts';
import { Refusal } from '../../../refusal.ts';
import type { Coin } from './coins.ts';
import {
  type Member,
  type MemberKind,
  noParts,
  type Parts,
  type ReadMembers,
  readValues,
  TYPE,
  UnknownVariant,
  VOTES,
} from './members.ts';

const DIGITS = /^(?:0|[1-9][0-9]{0,77})$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Reads the members of a message, which has no others. */
export function readJsonMembers(value: JsonObject, members: readonly Member[], where: string): ReadMembers {
  const required = members.filter(({ optional }) => optional !== true).map(({ name }) => name);
  const optional = members.filter((member) => member.optional === true).map(({ name }) => name);
  requireMembers(value, required, optional, where);
  const parts = noParts();
  for (const { name, kind } of members) if (value[name] !== undefined) take(parts, name, kind, value[name]);
  return readValues(members, parts);
}

function take({ texts, coins, messages }: Parts, name: string, kind: MemberKind, given: unknown): void {
  if (kind === 'coins') coins.set(name, coinsOf(given, name));
  else if (kind === 'coin') coins.set(name, [coinOf(given, name)]);
  else if (kind === 'texts')
    texts.set(
      name,
      listOf(given, name).map((each) => textOf(each, name)),
    );
  else if (typeof kind === 'string') texts.set(name, [memberText(given, name, kind)]);
  else if ('variants' in kind) {
    const any = objectOf(given, name);
    requireMembers(any, ['type', 'value'], [], name);
    const type = textOf(any.type, name);
    const variant = kind.variants.find(({ amino }) => amino === type);
    if (variant === undefined) throw new UnknownVariant(type);
    messages.set(name, [withType(variant.url, readJsonMembers(objectOf(any.value, name), variant.members, type))]);
  } else {
    const items = kind.isList === true ? listOf(given, name) : [given];
    messages.set(
      name,
      items.map((each) => readJsonMembers(objectOf(each, name), kind.members, name)),
    );
  }
}

/** The values with the type that the member holds. */
export const withType = (url: string, { values, fields }: ReadMembers): ReadMembers => ({
  fields,
  values: {
    ...values,
    text: (name) => (name === TYPE ? url : values.text(name)),
    texts: (name) => (name === TYPE ? [url] : values.texts(name)),
  },
});

function memberText(given: unknown, name: string, kind: MemberKind): string {
  if (kind === 'number') return digits(given, name);
  if (kind === 'json') return canonical(objectOf(given, name));
  if (kind === 'time') {
    const text = textOf(given, name);
    const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(time)) throw refusal('is no time', name);
    return String(Math.floor(time / 1000));
  }
  if (kind === 'vote') {
    const vote = typeof given === 'number' ? VOTES[given] : undefined;
    if (vote === undefined) throw refusal('is not a known vote', name);
    return vote;
  }
  if (kind === 'height') {
    const height = objectOf(given, name);
    requireMembers(height, [], ['revision_height', 'revision_number'], name);
    const [revision, block] = [height.revision_number, height.revision_height].map((each) =>
      each === undefined ? '0' : digits(each, name),
    );
    return `${revision}-${block}`;
  }
  return textOf(given, name);
}

export const coinsOf = (given: unknown, where: string): Coin[] =>
  listOf(given, where, 'is not a list of amounts').map((each) => coinOf(each, where));

function coinOf(given: unknown, where: string): Coin {
  const coin = objectOf(given, where);
  requireMembers(coin, ['amount', 'denom'], [], where);
  return checkedCoin({ denom: textOf(coin.denom, where), amount: textOf(coin.amount, where) }, where);
}

/** The coin, when its amount is a number and its denomination is as the Cosmos SDK has them. */
export function checkedCoin(coin: Coin, where: string): Coin {
  if (!DIGITS.test(coin.amount)) throw refusal('has an amount that is not a number', where);
  if (!/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(coin.denom))
    throw refusal('has a denomination that chains refuse', where);
  return coin;
}

export function digits(given: unknown, name: string): string {
  if (typeof given !== 'string' || !DIGITS.test(given)) throw refusal('is not a number in digits', name);
  return given;
}

export function textOf(given: unknown, name: string): string {
  if (typeof given !== 'string') throw refusal('is not text', name);
  return given;
}

export function objectOf(given: unknown, where: string): JsonObject {
  if (!isJsonObject(given)) throw refusal('is not an object', where);
  return given;
}

function listOf(given: unknown, where: string, why = 'is not a list'): readonly unknown[] {
  if (!Array.isArray(given)) throw refusal(why, where);
  return given as readonly unknown[];
}

export function requireMembers(
  object: JsonObject,
  required: readonly string[],
  optional: readonly string[],
  where: string,
): void {
  for (const name of required) if (!Object.hasOwn(object, name)) throw refusal(`has no ${name}`, where);
  const names = [...required, ...optional];
  const other = Object.keys(object).find((name) => !names.includes(name));
  if (other !== undefined) throw refusal('has a member that is not known', where);
}

export const refusal = (reason: string, where: string | null = null) => new Refusal('payload', reason, where);

/** The spelling that is signed: sorted members, no spaces, and the characters escaped that the Go encoder escapes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
    return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
