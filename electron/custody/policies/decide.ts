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
import { asksAbout, type Budget, createBudget, evaluatePolicy, falseParts, type Names } from './evaluate.ts';
import { type Approval, casesOf, conditionNames, consensusNames, type Subject, timeNames } from './names.ts';

/** What one policy came to, and why, in words for whoever looks into a refusal. */
export interface PolicyResult {
  readonly policy: PolicyRow;
  readonly outcome: Outcome;
  readonly why: string;
}

export type Part = PolicyPart;

/** What was parsed, by what it is and its text; each version of a policy is parsed once. The oldest is forgotten. */
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

/** Asks every policy of the organization. All of their work is bounded together. */
export function evaluatePolicies(
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
): readonly PolicyResult[] {
  const step = createBudget();
  const condition = conditionNames(subject, context);
  const consensus = consensusNames(approvals, context);
  const time = timeNames(context.now());
  return context.store.policies
    .list(context.caller.organization.organizationId)
    .map((policy) => ({ policy, ...resultOf(policy, { condition, consensus, time }, step) }));
}

/** Whether a policy is active, and why not when its time failed. */
export function activityOf({ time }: PolicyRow, now: number): { readonly active: boolean; readonly error?: string } {
  try {
    return { active: time === '' || evaluatePolicy(parsePart('time', time), timeNames(now), createBudget()) };
  } catch (error) {
    if (error instanceof PolicyFault) return { active: false, error: error.message };
    throw error;
  }
}

/**
 * Whether the profile of a session lets it do this, by itself or by a vote; a key without a profile may. What fails does not hold.
 * Choice (scope-reads): a scope limits activities and not reads, because all that it can look at is of activities.
 */
export function isInScope(subject: Subject, { credential }: Approval, context: ActingContext): boolean {
  if (credential.sessionProfileId === null) return true;
  const scope = context.store.sessionProfiles.find(credential.sessionProfileId)?.scope;
  try {
    if (scope === undefined) return false;
    const [parsed, budget] = [parsePart('condition', scope), createBudget()];
    return casesOf(subject).every((one) => evaluatePolicy(parsed, conditionNames(one, context), budget));
  } catch (error) {
    if (error instanceof PolicyFault) return false;
    throw error;
  }
}

/** Whether the policy's consensus asks about this user at all: then the user may propose, and may vote. */
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
 * Choice (policy-error): a policy that fails has the outcome of an error, as the public documents say. It allows nothing and
 * denies nothing, because a condition about a transaction fails for everything that is none.
 */
function resultOf(
  { condition, consensus, time, effect }: PolicyRow,
  names: Readonly<Record<Part, Names>>,
  step: Budget,
): Pick<PolicyResult, 'outcome' | 'why'> {
  const holds = (part: Part, text: string) => text === '' || evaluatePolicy(parsePart(part, text), names[part], step);
  try {
    if (!holds('time', time)) return { outcome: 'OUTCOME_TIME_INACTIVE', why: 'it is not active at this time' };
    // Both are looked at, whatever the first one comes to.
    const applies = holds('condition', condition);
    const agreed = holds('consensus', consensus);
    const failing = !applies
      ? `its condition is false: ${quoted(falseParts(parsePart('condition', condition), names.condition, step))}`
      : `its consensus is false: ${agreed ? '' : quoted(falseParts(parsePart('consensus', consensus), names.consensus, step))}`;
    if (applies && agreed) {
      const clause = condition === '' ? 'it has no condition' : `its condition holds: ${quoted([condition])}`;
      return { outcome: effect === 'EFFECT_DENY' ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ALLOW', why: clause };
    }
    if (applies && effect === 'EFFECT_ALLOW') return { outcome: 'OUTCOME_REQUIRES_CONSENSUS', why: failing };
    return { outcome: 'OUTCOME_DENY_IMPLICIT', why: failing };
  } catch (error) {
    if (error instanceof PolicyFault) return { outcome: 'OUTCOME_ERROR', why: `it failed: ${error.message}` };
    throw error;
  }
}

function quoted(parts: readonly string[]): string {
  return parts.map((part) => (part.length > 300 ? `${part.slice(0, 300)}…` : part)).join(' and ');
}
