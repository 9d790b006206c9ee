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
/** Strings are in single quotes and have no escapes: a quote cannot stand in one. */
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
  if (character === "'") return "the text after this quote is not ended; write a second ' behind it";
  if (OTHER_QUOTES.includes(character)) {
    const end = [...text.slice(start + 1)].findIndex((each) => OTHER_QUOTES.includes(each));
    const inner = end < 0 ? '' : [...text.slice(start + 1)].slice(0, end).join('');
    const example = inner === '' || inner.length > 40 || inner.includes("'") ? 'text' : inner;
    return `text is in single quotes here, not in ${character}; write '${example}'`;
  }
  if (character === '=') return 'a comparison has two equal signs; write == for =';
  if (character === '&') return 'write && for &';
  if (character === '|') return 'write || for |';
  if (character === '-') return 'there are no negative numbers and no subtraction; write a number without a sign';
  if ('+*/%^'.includes(character)) return `there is no arithmetic; write the result in place of ${character}`;
  if (character === '{') return 'write a list in [ and ]; a policy cannot hold an object';
  if (character === '≤' || character === '≥') return `write ${character === '≤' ? '<=' : '>='} for ${character}`;
  if (character === '≠') return 'write != for ≠';
  if (character === ';' || character === '#') return `there are no comments and no statements; take ${character} away`;
  return `the character ${JSON.stringify(character)} has no meaning here; take it away`;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
