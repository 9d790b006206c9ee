import { type Comparison, type Expression, type Parsed, PolicyFault } from '../../../shared/policy-language/index.ts';

/** What an expression works on. Only one that says when has instants. */
export type Value = boolean | bigint | string | Date | readonly Value[] | Struct;
export interface Struct {
  readonly [name: string]: Value;
}

/** The keywords of an expression and what they stand for; one without a value has none in this activity. */
export type Names = Readonly<Record<string, () => Value | undefined>>;

/** What one decision may cost, over all policies: a step for each part that is looked at, and for a thousand characters compared. */
const MAXIMUM_STEPS = 500_000;
const CHARACTERS_PER_STEP = 1000;

/** Counts the work of one decision. */
export type Budget = (characters?: number) => void;

/** What it gives throws a `PolicyFault` when there is too much work. */
export function createBudget(): Budget {
  let steps = 0;
  return (characters = 0) => {
    steps += 1 + Math.floor(characters / CHARACTERS_PER_STEP);
    if (steps > MAXIMUM_STEPS) throw new PolicyFault(`evaluation takes more than ${MAXIMUM_STEPS} steps`);
  };
}

/**
 * Whether the expression holds. Nothing is passed over: both sides of `&&` and `||`, and every item of a list, are looked at, so
 * a part that fails makes the whole fail (PROTOCOL 4). Throws a `PolicyFault`; nothing that throws allows.
 */
export function evaluatePolicy({ expression, text }: Parsed, names: Names, step: Budget): boolean {
  return truth(expression, evaluator(names, text, step));
}

/** The parts joined by `&&` at the top that are false, in their own words; the whole when it is none of those. */
export function falseParts({ expression, text }: Parsed, names: Names, step: Budget): string[] {
  const evaluate = evaluator(names, text, step);
  return conjuncts(expression)
    .filter((part) => evaluate(part, {}) === false)
    .map(({ start, end }) => text.slice(start, end));
}

/**
 * Whether the expression asks about the items of its keywords' lists at all: one of them is kept by a predicate, or a list is
 * counted or taken as a whole. With one approver in the list it tells whether that user's approval can matter.
 */
export function asksAbout({ expression, text }: Parsed, names: Names, step: Budget): boolean {
  let asks = false;
  try {
    evaluator(names, text, step, () => {
      asks = true;
    })(expression, {});
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
  }
  return asks;
}

type Scope = Readonly<Record<string, Value>>;
type Evaluate = (expression: Expression, scope: Scope) => Value;

function conjuncts(expression: Expression): readonly Expression[] {
  if (expression.is !== 'logic' || expression.operator !== '&&') return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}

