import { ellipsized, type Outcome } from '../../../shared/model/index.ts';
import { type Parsed, PolicyFault, type PolicyPart } from '../../../shared/policy-language/index.ts';
import type { ActingContext } from '../request-context.ts';
import type { PolicyRow } from '../store/index.ts';
import { type Budget, createBudget, createTotal } from './budget.ts';
import { makesCredential } from './credentials.ts';
import { asksAbout, evaluatePolicy, falseParts, type Names, type Verdict } from './evaluate.ts';
import { createRuledOut } from './guards.ts';
import { judgePolicy } from './judge.ts';
import { type Approval, consensusNames, timeNames } from './names.ts';
import { once } from './once.ts';
import { parsePart, parsePartOf } from './parsed.ts';
import { casesOf, type Subject, typesOf } from './subject.ts';
import { judgeVersions, type SharedNames, sharedNames } from './versions.ts';

/** The decision of one policy, with the reason in words for a person who examines a refusal. */
export interface PolicyResult {
  readonly policy: PolicyRow;
  /** Implicit denial also stands for every other outcome that allows nothing and refuses nothing. */
  readonly outcome: Outcome;
  /** True when it refuses the request, whatever other policies allow. */
  readonly refuses: boolean;
  /** Explaining costs more than deciding, so it is done only for those that are named. */
  readonly explain: () => Explained;
}

/** The exact outcome of a policy. One that allows and was ruled out may also have failed, or not be active. */
interface Explained {
  readonly outcome: Outcome;
  readonly why: string;
}

/**
 * Evaluates every policy of the organization, each with its own budget, which holds for all versions of the operation. `total` bounds
 * the work of the whole decision.
 */
export function evaluatePolicies(
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
  total: Budget = createTotal(),
): readonly PolicyResult[] {
  const consensus = consensusNames(approvals, context);
  const time = timeNames(context.now());
  const condition = sharedNames(subject, context);
  const verdicts = { EFFECT_ALLOW: new Map<Parsed, Verdict>(), EFFECT_DENY: new Map<Parsed, Verdict>() };
  const policies = context.store.policies.list(context.caller.organization.organizationId);
  const [sent = ''] = typesOf(subject);
  const isRuledOut = createRuledOut(condition(true).under(sent), true);
  const isOtherRuledOut = once(() => {
    const names = condition(true).otherwise(sent);
    return names === undefined ? () => true : createRuledOut(names, true);
  });
  const ruledOut = {
    EFFECT_ALLOW: createRuledOut(condition(false).under(sent), false),
    EFFECT_DENY: (parsed: Parsed) => isRuledOut(parsed) && isOtherRuledOut()(parsed),
  };
  return withoutStacks(() =>
    policies.map((policy): PolicyResult => {
      const names = { consensus, time, condition, verdicts: verdicts[policy.effect] };
      const result = (budget: Budget) => resultOf(policy, subject, names, budget);
      if (!decidesNothing(policy, ruledOut[policy.effect], names.verdicts)) return { policy, ...result(total) };
      const explain = () => result(createTotal()).explain();
      return { policy, outcome: 'OUTCOME_DENY_IMPLICIT', refuses: false, explain };
    }),
  );
}

