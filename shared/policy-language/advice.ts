/** Error texts for expressions, with corrections. */
import { keywordsOf, PARTS } from './members.ts';
import type { Token } from './tokens.ts';

export const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);
export const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'in']);

const WORDS_FOR_SIGNS: Readonly<Record<string, string>> = { and: '&&', or: '||', is: '==', equals: '==' };
const PART_OF_TEXT = 'compare a part of the text, as in [0..10] == …';
/** Operators of other languages. */
const OTHER_OPERATORS: Readonly<Record<string, string>> = {
  between: 'write two comparisons with && between them',
  like: PART_OF_TEXT,
  matches: PART_OF_TEXT,
  startswith: PART_OF_TEXT,
  contains: 'write list.contains(value)',
};

/** Returns the reason why a token is misplaced, and a correction. */
export function unexpected(
  expected: string,
  token: Token,
  after: Token | undefined,
  before: Token | undefined,
): string {
  return (
    (token.kind === 'name' ? otherWord(token, after) : null) ??
    (token.kind === 'sign' ? otherSign(expected, token, after, before) : null) ??
    notExpected(expected, token, before)
  );
}

function otherWord({ text }: Token, after: Token | undefined): string | null {
  const word = text.toLowerCase();
  const sign = own(WORDS_FOR_SIGNS, word);
  if (sign !== undefined) return `write ${sign} for ${text}`;
  if (word === 'not' && after?.text === 'in') return 'there is no not in; write (value in list) == false';
  if (word === 'not') return `there is no ${text}; write != for ==, or == false`;
  const operator = own(OTHER_OPERATORS, word);
  return operator === undefined ? null : `there is no operator ${text}; ${operator}`;
}

function otherSign(
  expected: string,
  { text, start }: Token,
  after: Token | undefined,
  before: Token | undefined,
): string | null {
  if (text === '!') return 'there is no ! in a condition or consensus; write == false or !=';
  if (text === '>' && before?.text === '<' && before.end === start) return 'write != for <>';
  if (text === '<' && expected === 'a value' && after?.kind === 'name')
    return `a value was expected; replace <${after.text}> with the value, in single quotes when it is text`;
  if (text === ',' && before?.kind === 'number' && after?.kind === 'number')
    return `a number has no separators; write ${before.text}${after.text}`;
  if (text === ')' || text === ']') return expected === 'the end' ? 'a bracket is closed here that is not open' : null;
  return null;
}

function notExpected(expected: string, token: Token, before: Token | undefined): string {
  if (token.kind === 'end' && before === undefined) return 'the expression is empty';
  const isComparison = token.kind === 'sign' ? COMPARISONS.has(token.text) : isWord(token, 'in');
  if (isComparison && expected === 'the end') return 'comparisons do not follow each other; join two of them with &&';
  const where = token.kind === 'end' ? 'at the end' : `before ${quoted(token.text)}`;
  const isJoined = expected === 'the end' && token.kind !== 'sign' && before !== undefined;
  return isJoined ? `&& or || was expected ${where}` : `${expected} was expected ${where}`;
}

const isWord = ({ kind, text }: Token, word: string) => kind === 'name' && text === word;

const OTHER_FUNCTIONS: Readonly<Record<string, string>> = {
  includes: 'contains(…)',
  has: 'contains(…)',
  length: 'count()',
  size: 'count()',
  len: 'count()',
  some: 'any(item, …)',
  exists: 'any(item, …)',
  every: 'all(item, …)',
  startswith: 'a part of the text, as in [0..10] == …',
  endswith: 'a part of the text, as in [0..10] == …',
  substring: 'a part of the text, as in [0..10]',
  slice: 'a part of the text, as in [0..10]',
  tolowercase: 'the text as the member has it',
  lower: 'the text as the member has it',
};

export function unknownFunction(name: string): string {
  const instead = own(OTHER_FUNCTIONS, name.toLowerCase()) ?? 'one of any, all, filter, contains and count';
  return `there is no function ${quoted(name)}; write ${instead}`;
}

const FUNCTIONS = new Set(['any', 'all', 'filter', 'contains', 'count']);
const NOTHING = new Set(['null', 'undefined', 'none', 'nil']);

/** Returns the reason why a name cannot begin an expression. `scope` are the known names, `after` is the next token. */
export function unknownName(word: string, scope: readonly string[], after: Token): string {
  const lower = word.toLowerCase();
  const known = [...new Set(scope)];
  if (lower === 'true' || lower === 'false') return `write ${lower} for ${word}`;
  if (lower === 'not') return `there is no ${word}; write != for ==, or == false`;
  if (NOTHING.has(lower)) return `there is no ${word}; compare with a value, or leave the comparison out`;
  if (after.text === '(' && (FUNCTIONS.has(lower) || own(OTHER_FUNCTIONS, lower) !== undefined))
    return 'a function stands behind its list and a point; write list.count(), or list.any(item, item == …)';
  const same = known.find((name) => plain(name) === plain(word));
  if (same !== undefined) return `write ${same} for ${word}`;
  const elsewhere = PARTS.find((part) => keywordsOf(part).some((keyword) => keyword === lower));
  if (elsewhere !== undefined) return `${lower} is known in the ${elsewhere} of a policy only; write this test there`;
  if (lower === 'now') return 'a time belongs in the member time of the policy, as time.now';
  return `the name ${quoted(word)} is not known here; text is in single quotes, and the names are ${known.join(', ')}`;
}

/** Names that other programs give to members. */
const OTHER_MEMBERS: Readonly<Record<string, string>> = { name: 'label', input: 'data', calldata: 'data' };

/** Suggests the member that was probably meant, or lists all members. */
export function existingMembers(name: string, members: readonly string[]): string {
  const other = own(OTHER_MEMBERS, name.toLowerCase());
  const meant = members.find((known) => plain(known) === plain(name)) ?? members.find((known) => known === other);
  return meant === undefined ? `the members are ${members.join(', ')}` : `write ${meant}`;
}

/** Suggests a replacement for an unknown member of a list. */
export function insteadOfListMember(name: string): string {
  const isCount = own(OTHER_FUNCTIONS, name.toLowerCase()) === 'count()';
  return isCount ? 'write count()' : 'take an item with [0], or test the items with any or all';
}

/** Removes common variations from a name: letter case, underscores, and a plural s. */
const plain = (name: string) => name.toLowerCase().replaceAll('_', '').replace(/s$/, '');

const own = (table: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** A word of the expression in an error: short. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
