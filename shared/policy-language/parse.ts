import { type CronSpan, readCronSpan } from './cron-span.ts';
import { PolicyFault } from './fault.ts';
import { isName, type Token, tokensOf } from './tokens.ts';

/** The position of a part in the expression, for quoting in an error. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export type Comparison = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in';
export type Quantifier = 'all' | 'any' | 'filter';

export type Expression = Place &
  (
    | { readonly is: 'literal'; readonly value: boolean | bigint | string | Date }
    | { readonly is: 'span'; readonly span: CronSpan }
    | { readonly is: 'not'; readonly of: Expression }
    | { readonly is: 'list'; readonly items: readonly Expression[] }
    | { readonly is: 'name'; readonly name: string }
    | { readonly is: 'member'; readonly of: Expression; readonly name: string }
    | { readonly is: 'index'; readonly of: Expression; readonly at: Expression }
    | { readonly is: 'slice'; readonly of: Expression; readonly from: Expression; readonly to: Expression }
    | { readonly is: 'count'; readonly of: Expression }
    | { readonly is: 'contains'; readonly of: Expression; readonly value: Expression }
    | {
        readonly is: 'each';
        readonly quantifier: Quantifier;
        readonly of: Expression;
        readonly item: string;
        readonly predicate: Expression;
      }
    | { readonly is: 'logic'; readonly operator: '&&' | '||'; readonly left: Expression; readonly right: Expression }
    | { readonly is: 'compare'; readonly operator: Comparison; readonly left: Expression; readonly right: Expression }
  );

export interface Parsed {
  readonly text: string;
  readonly expression: Expression;
}

/** The deepest nesting of an expression, and the most parts. These two limits bound all work. */
const MAXIMUM_DEPTH = 64;
const MAXIMUM_PARTS = 4000;
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=']);
const QUANTIFIERS: ReadonlySet<string> = new Set(['all', 'any', 'filter']);
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'in']);

/** Returns true for a word that an expression can write behind a point as the name of a member. */
export function isMemberName(word: string): boolean {
  return isName(word) && !RESERVED.has(word) && word !== 'count';
}

/** The keyword of expressions that say when. Only they have instants, schedules and `!`. */
const TIME = 'time';
/** RFC 3339 with no offset from UTC. */
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:[Zz]|[+-]00:00)$/;

/**
 * Parses an expression of the policy language. Logic binds least, then comparisons, which do not chain, then access.
 * `names` are the allowed first keywords. Refuses a name that is neither a keyword nor bound by a surrounding
 * quantifier, and an unknown function.
 * Throws a `PolicyFault`.
 */
