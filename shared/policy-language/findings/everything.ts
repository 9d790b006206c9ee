/** Recognizes expressions that limit nothing. A request whose contents cannot be read may still fail them. */
import type { Effect } from '../../model/index.ts';
import { operandsOf } from '../clauses.ts';
import { PolicyFault } from '../fault.ts';
import { keywordsOf, type PolicyPart } from '../members.ts';
import { type Expression, parsePolicy } from '../parse.ts';
import { leftToRight, scopeOf, type Term, type TermScope, termOf, withItem } from '../terms.ts';
import { boundOf, isAlways, isReliable, keyOf } from './never.ts';

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

/** One test of a term: the value that it excludes, or the limits that it sets. */
interface Test {
  /** The term as it is written. */
  readonly written: Expression;
  readonly term: Term;
  readonly excluded: string | null;
  readonly low: bigint | null;
  readonly high: bigint | null;
}

/**
 * Returns a term with several tests that `||` joins and of which one always holds, as in `a != 1 || a != 2`. They limit
 * nothing. Returns null when there is none.
 */
export function coveredTermIn(part: Expression, scope: TermScope, effect: Effect): Expression | null {
  switch (part.is) {
    // One that can never hold is another finding.
    case 'not':
      return null;
    case 'each':
      return coveredTermIn(part.predicate, withItem(scope, part.item, part.of), effect);
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      const here = part.operator === '||' ? coveredTerm(operands, scope, effect) : null;
      return here ?? operands.map((one) => coveredTermIn(one, scope, effect)).find((one) => one !== null) ?? null;
    }
    default:
      return null;
  }
}

function coveredTerm(operands: readonly Expression[], scope: TermScope, effect: Effect): Expression | null {
  const before = new Map<string, Test[]>();
  for (const operand of operands) {
    const test = testOf(operand, scope);
    if (test === null || !isReliable(test.term, effect)) continue;
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
  const meets = (from: Test, to: Test) => from.low !== null && to.high !== null && from.low <= to.high + 1n;
  return meets(one, other) || meets(other, one);
}

function testOf(part: Expression, scope: TermScope): Test | null {
  if (part.is !== 'compare') return null;
  const { operator, left, right } = leftToRight(part);
  const term = termOf(left, scope);
  if (term === null) return null;
  if (operator === '!=') {
    const excluded = keyOf(right, term);
    return excluded === null ? null : { written: left, term, excluded, low: null, high: null };
  }
  const bounds = boundOf(part, scope, 0)?.bounds;
  return bounds === undefined || (bounds.low === null && bounds.high === null)
    ? null
    : { written: left, term, excluded: null, low: bounds.low, high: bounds.high };
}
