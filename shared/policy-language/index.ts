export { ACTIVITY_KINDS, ACTIVITY_TYPES } from './activity-types.ts';
export { checkExpression, checkValues, type PolicyFinding } from './check.ts';
export { controlsIn } from './controls.ts';
export type { CronSpan } from './cron-span.ts';
export { type FaultKind, PolicyFault } from './fault.ts';
export { KEYWORDS, type Keyword, keywordsOf, type PolicyPart, parameterName } from './members.ts';
export { checkParameters, checkParameterValues, EXPRESSION_MEMBERS, type ParameterFinding } from './parameters.ts';
export { type Comparison, type Expression, isMemberName, type Parsed, parsePolicy } from './parse.ts';
export type { PolicyType } from './types.ts';
