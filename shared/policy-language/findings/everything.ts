/** Recognizes expressions that limit nothing. A request whose contents cannot be read may still fail them. */
import { operandsOf } from '../clauses.ts';
import { PolicyFault } from '../fault.ts';
import { keywordsOf, type PolicyPart } from '../members.ts';
import { type Expression, parsePolicy } from '../parse.ts';
import { isCaseless } from '../same-text.ts';
import { leftToRight, scopeOf, type Term, type TermScope, termOf, withItem } from '../terms.ts';
import { boundOf, isAlways, isReliable, keyOf, type Proof } from './never.ts';

/**
 * Returns true for an expression that holds for every request: no text, a constant, a value compared with itself, or any
 * approver. Also for tests of one value of which one always holds. False for an expression that cannot be parsed.
 *
 * @example
 * limitsNothing("activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' || 1 == 1", 'condition');
 * // true
 */
export function limitsNothing(text: string, part: PolicyPart): boolean {
  if (text.trim() === '') return true;
  try {
    return holdsForAll(parsePolicy(text, keywordsOf(part)).expression, { text, scope: scopeOf(part) });
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return false;
  }
}

/** The lists that have an item for every request: somebody signs it. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['approvers', 'credentials']);

/** The text of an expression, and the names that it can use. */
interface Within {
  readonly text: string;
  readonly scope: TermScope;
}

function holdsForAll(part: Expression, within: Within): boolean {
  if (isAlways(part)) return true;
  switch (part.is) {
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      const holds = (operand: Expression) => holdsForAll(operand, within);
      if (part.operator === '&&') return operands.every(holds);
      return operands.some(holds) || coveredTerm(operands, within.scope, 'EFFECT_ALLOW') !== null;
    }
    case 'each': {
      const isEmpty = part.of.is !== 'name' || !NEVER_EMPTY.has(part.of.name);
      return (
        (part.quantifier === 'all' || (part.quantifier === 'any' && !isEmpty)) &&
        holdsForAll(part.predicate, { ...within, scope: withItem(within.scope, part.item, part.of) })
      );
    }
    case 'compare': {
      const [left, right] = [part.left, part.right].map(({ start, end }) => within.text.slice(start, end));
      if (left === right) return ['==', '<=', '>='].includes(part.operator);
      if (part.left.is !== 'count' || part.right.is !== 'literal' || typeof part.right.value !== 'bigint') return false;
      const isCounted = part.left.of.is === 'name' && NEVER_EMPTY.has(part.left.of.name);
      const least = isCounted ? 1n : 0n;
      return part.operator === '>=' ? part.right.value <= least : part.operator === '>' && part.right.value < least;
    }
    default:
      return false;
  }
}

/** Members that every request has, each with one value. */
const ALWAYS_KNOWN: ReadonlySet<string> = new Set(['activity.action', 'activity.resource']);

/**
 * Returns true when an expression holds for every request, whatever its contents are. It reads nothing of the request, or
 * only members that every request has.
 */
export function holdsAlways(part: Expression, scope: TermScope): boolean {
  if (isAlways(part)) return true;
  const isKnown = (term: Term | null) => term !== null && ALWAYS_KNOWN.has(term.path);
  switch (part.is) {
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      if (part.operator === '&&') return operands.every((one) => holdsAlways(one, scope));
      const canFail = operands.some((one) => !isKnown(testOf(one, scope)?.term ?? null));
      return !canFail && coveredTerm(operands, scope, 'EFFECT_DENY') !== null;
    }
    case 'compare': {
      const { operator, left, right } = leftToRight(part);
      const [one, other] = [termOf(left, scope), termOf(right, scope)];
      if (operator === '==' && isKnown(one) && one?.path === other?.path) return true;
      if (left.is !== 'count' || left.of.is !== 'name' || !NEVER_EMPTY.has(left.of.name)) return false;
      return operator === '>=' && right.is === 'literal' && right.value === 0n;
    }
    default:
      return false;
  }
}

/** One test of a term: the value that it excludes, the values that it lists, or the limits that it sets. */
interface Test {
  /** The term as it is written. */
  readonly written: Expression;
  readonly term: Term;
  readonly excluded: string | null;
  /** The excluded value in its own letter case. */
  readonly exact: string | null;
  /** The listed values in their own letter case. */
  readonly listed: readonly string[];
  readonly low: bigint | null;
  readonly high: bigint | null;
}

/**
 * Returns a term with several tests that `||` joins and of which one always holds, as in `a != 1 || a != 2`. They limit
 * nothing. Returns null when there is none.
 */
export function coveredTermIn(part: Expression, scope: TermScope, proof: Proof): Expression | null {
  switch (part.is) {
    // One that can never hold is another finding.
    case 'not':
      return null;
    case 'each':
      return coveredTermIn(part.predicate, withItem(scope, part.item, part.of), proof);
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      const here = part.operator === '||' ? coveredTerm(operands, scope, proof) : null;
      return here ?? operands.map((one) => coveredTermIn(one, scope, proof)).find((one) => one !== null) ?? null;
    }
    default:
      return null;
  }
}

function coveredTerm(operands: readonly Expression[], scope: TermScope, proof: Proof): Expression | null {
  const before = new Map<string, Test[]>();
  for (const operand of operands) {
    const test = testOf(operand, scope);
    if (test === null || !isReliable(test.term, proof)) continue;
    const { path } = test.term;
    const others = before.get(path) ?? [];
    if (others.some((other) => isEither(test, other))) return test.written;
    before.set(path, [...others, test]);
  }
  return null;
}

/** Returns true when each value passes one of two tests. */
function isEither(one: Test, other: Test): boolean {
  if (one.excluded !== null && other.excluded !== null) return one.excluded !== other.excluded;
  const returns = (from: Test, to: Test) => from.exact !== null && to.listed.includes(from.exact);
  if (returns(one, other) || returns(other, one)) return true;
  const meets = (from: Test, to: Test) => from.low !== null && to.high !== null && from.low <= to.high + 1n;
  return meets(one, other) || meets(other, one);
}

function testOf(part: Expression, scope: TermScope): Test | null {
  if (part.is !== 'compare') return null;
  const { operator, left, right } = leftToRight(part);
  const term = termOf(left, scope);
  if (term === null) return null;
  const none = { written: left, term, excluded: null, exact: null, listed: [], low: null, high: null };
  if (operator === '!=') {
    const excluded = keyOf(right, term);
    return excluded === null ? null : { ...none, excluded, exact: exactOf(right, term) };
  }
  if (operator === '==' || operator === 'in') {
    const items = operator === '==' ? [right] : right.is === 'list' ? right.items : [];
    return { ...none, listed: items.flatMap((item) => exactOf(item, term) ?? []) };
  }
  const bounds = boundOf(part, scope, 0)?.bounds;
  return bounds === undefined || (bounds.low === null && bounds.high === null)
    ? null
    : { ...none, low: bounds.low, high: bounds.high };
}

/** Returns a written value in its own letter case where that distinguishes values. Null for one of another type. */
function exactOf(part: Expression, term: Term): string | null {
  const key = keyOf(part, term);
  const text = part.is === 'literal' && term.type.is === 'string' ? String(part.value) : null;
  return key === null || text === null || isCaseless(text) ? key : text;
}
