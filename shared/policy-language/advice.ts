/** Error texts for expressions, with corrections. */
import { ellipsized, nearest } from '../model/index.ts';
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
    (token.kind === 'name' ? otherWord(token, after, before) : null) ??
    (token.kind === 'sign' ? otherSign(expected, token, after, before) : null) ??
    (isDoubledQuote(token, before) ? DOUBLED_QUOTE : null) ??
    notExpected(expected, token, before)
  );
}

const isDoubledQuote = (token: Token, before: Token | undefined): boolean =>
  token.kind === 'string' && before?.kind === 'string' && before.end === token.start;
const DOUBLED_QUOTE =
  "a text cannot hold a ' itself, and two of them do not stand for one; compare an id, or the parts before and behind it, as in [0..2] == …";

const UNITS: ReadonlySet<string> = new Set([
  ...['ether', 'eth', 'gwei', 'wei', 'btc', 'sat', 'sats', 'satoshi', 'satoshis', 'sol', 'lamport', 'lamports'],
  ...['trx', 'sun', 'usd', 'usdc', 'usdt'],
]);

function otherWord({ text }: Token, after: Token | undefined, before: Token | undefined): string | null {
  const word = text.toLowerCase();
  const sign = own(WORDS_FOR_SIGNS, word);
  if (sign !== undefined) return `write ${sign} for ${text}`;
  if (word === 'in') return `write in for ${text}`;
  if (before?.kind === 'number' && UNITS.has(word))
    return `a number has no unit; write the amount in the smallest unit and take ${text} away`;
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
  if (text === ',' && before?.kind === 'number' && after?.kind === 'number' && expected === '“]”')
    return 'write .. for , between two limits, as in [0..10]';
  if (text === ',' && before?.kind === 'number' && after?.kind === 'number')
    return `a number has no separators; write ${before.text}${after.text}`;
  if ((text === ')' || text === ']') && before?.text === ',') return `no comma stands before ${text}; take it away`;
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
const UNCHANGED: ReadonlySet<string> = new Set(['lower', 'tolower', 'tolowercase', 'upper', 'trim', 'string', 'int']);
const SAME_TEXT = 'compare the value as the member has it';
const STATEMENTS: ReadonlySet<string> = new Set(['if', 'return', 'let', 'const', 'var', 'allow', 'deny', 'when']);
/** Names that other programs give to keywords. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ethereum: 'eth',
  evm: 'eth',
  sol: 'solana',
  btc: 'bitcoin',
  trx: 'tron',
  account: 'wallet_account',
  key: 'private_key',
};
/** Words for the people whom a consensus tests. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'users', 'approver', 'voter', 'voters', 'signer', 'signers']);
const NOTHING = new Set(['null', 'undefined', 'none', 'nil']);

/** Returns the reason why a name cannot begin an expression. `scope` are the known names, `after` is the next token. */
export function unknownName(word: string, scope: readonly string[], after: Token): string {
  const lower = word.toLowerCase();
  const known = [...new Set(scope)];
  if (lower === 'true' || lower === 'false') return `write ${lower} for ${word}`;
  if (lower === 'not') return `there is no ${word}; write != for ==, or == false`;
  if (NOTHING.has(lower)) return `there is no ${word}; compare with a value, or leave the comparison out`;
  if (STATEMENTS.has(lower)) return `an expression has no statements; write the test alone, without ${word}`;
  if (lower === 'now') return 'a time belongs in the member time of the policy, as time.now';
  if (after.text === '(' && UNCHANGED.has(lower)) return `there is no function ${word}; ${SAME_TEXT}`;
  if (after.text === '(' && (FUNCTIONS.has(lower) || own(OTHER_FUNCTIONS, lower) !== undefined))
    return 'a function stands behind its list and a point; write list.count(), or list.any(item, item == …)';
  const same = known.find((name) => plain(name) === plain(word));
  if (same !== undefined) return `write ${same} for ${word}`;
  const elsewhere = PARTS.find((part) => keywordsOf(part).some((keyword) => keyword === lower));
  if (elsewhere !== undefined) return `${lower} is known in the ${elsewhere} of a policy only; write this test there`;
  const other = own(OTHER_NAMES, lower);
  if (other !== undefined && known.includes(other)) return `write ${other} for ${word}`;
  if (lower === 'tx' && known.includes('eth')) return 'name the chain before tx, as in eth.tx or solana.tx';
  if (PEOPLE.has(lower))
    return known.includes('approvers')
      ? `write approvers.any(user, user.id == …) for a test of ${word}`
      : `people are known in the consensus of a policy only; write approvers.any(user, user.id == …) there`;
  // A shorter word is near to every short name.
  const [near] = word.length < 3 ? [] : nearest(word, known);
  if (near !== undefined) return `the name ${quoted(word)} is not known here; write ${near}`;
  return `the name ${quoted(word)} is not known here; text is in single quotes, and the names are ${known.join(', ')}`;
}

/** Names that other programs give to members. */
const OTHER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  name: ['label', 'alias'],
  input: ['data'],
  calldata: ['data', 'input'],
  data: ['instruction_data_hex', 'input'],
  gaslimit: ['gas'],
  transaction: ['tx'],
  args: ['contract_call_args', 'program_call_args'],
  arguments: ['contract_call_args', 'program_call_args'],
  lamports: ['amount'],
  value: ['amount'],
  mint: ['token_mint'],
  token: ['token_mint', 'fee_token'],
  parameters: ['params'],
  intent: ['params'],
  userid: ['id'],
  recipient: ['to'],
  chain: ['chain_id'],
};

