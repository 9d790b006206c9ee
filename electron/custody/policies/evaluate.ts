import {
  type Comparison,
  conjuncts,
  type Expression,
  type FaultKind,
  type Parsed,
  PolicyFault,
  sameText,
  sameToForbidding,
} from '../../../shared/policy-language/index.ts';
import { UNPROVEN } from '../../crypto/index.ts';
import type { Budget } from './budget.ts';
import { faultOfSearch, isOfOnePart, kindOfMissing } from './missing.ts';
import { isQuantity, numberOf } from './quantity.ts';
import { equalSpecial, hasUnknownParts, inAnyCase, isSpecialText, isUnknownItem, partOf } from './special-text.ts';
import {
  AbsentItem,
  COMPLETE,
  isList,
  isStruct,
  isText,
  isThere,
  itemAt,
  memberOf,
  present,
  textOf,
  type Value,
} from './values.ts';

export { COMPLETE, type Struct, type Value } from './values.ts';

/** The keywords of an expression and their values. A keyword that yields undefined has no value in this activity. */
export type Names = Readonly<Record<string, () => Value | undefined>>;

/**
 * Returns true when the expression holds. Nothing is short-circuited: both sides of `&&` and `||` and every list item
 * are evaluated. So a part that fails makes the whole fail (docs/protocol.md#policies). Throws a `PolicyFault`, which
 * never allows.
 */
export function evaluatePolicy({ expression, text }: Parsed, names: Names, step: Budget): boolean {
  return truth(expression, evaluator(names, text, step));
}

/**
 * Returns the text of each false part that `&&` joins at the top level. Returns the whole when there are no such parts.
 */
export function falseParts({ expression, text }: Parsed, names: Names, step: Budget): string[] {
  const evaluate = evaluator(names, text, step);
  return conjuncts(expression)
    .filter((part) => evaluate.value(part, {}) === false)
    .map(({ start, end }) => text.slice(start, end));
}

/**
 * Returns true when the expression depends on the items of its keywords' lists. A predicate keeps an item, or a list is
 * counted or taken as a whole. With one approver in the list, the result shows whether that user's approval can matter.
 */
export function asksAbout({ expression, text }: Parsed, names: Names, step: Budget): boolean {
  let asks = false;
  try {
    const onAsked = () => {
      asks = true;
    };
    evaluator(names, text, step, { onAsked }).value(expression, {});
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
  }
  return asks;
}

/** The result of a rule that forbids or asks for proof. `inapplicable` and `opaque` are neither true nor false. */
export type Verdict = boolean | 'inapplicable' | 'opaque';

export type Scope = Readonly<Record<string, Value>>;
/** Evaluates the parts of one expression. */
export interface Evaluate {
  readonly value: (expression: Expression, scope: Scope) => Value;
  /** Evaluates the part itself, without three-valued logic at its top. */
  readonly boolean: (expression: Expression, scope: Scope) => boolean;
  /** The list of `any`, `all` and `filter`. */
  readonly items: (part: Expression & { is: 'each' }, scope: Scope) => readonly Value[];
}

/** The public examples also write a number as text: `eth.tx.chain_id == '1'`. */
const isNumberAndDigits = (one: Value, other: Value) =>
  typeof one === 'bigint' && typeof other === 'string' && /^[0-9]{1,78}$/.test(other);

/** Decides a part that is true or false by itself. */
export type Judge = (part: Expression, scope: Scope, evaluate: Evaluate) => Verdict;

/**
 * Returns the evaluator of the parts of `text`. It calls `onAsked` for each item of a keyword's list that a predicate
 * keeps. When `judge` is given, it decides each part that is true or false.
 */
