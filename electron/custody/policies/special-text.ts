import { UNPROVEN } from '../../crypto/index.ts';
import { sameText } from './same-text.ts';

/** A text that is equal to other names and spellings of the same thing: a signing key, or a script of Bitcoin. */
export class NamedText {
  readonly text: string;
  /** Returns true when another text names the same. */
  readonly isNamed: (other: string) => boolean;

  constructor(text: string, isNamed: (other: string) => boolean) {
    this.text = text;
    this.isNamed = isNamed;
  }
}

/** A text that only the chain knows, with its placeholder. */
export class UnknownText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type SpecialText = NamedText | UnknownText;

export function isSpecialText(value: unknown): value is SpecialText {
  return value instanceof NamedText || value instanceof UnknownText;
}

/** Returns true for an item of a list of which nothing is known, even whether it is there. */
export function isUnknownItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && UNPROVEN in item && Object.keys(item).length === 0;
}

/** Returns true when two texts are equal to a rule that forbids, or `opaque` when only the chain knows. */
export function equalSpecial(left: SpecialText | string, right: SpecialText | string): boolean | 'opaque' {
  const texts = [left, right].map((side) => (typeof side === 'string' ? side : side.text));
  const [one = '', other = ''] = texts;
  const sides = [left, right];
  const unknown = sides.find((side) => side instanceof UnknownText);
  if (unknown !== undefined) return sides.includes(unknown.text) ? true : 'opaque';
  const isNamed = (side: SpecialText | string) =>
    side instanceof NamedText && texts.every((text) => text === side.text || side.isNamed(text));
  return sameText(one, other) || sides.some(isNamed);
}
