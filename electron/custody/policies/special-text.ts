import { isCaseless, isHexMember, isHexText, sameHex } from '../../../shared/policy-language/index.ts';
import { UNPROVEN } from '../../crypto/index.ts';

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

/** A text of hexadecimal digits, or a part of one. Its digits are equal in any letter case. */
export class HexText extends NamedText {
  constructor(text: string) {
    super(text, (other) => sameHex(other, text));
  }
}

/** An email address, or a part of one. Choice (policy-email): it is equal in any letter case and with its domain in ASCII. */
export class EmailText extends NamedText {
  constructor(text: string) {
    super(text, (other) => foldedEmail(other) === foldedEmail(text));
  }
}

/** A domain in letters of another script is the one of its ASCII form (RFC 5891). A dot may end it (RFC 1034). */
function foldedEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const [local, domain] = [text.slice(0, at), text.slice(at)].map((part) => part.normalize('NFC').toLowerCase());
  const name = domain?.replace(/\.$/, '') ?? '';
  return `${local}${at > 0 && DOMAIN.test(name) && URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name}`;
}

/** The characters of a domain's name. Others begin other parts of an address. */
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;

/** Returns the value of a member. Digits without letters stay a text, which compares with numbers too. */
export const inAnyCase = <Value>(name: string, value: Value): Value | string | HexText =>
  typeof value === 'string' && isHexMember(name) ? hexText(value) : value;

/** Returns a part of a text, in any letter case if that of the whole is of no importance. */
export const partOf = (whole: unknown, text: string): string | NamedText => {
  if (whole instanceof EmailText) return new EmailText(text);
  const isHex = whole instanceof HexText || isCaseless(whole instanceof NamedText ? whole.text : String(whole));
  return isHex ? hexText(text) : text;
};

const hexText = (text: string): string | HexText => (isHexText(text) ? new HexText(text) : text);

/** A text that only the chain knows, with its placeholder or with the text that the request claims. */
export class UnknownText {
  readonly text: string;
  /** Returns true for another name of the claimed text. */
  readonly isNamed: (other: string) => boolean;
  /** Returns true for a text that is certainly another one. */
  readonly isElsewhere: (other: string) => boolean;

  constructor(text: string, { isNamed, isElsewhere }: Pick<UnknownText, 'isNamed' | 'isElsewhere'> = NOTHING_KNOWN) {
    this.text = text;
    this.isNamed = isNamed;
    this.isElsewhere = isElsewhere;
  }
}

const NOTHING_KNOWN = { isNamed: () => false, isElsewhere: () => false };

/**
 * Several texts at once, without a list of them: the accounts of a wallet whose words are exported. A comparison with it
 * is opaque, except with a text that is certainly none of them.
 */
export class SeveralTexts {
  readonly text = '';
  /** Returns true for a text that is certainly none of them. */
  readonly isElsewhere: (other: string) => boolean;

  constructor(isElsewhere: (other: string) => boolean) {
    this.isElsewhere = isElsewhere;
  }
}

export type SpecialText = NamedText | UnknownText | SeveralTexts;

export function isSpecialText(value: unknown): value is SpecialText {
  return value instanceof NamedText || hasUnknownParts(value);
}

/** Returns true for a text whose characters are not known. */
export const hasUnknownParts = (value: unknown): boolean =>
  value instanceof UnknownText || value instanceof SeveralTexts;

/** Returns true for an item of a list of which nothing is known, even whether it is there. */
export function isUnknownItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && UNPROVEN in item && Object.keys(item).length === 0;
}

/** Returns true when two texts are equal to a rule, or `opaque` when that is not known. `same` compares plain texts. */
export function equalSpecial(
  left: SpecialText | string,
  right: SpecialText | string,
  same: (one: string, other: string) => boolean,
): boolean | 'opaque' {
  const texts = [left, right].map((side) => (typeof side === 'string' ? side : side.text));
  const [one = '', other = ''] = texts;
  const sides = [left, right];
  const unknown = sides.find((side) => side instanceof UnknownText);
  if (unknown !== undefined) {
    const given = sides.find((side) => typeof side === 'string');
    if (given === undefined) return 'opaque';
    if (given === unknown.text || unknown.isNamed(given)) return true;
    return unknown.isElsewhere(given) ? false : 'opaque';
  }
  const several = sides.find((side) => side instanceof SeveralTexts);
  if (several !== undefined)
    return texts.every((text) => text === several.text || several.isElsewhere(text)) ? false : 'opaque';
  const isNamed = (side: SpecialText | string) =>
    side instanceof NamedText && texts.every((text) => text === side.text || side.isNamed(text));
  return same(one, other) || sides.some(isNamed);
}
