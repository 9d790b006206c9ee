import { type Effect, ellipsized } from '../model/index.ts';
import { existingControls, existingMembers, insteadOfListMember, ofOneType, suggestion } from './advice.ts';
import { PolicyFault } from './fault.ts';
import { KEYWORDS, keywordsOf, type PolicyPart } from './members.ts';
import { type Expression, parsePolicy } from './parse.ts';
import { placeOf } from './place.ts';
import { ANY, BOOL, INSTANT, INT, listOf, type PolicyType, STRING, typeName } from './types.ts';
import { valueFaults } from './values.ts';
import { writtenFault } from './written.ts';

/**
 * A fault of an expression. `place` is its line and column. `start` and `end` are its offsets in UTF-16 code units, the end
 * excluded. `message` is a sentence with the correction.
 */
export interface PolicyFinding {
  readonly place: string;
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

type Scope = Readonly<Record<string, PolicyType>>;
type Of<Is extends Expression['is']> = Expression & { readonly is: Is };
/** The names that an expression may use, and its text. */
interface Around {
  readonly keywords: Scope;
  readonly text: string;
  readonly controls: readonly string[] | undefined;
}
type Report = (part: Expression, message: string) => void;

/** The most findings of one expression. */
const MAXIMUM_FINDINGS = 20;

/**
 * Parses and type-checks one part of a policy. Returns the findings in the order of the text, or an empty list.
 * An expression with findings can never hold. Never throws.
 * @param controls the identifiers of the existing velocity controls. Without the list, any identifier may exist.
 *
 * @example
 * checkExpression('condition', "eth.tx.to = '0x0'");
 * // [
 * //   {
 * //     place: 'line 1, column 11',
 * //     start: 10,
 * //     end: 11,
 * //     message: 'A comparison has two equal signs; write == for =.',
 * //   },
 * // ]
 */
export function checkExpression(
  part: PolicyPart,
  text: string,
  controls?: readonly string[],
): readonly PolicyFinding[] {
  const found: Omit<PolicyFinding, 'place'>[] = [];
  const report: Report = ({ start, end }, message) => void found.push({ start, end, message });
  const reportFault = ({ at, message }: PolicyFault) =>
    void found.push({ start: at ?? 0, end: endOfWord(text, at ?? 0), message });
  const expression = parsed(part, text, reportFault);
  if (expression !== null) {
    const type = infer(expression, { keywords: KEYWORDS[part], text, controls }, report);
    if (type.is !== 'bool' && type.is !== 'any' && found.length === 0)
      report(expression, `the ${part} is ${typeName(type)}; write a comparison that is true or false`);
  }
  return inOrder(text, found);
}

/** Parses past unknown names. Returns null behind a fault of syntax. Each fault is reported. */
function parsed(part: PolicyPart, text: string, reportFault: (fault: PolicyFault) => void): Expression | null {
  try {
    return parsePolicy(text, keywordsOf(part), reportFault).expression;
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    reportFault(error);
    return null;
  }
}

/** Returns the end of the word or sign at an offset. */
function endOfWord(text: string, at: number): number {
  const word = /^(?:\w+|'[^'\n]*'?|\S)/.exec(text.slice(at, at + 100))?.[0] ?? '';
  return at + word.length;
}

const inOrder = (text: string, found: readonly Omit<PolicyFinding, 'place'>[]): readonly PolicyFinding[] =>
  found
    .toSorted((left, right) => left.start - right.start)
    .slice(0, MAXIMUM_FINDINGS)
    .map((one) => findingOf(text, one));

/**
 * Returns the comparisons of a sound expression that can never hold because of the value in them, in the order of the
 * text. The service accepts such an expression.
 *
 * @example
 * checkValues('condition', "eth.tx.to == 'alice.eth'");
 * // [
 * //   {
 * //     place: 'line 1, column 14',
 * //     start: 13,
 * //     end: 24,
 * //     message: "'alice.eth' is never equal here; a name is never resolved; write 0x and 40 hexadecimal digits.",
 * //   },
 * // ]
 */
export function checkValues(part: PolicyPart, text: string, effect?: Effect): readonly PolicyFinding[] {
  return inOrder(text, valueFaults(parsePolicy(text, keywordsOf(part)).expression, effect));
}

function findingOf(text: string, { start, end, message }: Omit<PolicyFinding, 'place'>): PolicyFinding {
  // A message may begin with the expression's own words, whose letter case means something.
  const [word = ''] = message.split(' ', 1);
  const isOwn = word.length > 1 && text.startsWith(word, start);
  const sentence = isOwn ? message : `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return { place: placeOf(text, start), start, end, message: `${sentence}.` };
}

/** Returns the type of an expression. Reports every faulty part, which then has the type `any`. */
function infer(root: Expression, { keywords, text, controls }: Around, report: Report): PolicyType {
  const words = (part: Expression) => ellipsized(text.slice(part.start, part.end), 80);

  const typeOf = (part: Expression, scope: Scope): PolicyType => {
    const fault = writtenFault(part);
    if (fault !== null) report(part, fault);
    switch (part.is) {
      case 'literal':
        return literalType(part);
      case 'span':
        return BOOL;
      case 'not':
        requireBool(part.of, scope);
        return BOOL;
      case 'list': {
        const [first = ANY, ...others] = part.items.map((item) => typeOf(item, scope));
        return listOf(others.every((other) => kindOf(other) === kindOf(first)) ? first : ANY);
      }
      case 'name': {
        const type = nameType(part, scope);
        if (type.is !== 'named') return type;
        report(part, controlAlone(part));
        return ANY;
      }
      case 'member':
        return member(part, part.name, ownerType(part.of, scope));
      case 'index':
        return index(part, scope);
      case 'slice':
        return slice(part, scope);
      case 'count':
        itemOf(part.of, scope, 'count()');
        return INT;
      case 'contains': {
        const item = itemOf(part.of, scope, 'contains');
        compare(part, typeOf(part.value, scope), item, part.value, part.of);
        return BOOL;
      }
      case 'each': {
        const item = itemOf(part.of, scope, part.quantifier);
        requireBool(part.predicate, { ...scope, [part.item]: item });
        return part.quantifier === 'filter' ? listOf(item) : BOOL;
      }
      case 'logic':
        requireBool(part.left, scope, part.operator);
        requireBool(part.right, scope, part.operator);
        return BOOL;
      case 'compare':
        return comparison(part, scope);
    }
  };

  const nameType = ({ name }: Of<'name'>, scope: Scope): PolicyType =>
    (Object.hasOwn(scope, name) ? scope[name] : keywords[name]) ?? ANY;

  /** Returns the type of the value before a member. Only there may the velocity controls stand without an identifier. */
  const ownerType = (part: Expression, scope: Scope): PolicyType =>
    part.is === 'name' ? nameType(part, scope) : typeOf(part, scope);

  const controlAlone = (part: Expression) =>
    `a velocity control is written by its identifier; write ${words(part)}.identifier`;

  const requireBool = (part: Expression, scope: Scope, operator?: string) => {
    const type = typeOf(part, scope);
    if (type.is === 'bool' || type.is === 'any') return;
    const joined = operator === undefined ? 'this test' : `a side of ${operator}`;
    report(part, `${words(part)} is ${typeName(type)}, and ${joined} must be true or false; write a comparison`);
  };

  /** Returns the type of the items of a list. Reports a value that is not a list. */
  const itemOf = (part: Expression, scope: Scope, by: string): PolicyType => {
    const type = typeOf(part, scope);
    if (type.is === 'list') return type.of;
    if (type.is !== 'any') report(part, `${words(part)} is ${typeName(type)}, and ${by} is for lists`);
    return ANY;
  };

  const member = (part: Expression, name: string, of: PolicyType): PolicyType => {
    if (of.is === 'any') return ANY;
    if (of.is === 'map') return of.of;
    if (of.is === 'named') {
      if (controls?.includes(name) === false)
        report(part, `there is no velocity control ${words(part)}; ${existingControls(controls)}`);
      return of.of;
    }
    if (of.is === 'struct') {
      const found = Object.hasOwn(of.members, name) ? of.members[name] : undefined;
      if (found === undefined) report(part, `${words(part)} does not exist; ${insteadOf(name, of.members)}`);
      return found ?? ANY;
    }
    const isText = kindOf(of) === 'string';
    const instead =
      of.is === 'list' ? `; ${insteadOfListMember(name)}` : isText ? '; compare a part, as in [0..10]' : '';
    report(part, `${words(part)} does not exist, because the value before it is ${typeName(of)}${instead}`);
    return ANY;
  };

  const index = (part: Of<'index'>, scope: Scope): PolicyType => {
    const of = ownerType(part.of, scope);
    const at = typeOf(part.at, scope);
    if (of.is === 'named') {
      report(part, controlAlone(part.of));
      return of.of;
    }
    if (of.is === 'any' || at.is === 'any') return of.is === 'map' || of.is === 'list' ? of.of : ANY;
    if (of.is === 'struct' || of.is === 'map') {
      if (kindOf(at) !== 'string') report(part.at, `a member is named by text; write ['name'] or .name`);
      else if (of.is === 'map') return of.of;
      else if (part.at.is === 'literal') return member(part, String(part.at.value), of);
      return ANY;
    }
    if (of.is !== 'list' && kindOf(of) !== 'string') {
      report(part.of, `${words(part.of)} is ${typeName(of)} and has no items`);
      return ANY;
    }
    if (at.is !== 'int') report(part.at, `the place of an item is a number, as in [0], not ${typeName(at)}`);
    return of.is === 'list' ? of.of : STRING;
  };

  const slice = (part: Of<'slice'>, scope: Scope): PolicyType => {
    const of = typeOf(part.of, scope);
    for (const limit of [part.from, part.to]) {
      const type = typeOf(limit, scope);
      if (type.is !== 'int' && type.is !== 'any') report(limit, `a limit of a part is a number, not ${typeName(type)}`);
    }
    const [from, to] = [part.from, part.to].map((limit) => (limit.is === 'literal' ? limit.value : null));
    if (typeof from === 'bigint' && typeof to === 'bigint' && from > to)
      report(part.from, `the part [${from}..${to}] ends before it begins; write the smaller number first`);
    if (of.is === 'list' || of.is === 'any') return of;
    if (kindOf(of) !== 'string') report(part.of, `${words(part.of)} is ${typeName(of)} and has no parts`);
    return STRING;
  };

  const comparison = (part: Of<'compare'>, scope: Scope): PolicyType => {
    const { operator, left, right } = part;
    const [leftType, rightType] = [typeOf(left, scope), typeOf(right, scope)];
    if (operator === 'in') {
      if (rightType.is === 'list') compare(part, leftType, rightType.of, left, right);
      else if (right.is === 'span') report(right, 'a schedule is a test by itself; write CronSpan(…) alone');
      else if (rightType.is !== 'any')
        report(right, `in needs a list behind it, as in ['a', 'b'], and ${words(right)} is ${typeName(rightType)}`);
    } else if (operator === '==' || operator === '!=') compare(part, leftType, rightType, left, right);
    else if (kindOf(leftType) !== kindOf(rightType) && (leftType.is === 'instant' || rightType.is === 'instant')) {
      const [side, type] = leftType.is === 'instant' ? [right, rightType] : [left, leftType];
      if (type.is !== 'any') report(side, notOrdered(operator, words(side), type, true));
    } else {
      for (const [side, type] of [[left, leftType] as const, [right, rightType] as const])
        if (type.is !== 'int' && type.is !== 'instant' && type.is !== 'any')
          report(
            side,
            notOrdered(operator, words(side), type, leftType.is === 'instant' || rightType.is === 'instant'),
          );
    }
    return BOOL;
  };

  const compare = (part: Expression, left: PolicyType, right: PolicyType, one: Expression, other: Expression) => {
    if (left.is === 'any' || right.is === 'any') return;
    const [leftKind, rightKind] = [kindOf(left), kindOf(right)];
    for (const [kind, side, type] of [[leftKind, one, left] as const, [rightKind, other, right] as const])
      if (
        kind === 'other' &&
        !(part.is === 'contains' || (part.is === 'compare' && part.operator === 'in' && side === other))
      ) {
        report(
          side,
          `${words(side)} is ${typeName(type)} and cannot be compared as a whole; compare its members or items`,
        );
        return;
      }
    if (part.is === 'contains' && (leftKind === 'other' || rightKind === 'other')) {
      report(part, `${words(part.of)} holds groups of members; write any(item, item.id == …), or another member`);
      return;
    }
    const isDigits = isNumberText(one, leftKind, rightKind) || isNumberText(other, rightKind, leftKind);
    if (leftKind !== rightKind && !isDigits)
      report(
        part,
        `${typeName(left)} is compared with ${typeName(right)}; ${ofOneType([one, other].map(literalIn), [leftKind, rightKind])}`,
      );
    if (left.is === 'enumeration') requireKnown(other, left.values);
    if (right.is === 'enumeration') requireKnown(one, right.values);
  };

  /** Reports text literals that are not among the values. */
  const requireKnown = (part: Expression, values: readonly string[]) => {
    if (part.is === 'list') for (const item of part.items) requireKnown(item, values);
    if (part.is !== 'literal' || typeof part.value !== 'string' || values.includes(part.value)) return;
    report(part, `${words(part)} is no value that is compared here; ${suggestion(part.value, values)}`);
  };

  return typeOf(root, {});
}

/** Advises a schedule in place of the parts of a time, and another member in place of any other. */
function insteadOf(name: string, members: Readonly<Record<string, PolicyType>>): string {
  return members.now === INSTANT && name !== 'now'
    ? "write CronSpan('0 9 * * 1-5', '8h', 'UTC') for hours and days, or time.now"
    : existingMembers(name, Object.keys(members));
}

function notOrdered(operator: string, side: string, type: PolicyType, isTime: boolean): string {
  if (isTime) return `a time is compared with ${typeName(type)} ${side}; write Timestamp('2026-01-01T00:00:00Z')`;
  const digits = /^'(\d+)'$/.exec(side)?.[1];
  return `${operator} compares numbers, and ${side} is ${typeName(type)}${digits === undefined ? '' : `; write ${digits}`}`;
}

const literalIn = (part: Expression): unknown => (part.is === 'literal' ? part.value : null);

function literalType({ value }: Of<'literal'>): PolicyType {
  if (typeof value === 'bigint') return INT;
  if (typeof value === 'string') return STRING;
  return typeof value === 'boolean' ? BOOL : INSTANT;
}

/** Types of one kind can be compared. */
function kindOf({ is }: PolicyType): string {
  if (is === 'enumeration') return 'string';
  return is === 'bool' || is === 'int' || is === 'string' || is === 'instant' || is === 'any' ? is : 'other';
}

/** The public examples also write a chain id as text: `eth.tx.chain_id == '1'`. */
function isNumberText(part: Expression, kind: string, other: string): boolean {
  return kind === 'string' && other === 'int' && part.is === 'literal' && /^[0-9]{1,78}$/.test(String(part.value));
}
