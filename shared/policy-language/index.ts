export { ACTIVITY_KINDS, ACTIVITY_TYPES } from './activity-types.ts';
export { checkExpression, checkValues, type PolicyFinding } from './check.ts';
export { type Clause, clausesOf, conjuncts } from './clauses.ts';
export {
  COMPLETION_WORDS,
  type Completion,
  type CompletionNote,
  type Completions,
  completionsAt,
} from './completion.ts';
export { type Enforcement, enforcementOf, namesControl, namesControlIn, renameControl } from './controls.ts';
export type { CronSpan } from './cron-span.ts';
export { type FaultKind, PolicyFault } from './fault.ts';
export { advisePolicy } from './findings/advise.ts';
export { limitsNothing } from './findings/everything.ts';
export type { NamedEntity, OrganizationFacts } from './findings/facts.ts';
export { clausesOfPolicy, type PolicyAdvice } from './findings/finding.ts';
export type { OtherPolicy } from './findings/shadow.ts';
export { KEYWORDS, type Keyword, keywordsOf, type PolicyPart, parameterName } from './members.ts';
export {
  checkNewConsensus,
  checkParameterAddresses,
  checkParameters,
  checkParameterValues,
  EXPRESSION_MEMBERS,
  EXPRESSION_PARTS,
  type ParameterFinding,
} from './parameters.ts';
export { type Comparison, type Expression, isMemberName, type Parsed, parsePolicy } from './parse.ts';
export { repairOf } from './repair.ts';
export { isCaseless, isHexMember, isHexText, sameHex, sameText, sameToForbidding, spellingsOf } from './same-text.ts';
export type { PolicyType } from './types.ts';
export {
  type ExplainedClause,
  type ExplainedPolicy,
  explainPolicy,
  type PolicyText,
} from './words/explain.ts';
export { folded, namesOfKinds } from './words/names.ts';
export type { PolicyNames } from './words/values.ts';
