import { COMPARISONS, quoted, RESERVED, unexpected, unknownFunction, unknownName } from './advice.ts';
import { type CronSpan, readCronSpan } from './cron-span.ts';
import { PolicyFault } from './fault.ts';
import { readInstant } from './instant.ts';
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
const QUANTIFIERS: ReadonlySet<string> = new Set(['all', 'any', 'filter']);

/** Returns true for a word that an expression can write behind a point as the name of a member. */
export function isMemberName(word: string): boolean {
  return isName(word) && !RESERVED.has(word) && word !== 'count';
}

/** The keyword of time expressions. Only they have instants, schedules and `!`. */
const TIME = 'time';
const TWO_LIMITS = 'a part has two limits with two points between them; write both, as in [0..10]';

/**
 * Parses an expression of the policy language. Logic binds least, then comparisons, which do not chain, then access.
 * `names` are the allowed first keywords. Refuses a name that is neither a keyword nor bound by a surrounding
 * quantifier, and an unknown function.
 * Throws a `PolicyFault`. With `onUnknownName`, it goes on behind an unknown name, so that one reading finds several.
 *
 * @example
 * parsePolicy('wallet.imported', ['wallet']).expression;
 * // { is: 'member', of: { is: 'name', name: 'wallet', start: 0, end: 6 }, name: 'imported', start: 0, end: 15 }
 */
export function parsePolicy(
  text: string,
  names: readonly string[],
  onUnknownName?: (fault: PolicyFault) => void,
): Parsed {
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
  const wrong = (message: string): PolicyFault => new PolicyFault(message, { at: peek().start });
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
      if (isSign(',')) throw wrong("contains takes one value; write list.contains('a'), or list.any(item, item == …)");
      return part({ is: 'contains', of, value, start: of.start, end: take(')').end });
    }
    if (!QUANTIFIERS.has(name)) throw new PolicyFault(unknownFunction(name), { at: nameStart });
    const item = peek().kind === 'name' && !RESERVED.has(peek().text) ? next().text : null;
    if (item === null || !isSign(','))
      throw wrong(`write ${name}(item, item == …), with a name for an item and a test of it`);
    next();
    scope.push(item);
    const predicate = readAny();
    scope.pop();
    const { end: last } = take(')');
    return part({ is: 'each', quantifier: name as Quantifier, of, item, predicate, start: of.start, end: last });
  };

  const readIndex = (of: Expression): Expression => {
    next();
    if (isSign('..')) throw wrong(TWO_LIMITS);
    const at = readAny();
    if (!isSign('..')) return part({ is: 'index', of, at, start: of.start, end: take(']').end });
    next();
    if (isSign(']') || isSign('.')) throw wrong(TWO_LIMITS);
    const to = readAny();
    return part({ is: 'slice', of, from: at, to, start: of.start, end: take(']').end });
  };

  const readPrimary = (): Expression => {
    const { kind, text: word, start, end } = peek();
    if (isSign('(')) {
      next();
      const inner = readAny();
      if (isSign(',')) throw wrong("a list is in square brackets; write ['a', 'b']");
      return { ...inner, start, end: take(')').end };
    }
    if (isSign('[')) return readList(start);
    if (kind === 'end' || kind === 'sign') throw fault('a value');
    next();
    if (kind === 'number') return part({ is: 'literal', value: BigInt(word), start, end });
    if (kind === 'string') return part({ is: 'literal', value: word, start, end });
    if (word === 'true' || word === 'false') return part({ is: 'literal', value: word === 'true', start, end });
    if (isTime && isSign('(')) return readCall(word, start);
    if (!scope.includes(word)) {
      const unknown = new PolicyFault(unknownName(word, scope, peek()), { at: start });
      // Behind anything else the text is no member or comparison, so a further fault would only repeat this one.
      if (onUnknownName === undefined || !canFollowName(peek())) throw unknown;
      onUnknownName(unknown);
    }
    return part({ is: 'name', name: word, start, end });
  };

  const readCall = (name: string, start: number): Expression => {
    next();
    const values: string[] = [];
    while (!isSign(')')) {
      if (values.length > 0) take(',');
      if (peek().kind !== 'string') throw wrong(`${name} takes text; write '…' in single quotes`);
      values.push(next().text);
    }
    const { end } = next();
    const [first = '', second = '', third = ''] = values;
    if (name === 'Timestamp' && values.length === 1)
      return part({ is: 'literal', value: at(start, () => readInstant(first)), start, end });
    if (name === 'CronSpan' && values.length === 3)
      return part({ is: 'span', span: at(start, () => readCronSpan(first, second, third)), start, end });
    if (name === 'now') throw new PolicyFault('write time.now for now()', { at: start });
    throw new PolicyFault(
      `there is no function ${quoted(name)} of ${values.length} ${values.length === 1 ? 'text' : 'texts'}; write Timestamp('2026-01-01T00:00:00Z') or CronSpan('0 9 * * 1-5', '8h', 'UTC')`,
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

/** True for a token that can stand behind the name of a value. */
const canFollowName = ({ kind, text }: Token): boolean =>
  kind === 'end' || text === 'in' || (kind === 'sign' && text !== '(' && text !== '!');

/** Runs `read` and gives a fault without a place the offset `start`. */
function at<Result>(start: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyFault && error.at === null) throw new PolicyFault(error.message, { at: start });
    throw error;
  }
}
