export { ACTIVITY_KINDS, ACTIVITY_TYPES } from './activity-types.ts';
export { checkExpression, checkValues, type PolicyFinding } from './check.ts';
export { type Clause, clausesOf, conjuncts } from './clauses.ts';
export { controlsIn } from './controls.ts';
export type { CronSpan } from './cron-span.ts';
export { type FaultKind, PolicyFault } from './fault.ts';
export { advisePolicy } from './findings/advise.ts';
export type { PolicyAdvice } from './findings/finding.ts';
export type { OrganizationFacts } from './findings/organization.ts';
export type { OtherPolicy } from './findings/shadow.ts';
export { KEYWORDS, type Keyword, keywordsOf, type PolicyPart, parameterName } from './members.ts';
export { checkParameters, checkParameterValues, EXPRESSION_MEMBERS, type ParameterFinding } from './parameters.ts';
export { type Comparison, type Expression, isMemberName, type Parsed, parsePolicy } from './parse.ts';
export type { PolicyType } from './types.ts';
export {
  type ExplainedClause,
  type ExplainedPolicy,
  explainPolicy,
  type PolicyText,
} from './words/explain.ts';
export type { PolicyNames } from './words/values.ts';
