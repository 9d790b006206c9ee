import { explainPolicy, type PolicyPart, type PolicyText } from '../../../shared/policy-language/index.ts';
import type { Names } from './names.ts';

/** An expression in words. `isExact` is true for an unreadable expression, which then stands as it is. */
export interface ExpressionWords {
  readonly text: string;
  readonly isExact: boolean;
}

/** Returns the people that a policy needs, and the requests that it decides: "Anyone", "Sign transactions on Base". */
export function policyWords(
  policy: PolicyText,
  names: Names,
): { readonly who: ExpressionWords; readonly what: ExpressionWords } {
  const { who, what, faults } = explainPolicy(policy, names.all);
  const wordsOf = (part: PolicyPart, words: string): ExpressionWords =>
    faults.some((fault) => fault.part === part)
      ? { text: policy[part], isExact: true }
      : { text: words, isExact: false };
  return { who: wordsOf('consensus', who), what: wordsOf('condition', what) };
}

/** Returns the requests that a condition of its own fits. */
export const whatWords = (condition: string, names: Names): ExpressionWords =>
  policyWords({ effect: 'EFFECT_ALLOW', condition, consensus: '', time: '' }, names).what;
