import { codePointName } from '../model/index.ts';
import { PolicyFault } from './fault.ts';

export type TokenKind = 'number' | 'string' | 'name' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** A number's digits, the contents of a string, a name, or the characters of a sign. */
  readonly text: string;
  /** The position in the expression, end excluded. */
  readonly start: number;
  readonly end: number;
}

const SIGNS = ['&&', '||', '==', '!=', '<=', '>=', '..', '<', '>', '(', ')', '[', ']', ',', '.', '!'] as const;
const SPACE = /[ \t\r\n]+/y;
const NUMBER = /[0-9]+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Strings are in single quotes and have no escapes, so they cannot contain a quote. */
const STRING = /'[^']*'/y;
/** A number has at most the digits of 2^256. */
const MAXIMUM_DIGITS = 78;

/** Returns true when the whole text is one name. */
export function isName(text: string): boolean {
  return match(NAME, text, 0) === text;
}

/** The tokens of an expression, an `end` last. Throws a `PolicyFault`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = skip(text, 0); at < text.length; at = skip(text, tokens.at(-1)?.end ?? text.length)) {
    tokens.push(tokenAt(text, at));
  }
  return [...tokens, { kind: 'end', text: 'the end', start: text.length, end: text.length }];
}

function skip(text: string, at: number): number {
  return at + (match(SPACE, text, at)?.length ?? 0);
}

function tokenAt(text: string, start: number): Token {
  const token = (kind: TokenKind, found: string, value = found): Token => ({
    kind,
    text: value,
    start,
    end: start + found.length,
  });
  const number = match(NUMBER, text, start);
  if (number !== null) {
    refuseOtherNumber(text, start, number.length);
    return token('number', number);
  }
  const name = match(NAME, text, start);
  if (name !== null) return token('name', name);
  const string = match(STRING, text, start);
  if (string !== null) return token('string', string, string.slice(1, -1));
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, start));
  if (sign !== undefined) return token('sign', sign);
  throw new PolicyFault(reasonAt(text, start), { at: start });
}

/** Refuses a number with too many digits, a fraction, an exponent, a separator or hexadecimal digits. */
function refuseOtherNumber(text: string, start: number, length: number): void {
  const rest = text.slice(start + length, start + length + MAXIMUM_DIGITS);
  if (/^[xX]/.test(rest))
    throw new PolicyFault(
      "hexadecimal digits are not in quotes; write an address as text, such as '0x…', and a number in decimal digits",
      { at: start },
    );
  if (/^[A-Za-z_]/.test(rest) || /^\.[0-9]/.test(rest))
    throw new PolicyFault(
      'a number has decimal digits only; write an amount in the smallest unit, such as 1000000000000000000',
      { at: start },
    );
  if (length > MAXIMUM_DIGITS)
    throw new PolicyFault(`the number has more than ${MAXIMUM_DIGITS} digits; write a number below 2^256`, {
      at: start,
    });
}

const OTHER_QUOTES = '"“”„‘’`';

function reasonAt(text: string, start: number): string {
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const [before, next] = [text.slice(0, start), text[start + 1] ?? ''];
  if (character === "'") {
    const others = before.split("'").length - 1;
    return others === 0
      ? "the text after this quote is not ended; write a second ' behind it"
      : "the text after this quote is not ended; a text cannot hold a ' itself, so write a second one behind it or take this one away";
  }
  if (OTHER_QUOTES.includes(character)) {
    const end = [...text.slice(start + 1)].findIndex((each) => OTHER_QUOTES.includes(each));
    const inner = end < 0 ? '' : [...text.slice(start + 1)].slice(0, end).join('');
    const example = inner === '' || inner.length > 40 || inner.includes("'") ? 'text' : inner;
    return `text is in single quotes here, not in ${character}; write '${example}'`;
  }
  const [placeholder] = /^(?:\{\{[^{}]{1,40}\}\}|\$\{[^{}]{1,40}\})/.exec(text.slice(start)) ?? [];
  if (placeholder !== undefined) return `replace ${placeholder} with the value, in single quotes when it is text`;
  if (/^(?:=~|~=)/.test(text.slice(start)))
    return `there is no operator ${character}${next}; compare a part of the text, as in [0..10] == …`;
  if (character === '=') {
    if (/[=!]=$/.test(before)) return `a comparison has two signs; write ${before.slice(-2)} for ${before.slice(-2)}=`;
    if (next === '>') return isItemName(before) ? COMMA_BEHIND_ITEM : 'write >= for =>';
    if (next === '<') return 'write <= for =<';
    return 'a comparison has two equal signs; write == for =';
  }
  if (character === '&') return 'write && for &';
  if (character === '|') return 'write || for |';
  if (character === '-' && next === '>') return COMMA_BEHIND_ITEM;
  if (character === '-') return 'there are no negative numbers and no subtraction; write a number without a sign';
  if (character === ';' || character === '#' || (character === '/' && (next === '/' || next === '*')))
    return `there are no comments and no statements; take ${character === '/' ? character + next : character} away`;
  if ('+*/%^'.includes(character)) return `there is no arithmetic; write the result in place of ${character}`;
  if (character === '{') return 'write a list in [ and ]; a policy cannot hold an object';
  if (character === '?') return 'there is no choice with ? and :; join tests with && and ||';
  if (character === ':')
    return isItemName(before) ? COMMA_BEHIND_ITEM : 'write .. for : between two limits, as in [0..10]';
  if (character === '≤' || character === '≥') return `write ${character === '≤' ? '<=' : '>='} for ${character}`;
  if (character === '≠') return 'write != for ≠';
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(character))
    return `an invisible character (${codeOf(character)}) stands here; take it away, or write a space`;
  const code = character > '~' ? ` (${codeOf(character)})` : '';
  return `the character ${JSON.stringify(character)}${code} has no meaning outside of text; take it away`;
}

const COMMA_BEHIND_ITEM = 'a comma stands behind the name of an item, as in any(item, item == …)';
/** The characters before a colon that are looked at. The form below takes the cube of their number in steps. */
const LOOKED_AT = 80;
/** True when the text ends with a bracket and a name, as in `list.any(item`. */
const isItemName = (text: string) => /\(\s*\(?\s*[A-Za-z_][A-Za-z0-9_]*\s*\)?\s*$/.test(text.slice(-LOOKED_AT));
/** The code point of a character: `U+200B`. */
export const codeOf = (character: string): string => codePointName(character.codePointAt(0) ?? 0);

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
