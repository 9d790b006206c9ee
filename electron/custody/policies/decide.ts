import type { Outcome } from '../../../shared/model/index.ts';
import {
  keywordsOf,
  type Parsed,
  PolicyFault,
  type PolicyPart,
  parsePolicy,
} from '../../../shared/policy-language/index.ts';
import type { ActingContext } from '../handlers/types.ts';
import type { PolicyRow } from '../store/index.ts';
import { type Budget, createBudget, createTotal } from './budget.ts';
import { makesCredential } from './credentials.ts';
import { asksAbout, evaluatePolicy, falseParts, type Names, type Verdict } from './evaluate.ts';
import { judgePolicy } from './judge.ts';
import { type Approval, consensusNames, timeNames } from './names.ts';
import { casesOf, type Subject } from './subject.ts';
import { judgeVersions } from './versions.ts';

/** The outcome of one policy, with the reason in words for a person who examines a refusal. */
export interface PolicyResult {
  readonly policy: PolicyRow;
  readonly outcome: Outcome;
  /** True when it refuses the request, whatever other policies allow. */
  readonly refuses: boolean;
  readonly why: string;
}

export type Part = PolicyPart;

/** Parsed policies by kind and text, so each version of a policy is parsed once. The oldest entry is evicted. */
const parsed = new Map<string, Parsed>();
const MAXIMUM_PARSED = 1000;

/** Reads one part of a policy. Throws a `PolicyFault`. */
export function parsePart(part: Part, text: string): Parsed {
  const key = `${part} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const made = parsePolicy(text, keywordsOf(part));
  if (parsed.size >= MAXIMUM_PARSED) for (const oldest of [...parsed.keys()].slice(0, 1)) parsed.delete(oldest);
  parsed.set(key, made);
  return made;
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
  return context.store.policies
    .list(context.caller.organization.organizationId)
    .map((policy) => ({ policy, ...resultOf(policy, subject, { consensus, time }, context, total) }));
}

/** Reports whether a policy is active, with the error when its `time` cannot be evaluated. */
export function activityOf({ time }: PolicyRow, now: number): { readonly active: boolean; readonly error?: string } {
  try {
    return { active: time === '' || evaluatePolicy(parsePart('time', time), timeNames(now), createBudget()) };
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
  const scope = context.store.sessionProfiles.find(credential.sessionProfileId)?.scope;
  try {
    if (scope === undefined) return false;
    const [parsed, total] = [parsePart('condition', scope), createTotal()];
    return casesOf(subject).every((one) => {
      const step = createBudget(total);
      const judge = (names: Names) => evaluatePolicy(parsed, names, step);
      return judgeVersions(one, context, { forbids: false, judge, isAgainst: (holds) => !holds }).verdict;
    });
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

/** Returns true when the policy's consensus depends on this user. The user may then propose and vote. */
export function asksForVote({ consensus }: PolicyRow, approval: Approval, context: ActingContext): boolean {
  if (consensus === '') return true;
  try {
    return asksAbout(parsePart('consensus', consensus), consensusNames([approval], context), createBudget());
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
  { condition, consensus, time, effect }: PolicyRow,
  subject: Subject,
  names: Readonly<Record<Exclude<Part, 'condition'>, Names>>,
  context: ActingContext,
  total: Budget,
): Omit<PolicyResult, 'policy'> {
  const isDenying = effect === 'EFFECT_DENY';
  const step = createBudget(total);
  const holds = (part: Part, text: string, names: Names): Verdict => {
    if (text === '') return true;
    const parsed = parsePart(part, text);
    return isDenying ? judgePolicy(parsed, names, step) : evaluatePolicy(parsed, names, step);
  };
  const explain = (part: Part, text: string, names: Names) =>
    `its ${part} is false: ${falseClauses(part, text, names, total)}`;
  const isAgainst = (verdict: Verdict) => (verdict === true || verdict === 'opaque') === isDenying;
  try {
    if (holds('time', time, names.time) !== true)
      return { outcome: 'OUTCOME_TIME_INACTIVE', refuses: false, why: 'it is not active at this time' };
    // Both are evaluated, whatever the result of the first.
    const judge = (names: Names) => holds('condition', condition, names);
    const rule = { forbids: isDenying, judge, isAgainst };
    const { verdict: applies, names: judged } = judgeVersions(subject, context, rule);
    const agreed = holds('consensus', consensus, names.consensus);
    if (applies === 'opaque' && agreed !== false)
      throw new PolicyFault(
        'its condition is about a digest, a value that the content only claims, or an amount that nobody can tell',
      );
    if (applies === true && agreed === true) {
      const why = condition === '' ? 'it has no condition' : `its condition holds: ${quoted([condition])}`;
      return { outcome: isDenying ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ALLOW', refuses: isDenying, why };
    }
    if (applies === 'inapplicable')
      return { outcome: 'OUTCOME_DENY_IMPLICIT', refuses: false, why: 'it is about something that the request lacks' };
    if (applies !== true)
      return { outcome: 'OUTCOME_DENY_IMPLICIT', refuses: false, why: explain('condition', condition, judged) };
    const outcome = isDenying ? 'OUTCOME_DENY_IMPLICIT' : 'OUTCOME_REQUIRES_CONSENSUS';
    return { outcome, refuses: false, why: explain('consensus', consensus, names.consensus) };
  } catch (error) {
    if (!(error instanceof PolicyFault)) throw error;
    return {
      outcome: 'OUTCOME_ERROR',
      refuses: isDenying || error.kind === 'spent',
      why: `it failed: ${error.message}`,
    };
  }
}

/** The steps that may be spent on naming the clauses that are false. */
const MAXIMUM_EXPLAINING_STEPS = 10_000;

/**
 * Returns the false clauses, or the whole text when separating them costs too much. It explains and decides nothing.
 */
function falseClauses(part: Part, text: string, names: Names, total: Budget): string {
  try {
    return quoted(falseParts(parsePart(part, text), names, createBudget(total, MAXIMUM_EXPLAINING_STEPS)));
  } catch (error) {
    if (!(error instanceof PolicyFault) || error.kind === 'spent') throw error;
    return quoted([text]);
  }
}

function quoted(parts: readonly string[]): string {
  return parts.map((part) => (part.length > 300 ? `${part.slice(0, 300)}…` : part)).join(' and ');
}
