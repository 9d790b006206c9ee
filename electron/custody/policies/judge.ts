import { type Expression, type Parsed, PolicyFault } from '../../../shared/policy-language/index.ts';
import type { Budget } from './budget.ts';
import { type Evaluate, evaluator, type Names, type Scope, type Verdict } from './evaluate.ts';
import { isThere } from './values.ts';

/**
 * Evaluates a rule that forbids, or that asks for more proof (docs/fail-closed.md has the truth table).
 * Choice (absent-member): a comparison with a member that decoded content lacks is false, `!=` and `all` are true; what a request
 * lacks altogether is `inapplicable`. `&&`, `||`, `!`, `any` and `all` follow three-valued logic.
 * Throws a `PolicyFault` for every other failure.
 */
export function judgePolicy({ expression, text }: Parsed, names: Names, step: Budget): Verdict {
  return judge(expression, {}, evaluator(names, text, step, { judge }));
}

const RANK: readonly Verdict[] = [false, 'inapplicable', 'opaque', true];
const OPPOSITE_RANK: readonly Verdict[] = [true, 'opaque', 'inapplicable', false];

/** The first in `order` that is among the verdicts: `false` rules a conjunction, `true` a disjunction. */
function ruling(order: readonly Verdict[], verdicts: readonly Verdict[], empty: boolean): Verdict {
  return order.find((one) => verdicts.includes(one)) ?? empty;
}

function judge(part: Expression, scope: Scope, evaluate: Evaluate): Verdict {
  switch (part.is) {
    case 'not': {
      const of = judge(part.of, scope, evaluate);
      return typeof of === 'boolean' ? !of : of;
    }
    case 'logic': {
      const sides = [judge(part.left, scope, evaluate), judge(part.right, scope, evaluate)];
      return part.operator === '&&' ? ruling(RANK, sides, true) : ruling(OPPOSITE_RANK, sides, false);
    }
    case 'each': {
      const isAll = part.quantifier === 'all';
      return settled(isAll, () => {
        // To `any`, the predicate judges an absent item. `all` passes over it.
        const items = evaluate.items(part, scope).filter((item) => !isAll || isThere(item));
        const verdicts = [
          ...new Set(items.map((item) => judge(part.predicate, { ...scope, [part.item]: item }, evaluate))),
        ];
        return isAll ? ruling(RANK, verdicts, true) : ruling(OPPOSITE_RANK, verdicts, false);
      });
    }
    case 'compare': {
      const { operator, left, right } = part;
      if (operator !== 'in' || right.is !== 'list' || right.items.every(({ is }) => is === 'literal'))
        return settled(operator === '!=', () => evaluate.boolean(part, scope));
      // One absent item of a written list must not hide the others.
      const equalities = right.items.map((item) =>
        judge({ ...part, operator: '==', left, right: item }, scope, evaluate),
      );
      return ruling(OPPOSITE_RANK, equalities, false);
    }
    default:
      return settled(false, () => evaluate.boolean(part, scope));
  }
}

/** The verdict of one comparison. `whenAbsent` is the verdict for content without the member. */
function settled(whenAbsent: boolean, verdict: () => Verdict): Verdict {
  try {
    return verdict();
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    if (error.kind === 'absence') return whenAbsent;
    if (error.kind === 'inapplicable' || error.kind === 'opaque') return error.kind;
    throw error;
  }
}
