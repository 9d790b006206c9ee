/** Recognizes expressions that limit nothing. A request whose contents cannot be read may still fail them. */
import { operandsOf } from '../clauses.ts';
import { PolicyFault } from '../fault.ts';
import { keywordsOf, type PolicyPart } from '../members.ts';
import { type Expression, parsePolicy } from '../parse.ts';
import { isAlways } from './never.ts';

/**
 * Returns true for an expression that holds for every request: no text, a constant, a value compared with itself, or any
 * approver. False for an expression that cannot be parsed.
 *
 * @example
 * limitsNothing("activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' || 1 == 1", 'condition');
 * // true
 */
export function limitsNothing(text: string, part: PolicyPart): boolean {
  if (text.trim() === '') return true;
  try {
    return holdsForAll(parsePolicy(text, keywordsOf(part)).expression, text);
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return false;
  }
}

/** The lists that have an item for every request: somebody signs it. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(['approvers', 'credentials']);

function holdsForAll(part: Expression, text: string): boolean {
  if (isAlways(part)) return true;
  switch (part.is) {
    case 'logic': {
      const operands = operandsOf(part, part.operator);
      const holds = (operand: Expression) => holdsForAll(operand, text);
      return part.operator === '&&' ? operands.every(holds) : operands.some(holds);
    }
    case 'each': {
      const isEmpty = part.of.is !== 'name' || !NEVER_EMPTY.has(part.of.name);
      return (
        (part.quantifier === 'all' || (part.quantifier === 'any' && !isEmpty)) && holdsForAll(part.predicate, text)
      );
    }
    case 'compare': {
      const [left, right] = [part.left, part.right].map(({ start, end }) => text.slice(start, end));
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