export function parsePolicy(text: string, names: readonly string[]): Parsed {
  const tokens = tokensOf(text);
  const scope = [...names];
  const isTime = names.includes(TIME);
  let position = 0;
  let parts = 0;
  let depth = 0;

  const peek = (): Token => tokens[position] as Token;
  const isSign = (sign: string) => peek().kind === 'sign' && peek().text === sign;
  const next = (): Token => {
    const token = peek();
    if (token.kind !== 'end') position += 1;
    return token;
  };
  const fault = (expected: string): PolicyFault =>
    new PolicyFault(unexpected(expected, peek(), tokens[position + 1], tokens[position - 1]), { at: peek().start });
  const take = (sign: string): Token => {
    if (!isSign(sign)) throw fault(`“${sign}”`);
    return next();
  };
  const takeName = (): Token => {
    if (peek().kind !== 'name' || RESERVED.has(peek().text)) throw fault('a name');
    return next();
  };
  const part = <Part extends Expression>(made: Part): Part => {
    parts += 1;
    if (parts > MAXIMUM_PARTS)
      throw new PolicyFault(`the expression has more than ${MAXIMUM_PARTS} parts; make several policies of it`, {
        at: made.start,
      });
    return made;
  };
  const deeper = <Result>(read: () => Result): Result => {
    depth += 1;
    if (depth > MAXIMUM_DEPTH)
      throw new PolicyFault(`the expression is nested more than ${MAXIMUM_DEPTH} deep; take brackets away`, {
        at: peek().start,
      });
    const result = read();
    depth -= 1;
    return result;
  };

  const readAny = (): Expression => deeper(() => readLogic('||', () => readLogic('&&', readComparison)));

  const readLogic = (operator: '&&' | '||', readPart: () => Expression): Expression => {
    let left = readPart();
    while (isSign(operator)) {
      next();
      const right = readPart();
      left = part({ is: 'logic', operator, left, right, start: left.start, end: right.end });
    }
    return left;
  };

  const readComparison = (): Expression => {
    const left = readAccess();
    const { kind, text: operator } = peek();
    const isComparison = kind === 'sign' ? COMPARISONS.has(operator) : kind === 'name' && operator === 'in';
    if (!isComparison) return left;
    next();
    const right = readAccess();
    return part({
      is: 'compare',
      operator: operator as Comparison,
      left,
      right,
      start: left.start,
      end: right.end,
    });
  };

  const readAccess = (): Expression => {
    if (isTime && isSign('!')) {
      const { start } = next();
      const of = deeper(readAccess);
      return part({ is: 'not', of, start, end: of.end });
    }
    let of = readPrimary();
    for (;;) {
      if (isSign('.')) of = readMember(of);
      else if (isSign('[')) of = readIndex(of);
      else return of;
    }
  };

  const readMember = (of: Expression): Expression => {
    next();
    const { text: name, start: nameStart, end } = takeName();
    if (!isSign('(')) {
      // The public examples spell the number of items both ways.
      return name === 'count'
        ? part({ is: 'count', of, start: of.start, end })
        : part({ is: 'member', of, name, start: of.start, end });
    }
    next();
    if (name === 'count') return part({ is: 'count', of, start: of.start, end: take(')').end });
    if (name === 'contains') {
      const value = readAny();
      return part({ is: 'contains', of, value, start: of.start, end: take(')').end });
    }
    if (!QUANTIFIERS.has(name)) throw new PolicyFault(unknownFunction(name), { at: nameStart });
    const { text: item } = takeName();
    if (!isSign(','))
      throw new PolicyFault(`write ${name}(item, item == …), with a name for an item and a test of it`, {
        at: peek().start,
      });
    next();
    scope.push(item);
    const predicate = readAny();
    scope.pop();
    const { end: last } = take(')');
    return part({ is: 'each', quantifier: name as Quantifier, of, item, predicate, start: of.start, end: last });
  };

  const readIndex = (of: Expression): Expression => {
    next();
    const at = readAny();
    if (!isSign('..')) return part({ is: 'index', of, at, start: of.start, end: take(']').end });
    next();
    const to = readAny();
    return part({ is: 'slice', of, from: at, to, start: of.start, end: take(']').end });
  };

  const readPrimary = (): Expression => {
    const { kind, text: word, start, end } = peek();
    if (isSign('(')) {
      next();
      const inner = readAny();
      return { ...inner, start, end: take(')').end };
    }
    if (isSign('[')) return readList(start);
    if (kind === 'end' || kind === 'sign') throw fault('a value');
    next();
    if (kind === 'number') return part({ is: 'literal', value: BigInt(word), start, end });
    if (kind === 'string') return part({ is: 'literal', value: word, start, end });
    if (word === 'true' || word === 'false') return part({ is: 'literal', value: word === 'true', start, end });
    if (isTime && isSign('(')) return readCall(word, start);
    if (!scope.includes(word)) throw new PolicyFault(unknownName(word, scope, isTime), { at: start });
    return part({ is: 'name', name: word, start, end });
  };

  const readCall = (name: string, start: number): Expression => {
    next();
    const values: string[] = [];
    while (!isSign(')')) {
      if (values.length > 0) take(',');
      if (peek().kind !== 'string') throw fault('a string');
      values.push(next().text);
    }
    const { end } = next();
    const [first = '', second = '', third = ''] = values;
    if (name === 'Timestamp' && values.length === 1)
      return part({ is: 'literal', value: at(start, () => readInstant(first)), start, end });
    if (name === 'CronSpan' && values.length === 3)
      return part({ is: 'span', span: at(start, () => readCronSpan(first, second, third)), start, end });
    throw new PolicyFault(
      `there is no function ${quoted(name)} of ${values.length} texts; write Timestamp('2026-01-01T00:00:00Z') or CronSpan('0 9 * * 1-5', '8h', 'UTC')`,
      { at: start },
    );
  };

  const readList = (start: number): Expression => {
    next();
    const items: Expression[] = [];
    while (!isSign(']')) {
      if (items.length > 0) take(',');
      items.push(readAny());
    }
    return part({ is: 'list', items, start, end: take(']').end });
  };

  const expression = readAny();
  if (peek().kind !== 'end') throw fault('the end');
  return { text, expression };
}

