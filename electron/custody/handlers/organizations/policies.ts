import { toTimestamp } from '../../../../shared/model/index.ts';
import type { ActivityParameters, Policy } from '../../../../shared/operations/index.ts';
import type { PolicyPart } from '../../../../shared/policy-language/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { activityOf } from '../../policies/decide.ts';
import { requireRule, requireSound } from '../../policies/sound.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActingContext, ActivityContext } from '../../request-context.ts';
import type { PolicyRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { identifiersOf } from './velocity-controls.ts';

/** An organization has at most this many (docs/protocol.md#limits). */
const MAXIMUM_POLICIES = 100;

type NewPolicy = ActivityParameters<'create_policy'>;

export const createPolicy: ActivityHandler<'create_policy'> = (policy, context) => () => ({
  policyId: addPolicy(policy, context),
});

export const createPolicies: ActivityHandler<'create_policies'> =
  ({ policies }, context) =>
  () => ({ policyIds: policies.map((policy, index) => addPolicy(policy, context, whereIn(index))) });

export const updatePolicy: ActivityHandler<'update_policy'> = (parameters, context) => {
  const { policyName, policyEffect, policyCondition, policyConsensus, policyNotes, time } = parameters;
  return () => {
    const policy = checkPolicyChange(parameters, context);
    if (policyName !== undefined && policyName !== policy.policyName) requireFreeName(policyName, context);
    context.store.policies.update({
      ...policy,
      policyName: policyName ?? policy.policyName,
      effect: policyEffect ?? policy.effect,
      condition: policyCondition ?? policy.condition,
      consensus: policyConsensus ?? policy.consensus,
      time: time ?? policy.time,
      notes: policyNotes ?? policy.notes,
      updatedAt: context.requestedAt,
    });
    return { policyId: policy.policyId };
  };
};

export const deletePolicy: ActivityHandler<'delete_policy'> =
  ({ policyId }, context) =>
  () => ({ policyId: removePolicy(policyId, context) });

export const deletePolicies: ActivityHandler<'delete_policies'> =
  ({ policyIds }, context) =>
  () => ({ policyIds: policyIds.map((policyId) => removePolicy(policyId, context)) });

export const getPolicy: QueryHandler<'get_policy'> = ({ policyId }, context) => ({
  policy: wirePolicy(findPolicy(policyId, context)),
});

export const listPolicies: QueryHandler<'list_policies'> = (_request, { store, caller }) => ({
  policies: store.policies.list(caller.organization.organizationId).map(wirePolicy),
});

export const getActivePolicies: QueryHandler<'get_active_policies'> = (_request, { store, caller, now }) => {
  const at = now();
  const { organizationId } = caller.organization;
  const statuses = store.policies.list(organizationId).map((policy) => ({
    organizationId,
    policyId: policy.policyId,
    ...(policy.time === '' ? {} : { timeExpr: policy.time }),
    ...activityOf(policy, at),
  }));
  return { statuses, evaluatedAtMs: String(at) };
};

export function wirePolicy({ organizationId: _, createdAt, updatedAt, time, ...policy }: PolicyRow): Policy {
  return {
    ...policy,
    ...(time === '' ? {} : { time }),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  };
}

/** Refuses expressions that cannot be read, before they can decide anything. */
function checkPolicy(
  policy: { readonly [Name in PolicyPart]?: string | undefined },
  context: ActingContext,
  where = '',
): void {
  for (const part of ['condition', 'consensus', 'time'] as const)
    checkExpression(part, policy[part] ?? '', { context, where });
}

/**
 * Throws REQUEST_INVALID for an expression that cannot be parsed or can never hold. An empty text means no expression.
 */
function checkExpression(
  part: PolicyPart,
  text: string,
  { context, where }: { readonly context: ActingContext; readonly where: string },
): void {
  if (text !== '') requireSound(`invalid policy ${part}`, part, text, identifiersOf(context), where);
}

/** Returns the policy to change. Throws what the change would throw of its expressions. */
export function checkPolicyChange(
  { policyId, policyEffect, policyCondition, policyConsensus, time }: ActivityParameters<'update_policy'>,
  context: ActingContext,
): PolicyRow {
  // Empty text removes the consensus. White space does not say so.
  if (policyConsensus !== undefined && policyConsensus !== '') requireRule(policyConsensus, policyEffect, '');
  checkPolicy({ condition: policyCondition, consensus: policyConsensus, time }, context);
  return findPolicy(policyId, context);
}

/** Throws what creating the policies would throw of their expressions. */
export function checkNewPolicies(policies: readonly NewPolicy[], context: ActingContext, where = whereIn): void {
  for (const [index, policy] of policies.entries()) checkNewPolicy(policy, context, where(index));
}

/** A consensus that is given must have a rule. A policy without one asks for no votes. */
function checkNewPolicy(policy: NewPolicy, context: ActingContext, where: string): void {
  if (policy.consensus !== undefined) requireRule(policy.consensus, policy.effect, where);
  checkPolicy(policy, context, where);
}

const whereIn = (index: number): string => `policies[${index}], `;

function addPolicy(policy: NewPolicy, context: ActivityContext, where = '') {
  const { policyName, effect, condition = '', consensus = '', time = '', notes = '' } = policy;
  const { store, caller, requestedAt } = context;
  const { organizationId } = caller.organization;
  checkNewPolicy(policy, context, where);
  requireFreeName(policyName, context);
  if (store.policies.list(organizationId).length >= MAXIMUM_POLICIES)
    throw overQuota(`organization over quota: it has at most ${MAXIMUM_POLICIES} policies`);
  const policyId = randomUuid();
  const times = { createdAt: requestedAt, updatedAt: requestedAt };
  store.policies.insert({ policyId, organizationId, policyName, effect, condition, consensus, time, notes, ...times });
  return policyId;
}

function removePolicy(id: string, context: ActingContext): string {
  const { policyId } = findPolicy(id, context);
  context.store.policies.remove(policyId);
  return policyId;
}

function findPolicy(policyId: string, { store, caller }: ActingContext): PolicyRow {
  return found(store.policies.find(caller.organization.organizationId, policyId), 'policy');
}

function requireFreeName(policyName: string, { store, caller }: ActingContext): void {
  if (store.policies.named(caller.organization.organizationId, policyName) !== undefined)
    throw requestInvalid('policy label must be unique');
}