export function evaluator(
  names: Names,
  text: string,
  step: Budget,
  { onAsked = () => undefined, judge }: { readonly onAsked?: () => void; readonly judge?: Judge } = {},
): Evaluate {
  const fault = ({ start, end }: Expression, why: string, kind?: FaultKind) =>
    new PolicyFault(`${JSON.stringify(text.slice(start, Math.min(end, start + 200)))} ${why}`, kind);
  /** A member that is only claimed does not count as absent, so that a forbidding rule does not skip it. */
  const missing = (part: Expression & { is: 'member' | 'index' }, of: Value, name: Value, why: string) => {
    const claimed = isStruct(of) && typeof name === 'string' ? of[UNPROVEN]?.[name] : undefined;
    if (claimed !== undefined) return fault(part, claimed, 'opaque');
    // A rule that forbids must not pass over a control that is not there, wherever it is read.
    return fault(part, why, isStruct(of) && of[COMPLETE] === true ? 'failure' : kindOfMissing(part.of));
  };

  const same = judge === undefined ? sameText : sameToForbidding;
  const decided = (part: Expression, verdict: Verdict): boolean => {
    if (typeof verdict === 'boolean') return verdict;
    throw fault(part, 'cannot be decided', verdict);
  };

  const plain = (part: Expression, scope: Scope): Value => {
    step();
    switch (part.is) {
      case 'literal':
        return part.value;
      case 'list':
        return part.items.map((item) => itemOf(item, scope));
      case 'span':
        return part.span.includes(now(part).getTime(), () => step());
      case 'not':
        return !boolean(part.of, scope);
      case 'name': {
        const value = Object.hasOwn(scope, part.name) ? scope[part.name] : names[part.name]?.();
        if (value === undefined) throw fault(part, 'is nothing that this activity has', 'inapplicable');
        if (!Object.hasOwn(scope, part.name)) onAsked();
        return present(value);
      }
      case 'member': {
        // Only a value that is neither true nor false has members. One call a member spares the stack of a long path.
        const of = plain(part.of, scope);
        if (!isStruct(of)) throw fault(part, 'asks for a member of something that has none');
        const value = memberOf(of, part.name);
        if (value === undefined) throw missing(part, of, part.name, 'is a member that is not there');
        return inAnyCase(part.name, value);
      }
      case 'index': {
        const whole = wholeOf(part, scope);
        const of = textOf(whole);
        const at = evaluate(part.at, scope);
        const value = itemAt(of, at);
        if (value instanceof AbsentItem) throw value.fault;
        if (value === undefined) throw missing(part, of, at, 'is not there');
        return typeof of === 'string' && typeof value === 'string' ? partOf(whole, value) : value;
      }
      case 'slice':
        return slice(part, scope);
      case 'count': {
        const items = list(part.of, scope);
        if (items.some(isUnknownItem)) throw fault(part, 'is not known: an item may not be there', 'opaque');
        return BigInt(items.filter(isThere).map(present).length);
      }
      case 'contains': {
        const items = list(part.of, scope);
        const value = evaluate(part.value, scope);
        return isAmong(part, value, items);
      }
      case 'each':
        return each(part, scope);
      case 'logic': {
        // Both are evaluated first, without short-circuiting.
        const [left, right] = [boolean(part.left, scope), boolean(part.right, scope)];
        return part.operator === '&&' ? left && right : left || right;
      }
      case 'compare':
        return compare(part, evaluate(part.left, scope), evaluate(part.right, scope));
    }
  };

  const evaluate =
    judge === undefined
      ? plain
      : (part: Expression, scope: Scope): Value =>
          isTruth(part) ? decided(part, judge(part, scope, itself)) : plain(part, scope);

  /** An absent item must not hide the others from a rule that forbids. */
  const itemOf = (part: Expression, scope: Scope): Value => {
    try {
      return evaluate(part, scope);
    } catch (error) {
      if (judge !== undefined && error instanceof PolicyFault && isOfOnePart(error)) return new AbsentItem(error);
      throw error;
    }
  };

  const now = (part: Expression): Date => {
    const time = names.time?.();
    const instant = time !== undefined && isStruct(time) ? memberOf(time, 'now') : undefined;
    if (instant instanceof Date) return instant;
    throw fault(part, 'is nothing that this activity has');
  };

  const boolean = (part: Expression, scope: Scope): boolean => {
    const value = evaluate(part, scope);
    if (typeof value !== 'boolean') throw fault(part, 'is neither true nor false');
    return value;
  };

  const list = (part: Expression, scope: Scope): readonly Value[] => {
    const value = evaluate(part, scope);
    if (!isList(value)) throw fault(part, 'is not a list');
    return value;
  };

  /** The list that a keyword names. This alone does not count as a use of its items. */
  const keywordList = (part: Expression): readonly Value[] => {
    const value = part.is === 'name' ? names[part.name]?.() : undefined;
    if (value === undefined) throw fault(part, 'is nothing that this activity has', 'inapplicable');
    if (!isList(value)) throw fault(part, 'is not a list that this activity has');
    return value;
  };

  const isOfKeyword = (part: Expression & { is: 'each' }, scope: Scope) =>
    part.of.is === 'name' && !Object.hasOwn(scope, part.of.name);
  const itemsOf = (part: Expression & { is: 'each' }, scope: Scope): readonly Value[] => {
    step();
    return isOfKeyword(part, scope) ? keywordList(part.of) : list(part.of, scope);
  };

  const each = (part: Expression & { is: 'each' }, scope: Scope): Value => {
    const isKeyword = isOfKeyword(part, scope);
    const items = itemsOf(part, scope).filter(isThere);
    const kept = items.filter((item) => boolean(part.predicate, { ...scope, [part.item]: item }));
    if (isKeyword && kept.length > 0) onAsked();
    if (part.quantifier === 'filter') return kept;
    return part.quantifier === 'any' ? kept.length > 0 : kept.length === items.length;
  };

  /** The value of which a part is read. The parts of a text that the request does not say are not known either. */
  const wholeOf = (part: Expression & { is: 'index' | 'slice' }, scope: Scope): Value => {
    const whole = evaluate(part.of, scope);
    if (hasUnknownParts(whole)) throw fault(part, 'is a part of a text that the request does not say', 'opaque');
    return whole;
  };

  const slice = (part: Expression & { is: 'slice' }, scope: Scope): Value => {
    const whole = wholeOf(part, scope);
    const of = textOf(whole);
    const [from, to] = [evaluate(part.from, scope), evaluate(part.to, scope)];
    if (typeof of !== 'string' && !isList(of)) throw fault(part, 'is a part of neither a list nor a string');
    if (typeof from !== 'bigint' || typeof to !== 'bigint') throw fault(part, 'has a limit that is not a number');
    if (from > to) throw fault(part, 'goes beyond the end');
    if (to > BigInt(of.length)) {
      const beyond = fault(part, 'goes beyond the end', kindOfMissing(part.of));
      if (judge !== undefined && isList(of) && isOfOnePart(beyond))
        return [...of.slice(Number(from)), new AbsentItem(beyond)];
      throw beyond;
    }
    return typeof of === 'string'
      ? partOf(whole, of.slice(Number(from), Number(to)))
      : of.slice(Number(from), Number(to));
  };

  const isAmong = (part: Expression, value: Value, items: readonly Value[]): boolean => {
    let found = false;
    const absent: AbsentItem[] = [];
    for (const item of items) {
      step();
      if (item instanceof AbsentItem) absent.push(item);
      else if (equal(part, value, item)) found = true;
    }
    const undecided = found ? undefined : faultOfSearch(absent);
    if (undecided !== undefined) throw undecided;
    return found;
  };

  const equal = (part: Expression, left: Value, right: Value): boolean => {
    if (isSpecialText(left) || isSpecialText(right)) return equalTexts(part, left, right);
    if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
    if (isQuantity(left) || isQuantity(right) || isNumberAndDigits(left, right) || isNumberAndDigits(right, left)) {
      const [one, other] = [numberOf(left), numberOf(right)];
      if (one === null || other === null) throw fault(part, 'compares a number with a text that is none');
      return one === other;
    }
    if (typeof left !== typeof right || typeof left === 'object')
      throw fault(part, 'compares values of different kinds');
    if (typeof left === 'string') step(left.length);
    return typeof left === 'string' && typeof right === 'string' ? same(left, right) : left === right;
  };

  const equalTexts = (part: Expression, left: Value, right: Value): boolean => {
    if (!isText(left) || !isText(right)) throw fault(part, 'compares values of different kinds');
    step(String(textOf(left)).length);
    const isEqual = equalSpecial(left, right, same);
    if (isEqual === 'opaque') throw fault(part, 'is about an address that the request does not say', isEqual);
    return isEqual;
  };

  const compare = (part: Expression & { is: 'compare' }, left: Value, right: Value): boolean => {
    if (part.operator === 'in') {
      if (!isList(right)) throw fault(part, 'looks for a value in something that is not a list');
      return isAmong(part, left, right);
    }
    if (part.operator === '==' || part.operator === '!=') return equal(part, left, right) === (part.operator === '==');
    const order = ORDER[part.operator];
    if (left instanceof Date && right instanceof Date) return order(left.getTime(), right.getTime());
    if (typeof left === 'bigint' && typeof right === 'bigint') return order(left, right);
    if (isQuantity(left) || isQuantity(right) || isNumberAndDigits(left, right) || isNumberAndDigits(right, left)) {
      const [one, other] = [numberOf(left), numberOf(right)];
      if (one !== null && other !== null) return order(one, other);
    }
    throw fault(part, 'compares the size of what is no number');
  };

  const itself: Evaluate = {
    value: evaluate,
    boolean: (part, scope) => {
      const value = plain(part, scope);
      if (typeof value !== 'boolean') throw fault(part, 'is neither true nor false');
      return value;
    },
    items: itemsOf,
  };
  return itself;
}

/** Returns true when a part is true or false whatever it is about. */
function isTruth(part: Expression): boolean {
  return (
    ['logic', 'not', 'compare', 'contains'].includes(part.is) || (part.is === 'each' && part.quantifier !== 'filter')
  );
}

const ORDER: Readonly<
  Record<Exclude<Comparison, '==' | '!=' | 'in'>, <Size extends bigint | number>(left: Size, right: Size) => boolean>
> = {
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

function truth(expression: Expression, evaluate: Evaluate): boolean {
  const value = evaluate.value(expression, {});
  if (typeof value !== 'boolean') throw new PolicyFault('the expression is neither true nor false');
  return value;
}
