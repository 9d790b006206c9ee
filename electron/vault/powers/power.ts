/** Explains the powers of an activity from its parameters, whose members may be of any type. */
import {
  type Finding,
  inQuotes,
  isJsonObject,
  type JsonObject,
  ownMember,
  shortened,
} from '../../../shared/model/index.ts';

/** A sentence without its full stop, and its findings. */
export interface Power {
  readonly headline: string;
  readonly findings: readonly Finding[];
  /** True when the parameters cannot be read, so that the power is unknown. */
  readonly isUnreadable?: true;
}

/** Explains the parameters of one operation. */
export type Explain = (given: Given) => Power;

/** Reads members of a body that may be of any type. */
export interface Given {
  readonly own: JsonObject;
  text(name: string): string;
  list(name: string): readonly unknown[];
}

/** The most characters of one value in a headline. A list has four times as many. */
export const MAXIMUM_NAME = 256;

/** The parameters of a body. */
export const given = (own: JsonObject): Given => ({
  own,
  text: (name) => {
    const value = ownMember(own, name);
    return typeof value === 'string' ? shortened(value, MAXIMUM_NAME) : '';
  },
  list: (name) => {
    const value = ownMember(own, name);
    return Array.isArray(value) ? value : [];
  },
});

/** The whole text of a member, which a headline may shorten. */
export const whole = ({ own }: Pick<Given, 'own'>, name: string) => {
  const value = ownMember(own, name);
  return typeof value === 'string' ? value : '';
};

/** The objects of a list. */
export const each = (items: readonly unknown[]): Given[] => items.filter(isJsonObject).map(given);

/** Returns a number with its noun. */
export const counted = (count: number, noun: string, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`;

/** A name as others gave it. */
export const quoted = (name: string) => (name === '' ? 'without a name' : inQuotes(name));

/** The names of things, as others gave them. */
export const names = (items: readonly Given[], member: string) =>
  items.map((item) => quoted(item.text(member))).join(', ');

/** The ids of a list as they are, cut to fit a headline. */
export const ids = (items: readonly unknown[]) =>
  shortened(items.filter((id) => typeof id === 'string').join(', '), 4 * MAXIMUM_NAME);

/** Words for a headline, or an empty text when the body has no such value. */
export const when = (value: string, words: string) => (value === '' ? '' : words);

/** The source of a finding: a member of the parameters. */
export const from = (field: string) => ({ field: `parameters.${field}` });

/** An activity that needs no finding. */
export const plain =
  (headline: (given: Given) => string): Explain =>
  (body) => ({ headline: headline(body), findings: [] });
