import { PolicyFault } from '../../../shared/policy-language/index.ts';

/** Steps that one policy may take: a step for each part that is looked at, and for a thousand characters compared. */
const MAXIMUM_STEPS = 500_000;
/**
 * The steps that all policies of one decision may take together. A decision that uses them up is a refusal. Nobody else
 * is served meanwhile, so they are few: about a tenth of a second.
 */
const MAXIMUM_TOTAL_STEPS = 1_000_000;
const CHARACTERS_PER_STEP = 1000;

/** Counts work, in characters compared. Throws a `PolicyFault` when it exceeds the budget. */
export type Budget = (characters?: number) => void;

/** Returns the bound on the work of one whole decision. Its `PolicyFault` has the kind `spent`. */
export function createTotal(maximum = MAXIMUM_TOTAL_STEPS): Budget {
  return counter(maximum, (limit) => new PolicyFault(`the decision takes more than ${limit} steps`, 'spent'));
}

/** Returns the budget of one policy. Its work counts against `total` too. */
export function createBudget(total: Budget = () => undefined, maximum = MAXIMUM_STEPS): Budget {
  const own = counter(maximum, (limit) => new PolicyFault(`evaluation takes more than ${limit} steps`));
  return (characters) => {
    total(characters);
    own(characters);
  };
}

function counter(maximum: number, spent: (maximum: number) => PolicyFault): Budget {
  let steps = 0;
  return (characters = 0) => {
    steps += 1 + Math.floor(characters / CHARACTERS_PER_STEP);
    if (steps > maximum) throw spent(maximum);
  };
}
