import { AppError } from '../../../shared/errors/index.ts';
import type { Outcome } from '../../../shared/model/index.ts';
import { type Budget, createTotal } from '../policies/budget.ts';
import { asksForVote, evaluatePolicies, isInScope, type PolicyResult } from '../policies/decide.ts';
import { type Approval, usersOf } from '../policies/names.ts';
import { casesOf, type Subject } from '../policies/subject.ts';
import { exceededLimits, withRoom } from '../policies/velocity/limits.ts';
import { found, PublicError, publicError } from '../public-error.ts';
import type { ActingContext } from '../request-context.ts';

/** The outcome of each policy, as sent to the client. */
export interface PolicyEvaluation {
  readonly policyId: string;
  readonly outcome: Outcome;
}

/** The decision on an activity. `evaluations` is null where no policy was evaluated. */
export type Decision =
  | { readonly outcome: 'allow' | 'consensus'; readonly evaluations: readonly PolicyEvaluation[] | null }
  | {
      readonly outcome: 'deny';
      readonly evaluations: readonly PolicyEvaluation[] | null;
      readonly refusal: PublicError;
    };

/**
 * Decides in the order of the public documents (docs/protocol.md#policies):
 * - The scope of the asking session limits everything.
 * - The root quorum overrides all policies.
 * - A policy that denies wins over all that allow.
 * - A policy that allows.
 * - Users may change their own credentials.
 * - Everything else is denied.
 *
 * The outcome is `consensus` while votes can still allow the activity. Those are the votes of other root users, once
 * one approved. They are also the votes of users whom an applicable policy asks about, once one of them approved.
 */
export function authorize(subject: Subject, approvals: readonly Approval[], context: ActingContext): Decision {
  const [newest] = approvals.slice(-1);
  if (newest !== undefined && !isInScope(subject, newest, context))
    return { outcome: 'deny', evaluations: null, refusal: denied('the scope of this session does not cover it', []) };
  const total = createTotal();
  const decisions = casesOf(subject).map((one) => decide(one, approvals, context, total));
  const worst = (['deny', 'consensus', 'allow'] as const)
    .map((outcome) => decisions.find((one) => one.outcome === outcome))
    .find((decision) => decision !== undefined);
  if (worst === undefined) throw new Error('there is nothing to decide');
  return worst;
}

/** Returns the context of a decision: that of the user's own organization. */
export function deciding(context: ActingContext): ActingContext {
  const { organization, user } = context.caller;
  if (user.organizationId === organization.organizationId) return context;
  const own = found(context.store.organizations.find(user.organizationId), 'organization');
  return { ...context, caller: { user, organization: own } };
}

function decide(subject: Subject, approvals: readonly Approval[], context: ActingContext, total: Budget): Decision {
  const { rootQuorumThreshold } = context.caller.organization;
  const rootVotes = usersOf(approvals).filter(({ inRootQuorum }) => inRootQuorum === 1).length;
  if (rootVotes >= rootQuorumThreshold) return { outcome: 'allow', evaluations: null };
  const { governed } = subject.operation;
  if (governed.by !== 'policies') {
    if (rootVotes > 0) return { outcome: 'consensus', evaluations: null };
    return { outcome: 'deny', evaluations: null, refusal: denied('only the root quorum can approve it', []) };
  }

  const results = evaluatePolicies(subject, approvals, context, total);
  const withOutcome = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted);
  const denying = results.filter(({ refuses }) => refuses);
  const asking = withOutcome('OUTCOME_REQUIRES_CONSENSUS');
  if (denying.length === 0) {
    const allowing = withOutcome('OUTCOME_ALLOW');
    if (allowing.length > 0) return { outcome: 'allow', evaluations: outcomesOf(allowing) };
    if (asking.length === 0 && isOwnCredential(subject, approvals)) return { outcome: 'allow', evaluations: [] };
    if (asking.some(({ policy }) => approvals.some((approval) => asksForVote(policy, approval, context))))
      return { outcome: 'consensus', evaluations: outcomesOf(asking) };
  }
  if (rootVotes > 0) return { outcome: 'consensus', evaluations: outcomesOf([...denying, ...asking]) };
  const limits = limitsAgainst(denying, { subject, approvals, context });
  const refusal =
    denying.length === 0
      ? denied('No policies evaluated to outcome: Allow', results, limits)
      : explicitDenial(subject, { denying, limits }, context);
  return { outcome: 'deny', evaluations: outcomesOf(denying), refusal };
}

/**
 * Returns sentences about the limits that refuse a request. The policies decide again as if every limit had room. A
 * limit decides alone when the request would then be allowed or wait for votes.
 */
