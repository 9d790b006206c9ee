import { PolicyFault } from './fault.ts';

export type TokenKind = 'number' | 'string' | 'name' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** A number's digits, what a string holds, a name, or the characters of a sign. */
  readonly text: string;
  /** Where it stands in the expression, end excluded. */
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
    if (number.length > MAXIMUM_DIGITS) throw new PolicyFault(`the number at character ${start + 1} is too large`);
    return token('number', number);
  }
  const name = match(NAME, text, start);
  if (name !== null) return token('name', name);
  const string = match(STRING, text, start);
  if (string !== null) return token('string', string, string.slice(1, -1));
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, start));
  if (sign !== undefined) return token('sign', sign);
  const what = text[start] === "'" ? 'the string is not ended' : 'this character has no meaning';
  throw new PolicyFault(`${what} at character ${start + 1}`);
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
