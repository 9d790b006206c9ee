import type { MfaStatus } from '../../../shared/operations/index.ts';
import { PolicyFault } from '../../../shared/policy-language/index.ts';
import type { Credential } from '../authentication/claim.ts';
import type { ActingContext } from '../request-context.ts';
import type { MfaPolicyRow, UserRow } from '../store/index.ts';
import { createBudget, createTotal } from './budget.ts';
import type { Names, Verdict } from './evaluate.ts';
import { judgePolicy } from './judge.ts';
import type { Approval } from './names.ts';
import { parsePartOf } from './parsed.ts';
import { casesOf, type Subject } from './subject.ts';
import { judgeVersions, sharedNames } from './versions.ts';

type Step = MfaStatus['requiredMethods'][number];
type Method = Step['any'][number];

/**
 * Reports the proofs that an activity requires from a user, and those that the user's approvals supply. Returns
 * undefined when no proof is required. Only the user's first policy whose condition holds applies
 * (docs/protocol.md#second-methods).
 */
export function mfaStatusOf(
  user: UserRow,
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
): MfaStatus | undefined {
  const policy = context.store.mfaPolicies.ofUser(user.userId).find((one) => asksFor(one, subject, context));
  if (policy === undefined) return undefined;
  const shown = approvals.filter((one) => one.user.userId === user.userId).map(({ credential }) => credential);
  const requiredMethods: Step[] = JSON.parse(policy.steps);
  const satisfiedMethods = requiredMethods.map(({ any }) =>
    any.find((method) => shown.some((credential) => isProvenBy(method, credential))),
  );
  return {
    mfaPolicyId: policy.mfaPolicyId,
    userId: user.userId,
    satisfied: satisfiedMethods.every((method) => method !== undefined),
    satisfiedMethods: satisfiedMethods.filter((method) => method !== undefined),
    requiredMethods,
  };
}

/** Returns the approvals that count: those of users with all required proofs. */
export function countedApprovals(
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
): readonly Approval[] {
  return approvals.filter(({ user }) => isSatisfied(user, subject, approvals, context));
}

/** Returns true when a user has supplied every proof that the activity requires. */
export function isSatisfied(
  user: UserRow,
  subject: Subject,
  approvals: readonly Approval[],
  context: ActingContext,
): boolean {
  return mfaStatusOf(user, subject, approvals, context)?.satisfied ?? true;
}

/**
 * Choice (mfa-condition): a condition about something that the request lacks requires nothing. The documented
 * conditions about a login's profile are evaluated for every activity. One that is true for any payload, or fails,
 * requires a proof.
 */
function asksFor(policy: MfaPolicyRow, subject: Subject, context: ActingContext): boolean {
  try {
    const parsed = parsePartOf(policy, 'condition');
    const total = createTotal();
    return casesOf(subject).some((one) => {
      const step = createBudget(total);
      const judge = (names: Names) => judgePolicy(parsed, names, step);
      const isAgainst = (verdict: Verdict) => verdict === true || verdict === 'opaque';
      return isAgainst(judgeVersions(one, sharedNames(one, context), { forbids: true, judge, isAgainst }).verdict);
    });
  } catch (error) {
    if (error instanceof PolicyFault) return true;
    throw error;
  }
}

function isProvenBy(method: Method, { method: shown }: Credential): boolean {
  return method.type === shown.type && (method.id === undefined || method.id.toLowerCase() === shown.id);
}