function limitsAgainst(
  denying: readonly PolicyResult[],
  {
    subject,
    approvals,
    context,
  }: { readonly subject: Subject; readonly approvals: readonly Approval[]; readonly context: ActingContext },
): string[] {
  if (context.store.velocityControls.list(context.caller.organization.organizationId).length === 0) return [];
  const roomy = withRoom(subject, context);
  const results = evaluatePolicies(roomy.subject, approvals, roomy.context);
  const going = results.filter(
    ({ outcome }) => outcome === 'OUTCOME_ALLOW' || outcome === 'OUTCOME_REQUIRES_CONSENSUS',
  );
  const isDecisive = going.length > 0 && !results.some(({ refuses }) => refuses);
  const deciding = denying.length > 0 ? denying : isDecisive ? going : [];
  return exceededLimits(
    deciding.map(({ policy }) => policy),
    subject,
    { context, isDecisive },
  );
}

/** Choice (deciding-outcomes): a vote keeps the outcomes that decided, and not those of policies that had no say. */
const outcomesOf = (deciding: readonly PolicyResult[]): PolicyEvaluation[] =>
  deciding.map(({ policy, outcome }) => ({ policyId: policy.policyId, outcome }));

/** The most policies that a refusal names. */
const MAXIMUM_NAMED = 100;

/**
 * Returns true when this user's vote can matter for a waiting activity: the user is a root user, or a policy depends on
 * the user.
 */
export function mayVote(
  subject: Subject,
  approvals: readonly Approval[],
  voter: Approval,
  context: ActingContext,
): boolean {
  if (voter.user.organizationId !== context.caller.organization.organizationId) return false;
  if (!isInScope(subject, voter, context)) return false;
  if (voter.user.inRootQuorum === 1) return true;
  if (subject.operation.governed.by !== 'policies') return false;
  const total = createTotal();
  return casesOf(subject)
    .flatMap((one) => evaluatePolicies(one, approvals, context, total))
    .some(({ policy, outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS' && asksForVote(policy, voter, context));
}

/** Choice (own-credentials): users may change their own credentials unless a policy denies it or asks for votes. */
function isOwnCredential({ operation, parameters }: Subject, [proposer]: readonly Approval[]): boolean {
  const { governed } = operation;
  if (governed.by !== 'policies') return false;
  if (governed.logsInCaller === true) return true;
  if (governed.resource !== 'CREDENTIAL') return false;
  return String(parameters.userId).toLowerCase() === proposer?.user.userId.toLowerCase();
}

const PERMISSION_NEEDED =
  "You don't have sufficient permissions to take this action. Please add a policy granting this user permissions.";

/** The public refusal, and behind it which policies and which of their clauses decided. */
function denied(message: string, results: readonly PolicyResult[], limits: readonly string[] = []): PublicError {
  const because = [message, ...reasonsOf(results)].join('; ');
  const policyEvaluations = results.slice(0, MAXIMUM_NAMED).map(({ policy, explain }): PolicyEvaluation => {
    return { policyId: policy.policyId, outcome: explain().outcome };
  });
  const detail = { '@type': 'type.googleapis.com/errors.v1.PolicyEnginePermissionError', message, policyEvaluations };
  // Clients cut long messages, so the limits stand before the reasons of all policies.
  const words = [PERMISSION_NEEDED, ...limits, because].join(' ');
  const { status, body } = publicError('REQUEST_NOT_AUTHORIZED', words);
  return new PublicError(status, { ...body, details: [detail] });
}

const DENIED = 'policy engine denied request explicitly';

/**
 * Returns the public answer to an explicit denial, which names no policy but the limits that are exceeded. Reports the
 * reason to the operator's log.
 */
function explicitDenial(
  { operation }: Subject,
  { denying, limits }: { readonly denying: readonly PolicyResult[]; readonly limits: readonly string[] },
  { report }: ActingContext,
): PublicError {
  report(`denied ${operation.name} by policies`, new AppError('SERVICE_REFUSED', reasonsOf(denying).join('; ')));
  const { status, body } = publicError(
    'REQUEST_NOT_AUTHORIZED',
    limits.length === 0 ? DENIED : [`${DENIED}.`, ...limits].join(' '),
  );
  return new PublicError(status, { ...body, details: [] });
}

function reasonsOf(results: readonly PolicyResult[]): string[] {
  const reasons = results
    .slice(0, MAXIMUM_NAMED)
    .map(({ policy, explain }) => `policy ${JSON.stringify(policy.policyName)} (${policy.policyId}), ${explain().why}`);
  const others = results.length - reasons.length;
  return others > 0 ? [...reasons, `and ${others} more policies`] : reasons;
}