/** Suggests the member that was probably meant, or lists all members. */
export function existingMembers(name: string, members: readonly string[]): string {
  const word = name.toLowerCase().replaceAll('_', '');
  const others = Object.hasOwn(OTHER_MEMBERS, word) ? (OTHER_MEMBERS[word] ?? []) : [];
  const meant =
    members.find((known) => plain(known) === plain(name)) ??
    others.find((other) => members.includes(other)) ??
    nearest(name, members)[0];
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
  return JSON.stringify(ellipsized(text, 40));
}

/** Suggests how two sides of a comparison get one type. A CAIP-2 name is compared by the number in it. */
export function ofOneType(values: readonly unknown[], types: readonly string[]): string {
  const ids = values.map((value) => (typeof value === 'string' ? /^eip155:([1-9]\d*)$/.exec(value)?.[1] : undefined));
  const id = ids.find((one) => one !== undefined);
  if (id !== undefined) return `write ${id}`;
  if (types.includes('int') && types.includes('string')) return 'write a number without quotes, and text with quotes';
  return types.includes('bool') ? 'write true or false without quotes' : 'compare values of one type';
}

/** The most values of an enumeration in a message. */
const MAXIMUM_VALUES = 30;

/** Returns the existing velocity controls in words. */
export function existingControls(controls: readonly string[]): string {
  if (controls.length === 0) return 'create it first';
  return `write one of ${controls
    .slice(0, MAXIMUM_VALUES)
    .map((one) => `controls.${one}`)
    .join(', ')}, or create it`;
}

/** A version behind the name of a type: `_V2`. */
const VERSION = /_V[0-9]+$/;

/** Returns the values that a misspelled text was probably meant to be, or the known versions of a type. */
function similar(value: string, values: readonly string[]): readonly string[] {
  const name = value.toUpperCase().replace(VERSION, '');
  const kind = name.replace(/^ACTIVITY_TYPE_/, '');
  const same = values.filter((known) => [name, kind].includes(known.replace(VERSION, '')));
  return same.length > 0 ? same : nearest(value, values);
}

/** Returns the values in words: the most similar one, or all of a short list. */
export function suggestion(value: string, values: readonly string[]): string {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const given = plain(value);
  const near = values.filter(
    (known) => plain(known) === given || plain(known).endsWith(given) || given.endsWith(plain(known)),
  );
  const meant = near.length > 0 && given !== '' ? near : similar(value, values);
  const shown = meant.length > 0 ? meant : values;
  const list = shown.slice(0, MAXIMUM_VALUES).map((known) => `'${known}'`);
  if (list.length === 1) return `write ${list.join()}`;
  const more =
    shown.length > list.length ? `, and ${shown.length - list.length} more that the policy reference lists` : '';
  return `write one of ${list.join(', ')}${more}`;
}
