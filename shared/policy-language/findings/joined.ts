import type { Effect } from '../../model/index.ts';
import { operandsOf } from '../clauses.ts';
import type { Expression } from '../parse.ts';
import { leftToRight, type Term, type TermScope, termOf, withItem } from '../terms.ts';
import { boundOf, isReliable, keyOf } from './never.ts';

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
export function limitsNothing(part: Expression, scope: TermScope, effect: Effect): Expression | null {
  switch (part.is) {
    // One that can never hold is another finding.
    case 'not':
      return null;
    case 'each':
      return limitsNothing(part.predicate, withItem(scope, part.item, part.of), effect);
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      const here = part.operator === '||' ? coveredTerm(operands, scope, effect) : null;
      return here ?? operands.map((one) => limitsNothing(one, scope, effect)).find((one) => one !== null) ?? null;
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
