/** The members of messages of Cosmos chains, for both amino JSON and protobuf, and their values. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { momentText } from '../../../meaning.ts';
import type { Coin } from './coins.ts';

/**
 * `coin` and `coins` are amounts with a denomination. `height` is a height of another chain. `time` has seconds since
 * 1970 as its text. `json` is a document of a contract.
 */
export type MemberKind =
  | ('text' | 'texts' | 'number' | 'vote' | 'coin' | 'coins' | 'height' | 'time' | 'json')
  | { readonly members: readonly Member[]; readonly isList?: true }
  | { readonly variants: readonly Variant[] };

/** A type that a member can hold (`Any` in protobuf). `amino` is null for a type that amino JSON spells in other ways. */
export interface Variant {
  readonly amino: string | null;
  readonly url: string;
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  /** The number of the field in protobuf. */
  readonly field: number;
  readonly kind: MemberKind;
  /** It may be absent, which means empty or 0. */
  readonly optional?: true;
}

/** The members of a message, read: texts and numbers as text. `a.b` is the member b of the first message in a. */
export interface Values {
  text(name: string): string;
  texts(name: string): readonly string[];
  coins(name: string): readonly Coin[];
  /** The messages in a member. */
  each(name: string): readonly Values[];
}

/** Values, and the fields that show them. */
export interface ReadMembers {
  readonly values: Values;
  readonly fields: readonly DecodedField[];
}

export interface MessageRule {
  readonly amino: string;
  readonly url: string;
  readonly members: readonly Member[];
  /** The member that names the account whose message it is, with dots between the names that lead to it. */
  readonly actor: string;
  /** The recipient is an account of another chain. */
  readonly isToOtherChain?: true;
  step(values: Values, amount: (coins: readonly Coin[]) => string): string;
  rows(values: Values, amount: (coins: readonly Coin[]) => string): readonly DecodedField[];
  findings?(values: Values, amount: (coins: readonly Coin[]) => string): readonly Finding[];
}

/** The choices of a vote, by their numbers. */
export const VOTES = ['unspecified', 'yes', 'abstain', 'no', 'no with veto'] as const;

/** The values by the names of members. */
export interface Parts {
  readonly texts: Map<string, readonly string[]>;
  readonly coins: Map<string, readonly Coin[]>;
  readonly messages: Map<string, readonly ReadMembers[]>;
}

export const noParts = (): Parts => ({ texts: new Map(), coins: new Map(), messages: new Map() });

/** The member of a variant's values that names its type. */
export const TYPE = '@type';

/** A member of a type that no rule explains, so that nothing explains its message. */
export class UnknownVariant extends Error {
  readonly type: string;

  constructor(type: string) {
    super(`no rule explains ${type}`);
    this.type = type;
  }
}

/** Returns the values of a message and their fields, in the order of its members. An empty value has no field. */
export function readValues(members: readonly Member[], { texts, coins, messages }: Parts): ReadMembers {
  const each = (name: string) => (messages.get(name) ?? []).map(({ values }) => values);
  const at = <Result>(
    name: string,
    find: (name: string) => Result,
    within: (values: Values, name: string) => Result,
  ) => {
    const dot = name.indexOf('.');
    const [first] = dot < 0 ? [] : each(name.slice(0, dot));
    return first === undefined ? find(name) : within(first, name.slice(dot + 1));
  };
  const values: Values = {
    text: (name) => values.texts(name)[0] ?? '',
    texts: (name) =>
      at(
        name,
        (own) => texts.get(own) ?? [],
        (inner, rest) => inner.texts(rest),
      ),
    coins: (name) =>
      at(
        name,
        (own) => coins.get(own) ?? [],
        (inner, rest) => inner.coins(rest),
      ),
    each: (name) => at(name, each, (inner, rest) => inner.each(rest)),
  };
  return {
    values,
    fields: members.flatMap(({ name, kind }) => [
      ...(coins.get(name) ?? []).map(({ denom, amount }) => field(name, `${amount} ${denom}`, 'amount')),
      ...(texts.get(name) ?? []).flatMap((text, index) =>
        text === '' ? [] : [textField(kind === 'texts' ? `${name}[${index}]` : name, text, kind)],
      ),
      ...(messages.get(name) ?? []).flatMap(({ fields, values: inner }, index) => {
        const place = typeof kind === 'object' && 'isList' in kind ? `${name}[${index}]` : name;
        const type = inner.text(TYPE);
        return [
          ...(type === '' ? [] : [field(`${place}.type`, type)]),
          ...fields.map((each) => ({ ...each, name: `${place}.${each.name}` })),
        ];
      }),
    ]),
  };
}

function textField(name: string, text: string, kind: MemberKind): DecodedField {
  if (kind === 'time') return field(name, momentText(BigInt(text), 'seconds'), 'time');
  const isAddress = (kind === 'text' || kind === 'texts') && /^[a-z]+1[02-9ac-hj-np-z]{20,}$/.test(text);
  return field(name, text, isAddress ? 'address' : 'text');
}

export const field = (name: string, value: string, kind: DecodedField['kind'] = 'text'): DecodedField => ({
  name,
  value,
  kind,
});

/** The most items that a sentence names. Each has rows. */
const MAXIMUM_NAMED = 4;

/** Returns the first items for a sentence, and the number of all others. */
export const listed = (items: readonly string[]): string =>
  items.length <= MAXIMUM_NAMED
    ? items.join('; ')
    : `${items.slice(0, MAXIMUM_NAMED).join('; ')}; and ${items.length - MAXIMUM_NAMED} more`;

/** The text that the operator types, from a value of the message. */
export const markOf = (value: string): string => value.slice(-6) || 'none';