function evaluator(names: Names, text: string, step: Budget, onAsked: () => void = () => undefined): Evaluate {
  const fault = ({ start, end }: Expression, why: string) =>
    new PolicyFault(`${JSON.stringify(text.slice(start, Math.min(end, start + 200)))} ${why}`);
  const absent = (part: Expression, why: string) => new PolicyFault(fault(part, why).message, 'absence');

  const evaluate: Evaluate = (part, scope) => {
    step();
    switch (part.is) {
      case 'literal':
        return part.value;
      case 'list':
        return part.items.map((item) => evaluate(item, scope));
      case 'span':
        return part.span.includes(now(part).getTime(), () => step());
      case 'not':
        return !boolean(part.of, scope);
      case 'name': {
        const value = Object.hasOwn(scope, part.name) ? scope[part.name] : names[part.name]?.();
        if (value === undefined) throw absent(part, 'is nothing that this activity has');
        if (!Object.hasOwn(scope, part.name)) onAsked();
        return value;
      }
      case 'member': {
        const of = evaluate(part.of, scope);
        if (!isStruct(of)) throw fault(part, 'asks for a member of something that has none');
        const value = memberOf(of, part.name);
        if (value === undefined) throw absent(part, 'is a member that is not there');
        return value;
      }
      case 'index': {
        const of = evaluate(part.of, scope);
        const at = evaluate(part.at, scope);
        const value = itemAt(of, at);
        if (value === undefined) throw absent(part, 'is not there');
        return value;
      }
      case 'slice':
        return slice(part, scope);
      case 'count':
        return BigInt(list(part.of, scope).length);
      case 'contains': {
        const items = list(part.of, scope);
        const value = evaluate(part.value, scope);
        return isAmong(part, value, items);
      }
      case 'each':
        return each(part, scope);
      case 'logic': {
        // Both are looked at first: there is no short way.
        const [left, right] = [boolean(part.left, scope), boolean(part.right, scope)];
        return part.operator === '&&' ? left && right : left || right;
      }
      case 'compare':
        return compare(part, evaluate(part.left, scope), evaluate(part.right, scope));
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

  /** The list that a keyword stands for, which is not yet asked about. */
  const keywordList = (part: Expression): readonly Value[] => {
    const value = part.is === 'name' ? names[part.name]?.() : undefined;
    if (value === undefined || !isList(value)) throw fault(part, 'is not a list that this activity has');
    return value;
  };

  const each = (part: Expression & { is: 'each' }, scope: Scope): Value => {
    const isKeyword = part.of.is === 'name' && !Object.hasOwn(scope, part.of.name);
    const items = isKeyword ? keywordList(part.of) : list(part.of, scope);
    const kept = items.filter((item) => boolean(part.predicate, { ...scope, [part.item]: item }));
    if (isKeyword && kept.length > 0) onAsked();
    if (part.quantifier === 'filter') return kept;
    return part.quantifier === 'any' ? kept.length > 0 : kept.length === items.length;
  };

  const slice = (part: Expression & { is: 'slice' }, scope: Scope): Value => {
    const of = evaluate(part.of, scope);
    const [from, to] = [evaluate(part.from, scope), evaluate(part.to, scope)];
    if (typeof of !== 'string' && !isList(of)) throw fault(part, 'is a part of neither a list nor a string');
    if (typeof from !== 'bigint' || typeof to !== 'bigint') throw fault(part, 'has a limit that is no number');
    if (from > to || to > BigInt(of.length)) throw fault(part, 'goes beyond the end');
    return of.slice(Number(from), Number(to));
  };

  const isAmong = (part: Expression, value: Value, items: readonly Value[]): boolean => {
    let found = false;
    for (const item of items) {
      step();
      if (equal(part, value, item)) found = true;
    }
    return found;
  };

  const equal = (part: Expression, left: Value, right: Value): boolean => {
    if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
    if (typeof left !== typeof right || typeof left === 'object')
      throw fault(part, 'compares values of different kinds');
    if (typeof left === 'string') step(left.length);
    return left === right || sameAddress(left, right);
  };

  const compare = (part: Expression & { is: 'compare' }, left: Value, right: Value): boolean => {
    if (part.operator === 'in') {
      if (!isList(right)) throw fault(part, 'looks for a value in something that is no list');
      return isAmong(part, left, right);
    }
    if (part.operator === '==' || part.operator === '!=') return equal(part, left, right) === (part.operator === '==');
    const order = ORDER[part.operator];
    if (left instanceof Date && right instanceof Date) return order(left.getTime(), right.getTime());
    if (typeof left === 'bigint' && typeof right === 'bigint') return order(left, right);
    throw fault(part, 'compares the size of what is no number');
  };

  return evaluate;
}

const ORDER: Readonly<
  Record<Exclude<Comparison, '==' | '!=' | 'in'>, <Size extends bigint | number>(left: Size, right: Size) => boolean>
> = {
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

/** Choice (policy-address-case): two texts of an Ethereum address are the same address in any letter case. */
const ETHEREUM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
function sameAddress(left: Value, right: Value): boolean {
  return (
    typeof left === 'string' &&
    typeof right === 'string' &&
    ETHEREUM_ADDRESS.test(left) &&
    left.toLowerCase() === right.toLowerCase()
  );
}

function truth(expression: Expression, evaluate: Evaluate): boolean {
  const value = evaluate(expression, {});
  if (typeof value !== 'boolean') throw new PolicyFault('the expression is neither true nor false');
  return value;
}

function itemAt(of: Value, at: Value): Value | undefined {
  if (typeof at === 'string') return isStruct(of) ? memberOf(of, at) : undefined;
  if (typeof at !== 'bigint' || (typeof of !== 'string' && !isList(of))) return undefined;
  return at < BigInt(of.length) ? of[Number(at)] : undefined;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isStruct(value: Value): value is Struct {
  return typeof value === 'object' && !isList(value) && !(value instanceof Date);
}

function memberOf(of: Struct, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