/** Returns true when a policy neither allows nor refuses this, without an evaluation of it. */
function decidesNothing(
  policy: PolicyRow,
  isRuledOut: (parsed: Parsed) => boolean,
  verdicts: DecisionNames['verdicts'],
): boolean {
  const { effect, condition, consensus, time } = policy;
  if (condition === '') return false;
  try {
    // A policy that denies refuses when its consensus or time fails, so both must be known not to.
    if (effect === 'EFFECT_DENY' && time !== '') return false;
    if (effect === 'EFFECT_DENY' && consensus !== '' && !verdicts.has(parsePartOf(policy, 'consensus'))) return false;
    return isRuledOut(parsePartOf(policy, 'condition'));
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

/** The names that the parts of policies read, with the verdicts on parts that are written alike in several policies. */
interface DecisionNames extends Readonly<Record<Exclude<PolicyPart, 'condition'>, Names>> {
  readonly condition: SharedNames;
  readonly verdicts: Map<Parsed, Verdict>;
}

/** Runs work in which a fault is an ordinary result. The stack of each would cost ten times its evaluation. */
function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Reports whether a policy is active, with the error when its `time` cannot be evaluated. */
export function activityOf(policy: PolicyRow, now: number): { readonly active: boolean; readonly error?: string } {
  try {
    const isActive = policy.time === '' || evaluatePolicy(parsePartOf(policy, 'time'), timeNames(now), createBudget());
    return { active: isActive };
  } catch (error) {
    if (error instanceof PolicyFault) return { active: false, error: error.message };
    throw error;
  }
}

/**
 * Returns true when the profile of a session allows the activity, by itself or by a vote. A key without a profile may
 * do everything. A scope that fails does not hold. No profile lets a session make a credential. Choice (scope-reads): a
 * scope limits activities and not reads, because it can only look at activities.
 */
export function isInScope(subject: Subject, { credential }: Approval, context: ActingContext): boolean {
  if (credential.sessionProfileId === null) return true;
  if (makesCredential(subject)) return false;
  const profile = context.store.sessionProfiles.find(credential.sessionProfileId);
  try {
    if (profile === undefined) return false;
    const [parsed, total] = [parsePart('condition', profile.scope, profile.organizationId), createTotal()];
    return casesOf(subject).every((one) => {
      const step = createBudget(total);
      const judge = (names: Names) => evaluatePolicy(parsed, names, step);
      return judgeVersions(one, sharedNames(one, context), { forbids: false, judge, isAgainst: (holds) => !holds })
        .verdict;
    });
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

/** Returns true when the policy's consensus depends on this user. The user may then propose and vote. */
export function asksForVote(policy: PolicyRow, approval: Approval, context: ActingContext): boolean {
  if (policy.consensus === '') return true;
  try {
    return asksAbout(parsePartOf(policy, 'consensus'), consensusNames([approval], context), createBudget());
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

/**
 * Choice (policy-error): a policy that fails has the outcome of an error. It allows nothing. One that denies refuses
 * the request, unless it asks about something that the request lacks. The bound of the whole decision refuses whatever
 * the policy's effect.
 */
function resultOf(
  policy: PolicyRow,
  subject: Subject,
  names: DecisionNames,
  total: Budget,
): Omit<PolicyResult, 'policy'> {
  const { condition, effect } = policy;
  const isDenying = effect === 'EFFECT_DENY';
  const step = createBudget(total);
  const judgePart = (parsed: Parsed, read: Names) =>
    isDenying ? judgePolicy(parsed, read, step) : evaluatePolicy(parsed, read, step);
  const judge = (read: Names) => condition === '' || judgePart(parsePartOf(policy, 'condition'), read);
  const holds = (part: 'consensus' | 'time'): Verdict => {
    if (policy[part] === '') return true;
    const parsed = parsePartOf(policy, part);
    const verdict = names.verdicts.get(parsed) ?? judgePart(parsed, names[part]);
    names.verdicts.set(parsed, verdict);
    return verdict;
  };
  const result = (outcome: Outcome, refuses: boolean, why: () => string) => ({
    outcome,
    refuses,
    explain: () => ({ outcome, why: why() }),
  });
  const falseIn = (part: PolicyPart, read: Names) => () => `its ${part} is false: ${falseClauses(policy, part, read)}`;
  const isAgainst = (verdict: Verdict) => (verdict === true || verdict === 'opaque') === isDenying;
  try {
    if (holds('time') !== true) return result('OUTCOME_TIME_INACTIVE', false, () => 'it is not active at this time');
    // Both are evaluated, whatever the result of the first.
    const rule = { forbids: isDenying, judge, isAgainst };
    const { verdict: applies, names: judged } = judgeVersions(subject, names.condition, rule);
    const agreed = holds('consensus');
    if (applies === 'opaque' && agreed !== false)
      throw new PolicyFault(
        'its condition is about a digest, a value that the content only claims, or an unknown amount',
      );
    if (applies === true && agreed === true) {
      const why = () => (condition === '' ? 'it has no condition' : `its condition holds: ${quoted([condition])}`);
      return result(isDenying ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ALLOW', isDenying, why);
    }
    if (applies === 'inapplicable')
      return result('OUTCOME_DENY_IMPLICIT', false, () => 'it is about something that the request lacks');
    if (applies !== true) return result('OUTCOME_DENY_IMPLICIT', false, falseIn('condition', judged));
    const outcome = isDenying ? 'OUTCOME_DENY_IMPLICIT' : 'OUTCOME_REQUIRES_CONSENSUS';
    return result(outcome, false, falseIn('consensus', names.consensus));
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    const refuses = isDenying || error.kind === 'spent';
    return result('OUTCOME_ERROR', refuses, () => `it failed: ${error.message}`);
  }
}

/** The steps that may be spent on naming the clauses that are false. */
const MAXIMUM_EXPLAINING_STEPS = 10_000;

/**
 * Returns the false clauses, or the whole text when separating them costs too much. It explains and decides nothing.
 */
function falseClauses(policy: PolicyRow, part: PolicyPart, names: Names): string {
  try {
    const step = createBudget(undefined, MAXIMUM_EXPLAINING_STEPS);
    return quoted(falseParts(parsePartOf(policy, part), names, step));
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return quoted([policy[part]]);
  }
}

function quoted(parts: readonly string[]): string {
  return parts.map((part) => ellipsized(part, 300)).join(' and ');
}
