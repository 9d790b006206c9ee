import { advisePolicy, type OrganizationFacts, type PolicyText } from '../../../../shared/policy-language/index.ts';

/** A policy that allows, without a consensus. */
export const policy = (condition: string, more: Partial<PolicyText> = {}): PolicyText => ({
  effect: 'EFFECT_ALLOW',
  condition,
  consensus: '',
  time: '',
  ...more,
});
/** The findings in words. */
export const said = (given: PolicyText, facts?: OrganizationFacts) =>
  advisePolicy(given, facts).map(
    ({ rule, part, clause, message }) => `${rule} ${part ?? ''} ${clause ?? ''}: ${message}`,
  );
/** The rules of the findings. */
export const rules = (given: PolicyText, facts?: OrganizationFacts) =>
  advisePolicy(given, facts).map(({ rule }) => rule);