function readInstant(text: string): Date {
  const instant = new Date(text.toUpperCase());
  // Without this check, a day that its month does not have would roll over.
  if (INSTANT.test(text) && instant.toISOString().startsWith(text.toUpperCase().slice(0, 19))) return instant;
  throw new PolicyFault(`${quoted(text)} is no RFC 3339 time in UTC`);
}

/** Runs `read` and adds the offset `start` to a fault without a place. */
function at<Result>(start: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyFault && error.at === null) throw new PolicyFault(error.message, { at: start });
    throw error;
  }
}

const WORDS_FOR_SIGNS: Readonly<Record<string, string>> = { and: '&&', or: '||', is: '==', equals: '==' };

/** Returns why a token is not allowed at its place, and the correction. */
function unexpected(expected: string, token: Token, after: Token | undefined, before: Token | undefined): string {
  const word = token.kind === 'name' ? token.text.toLowerCase() : '';
  const sign = Object.hasOwn(WORDS_FOR_SIGNS, word) ? WORDS_FOR_SIGNS[word] : undefined;
  if (sign !== undefined) return `write ${sign} for ${token.text}`;
  if (word === 'not') return `there is no ${token.text}; write != for ==, or == false`;
  if (token.kind === 'sign' && token.text === '!')
    return 'there is no ! in a condition or consensus; write == false or !=';
  if (token.kind === 'sign' && token.text === '<' && expected === 'a value' && after?.kind === 'name')
    return `a value was expected; replace <${after.text}> with the value, in single quotes when it is text`;
  const isComparison =
    token.kind === 'sign' ? COMPARISONS.has(token.text) : token.text === 'in' && token.kind === 'name';
  if (isComparison && expected === 'the end') return 'comparisons do not follow each other; join two of them with &&';
  const where = token.kind === 'end' ? 'at the end' : `before ${quoted(token.text)}`;
  const isJoined = expected === 'the end' && token.kind !== 'sign' && before !== undefined;
  return isJoined ? `&& or || was expected ${where}` : `${expected} was expected ${where}`;
}

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
};

function unknownFunction(name: string): string {
  const known = name.toLowerCase();
  const instead = Object.hasOwn(OTHER_FUNCTIONS, known)
    ? OTHER_FUNCTIONS[known]
    : 'one of any, all, filter, contains and count';
  return `there is no function ${quoted(name)}; write ${instead}`;
}

function unknownName(word: string, scope: readonly string[], isTime: boolean): string {
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false') return `write ${lower} for ${word}`;
  if (lower === 'not') return `there is no ${word}; write != for ==, or == false`;
  if (!isTime && (lower === 'now' || lower === 'time'))
    return 'a time belongs in the member time of the policy, as time.now';
  const known = [...new Set(scope)];
  const same = known.find((name) => name === lower);
  if (same !== undefined) return `write ${same} for ${word}`;
  return `the name ${quoted(word)} is not known here; text is in single quotes, and the names are ${known.join(', ')}`;
}

/** A word of the expression in an error: short. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
