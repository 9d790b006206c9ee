import { type Clause, clausesOf } from '../clauses.ts';
import type { PolicyPart } from '../members.ts';
import type { PolicyText } from '../words/explain.ts';
import { parsedPart } from '../words/explain.ts';

/** The rules, in the order in which findings are shown. */
export type FindingRule =
  | 'never'
  | 'always'
  | 'checksum'
  | 'shadowed'
  | 'quorum'
  | 'lifted'
  | 'left open'
  | 'unlimited'
  | 'one person'
  | 'nobody'
  | 'too few'
  | 'unknown'
  | 'stranger';

/** Advice about a sound policy. `clause` is the number within its part. Both are null for the policy as a whole. */
export interface PolicyAdvice {
  readonly rule: FindingRule;
  /** `care` for a policy that does not do what its text says. */
  readonly level: 'care' | 'information';
  readonly part: PolicyPart | null;
  readonly clause: number | null;
  readonly place: string | null;
  readonly message: string;
  /** Only for advice that no request can match the whole policy. */
  readonly neverMatches?: true;
}

/** The clauses of each part of a policy. Empty for an empty part, and for one that cannot be parsed. */
export type PolicyClauses = Readonly<Record<PolicyPart, readonly Clause[]>>;

/** Returns the clauses of a policy. */
export function clausesOfPolicy(policy: PolicyText): PolicyClauses {
  const read = (part: PolicyPart): readonly Clause[] => {
    const parsed = policy[part] === '' ? null : parsedPart(part, policy[part]);
    return parsed === null ? [] : clausesOf(parsed);
  };
  return { condition: read('condition'), consensus: read('consensus'), time: read('time') };
}

/** Returns advice about one clause. */
export const about = (
  rule: FindingRule,
  level: PolicyAdvice['level'],
  part: PolicyPart,
  { number, place }: Clause,
  message: string,
): PolicyAdvice => ({ rule, level, part, clause: number, place, message });

/** Returns advice about one clause that no request can match, and so no request matches the policy. */
export const neverMatching = (...facts: Parameters<typeof about>): PolicyAdvice => {
  const [rule, level, part, clause, message] = facts;
  return { ...about(rule, level, part, clause, `${message}, so the policy can never match.`), neverMatches: true };
};

/** Returns advice about the policy as a whole. */
export const aboutAll = (rule: FindingRule, level: PolicyAdvice['level'], message: string): PolicyAdvice => ({
  rule,
  level,
  message,
  part: null,
  clause: null,
  place: null,
});
