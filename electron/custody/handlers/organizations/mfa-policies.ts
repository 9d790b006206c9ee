import type { AuthenticationType } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { pendingOf } from '../../activities/pending.ts';
import { standingApprovals } from '../../activities/standing-approvals.ts';
import { mfaStatusOf } from '../../policies/mfa.ts';
import { requireSound } from '../../policies/sound.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { MfaPolicyRow, UserRow } from '../../store/index.ts';
import { wireMfaPolicy } from '../../wire/wire-user.ts';
import { findActivity } from '../activities.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from '../users/find-user.ts';
import { identifiersOf } from './velocity-controls.ts';

/** Choice (mfa-policies-per-user): a user has at most this many. */
const MAXIMUM_POLICIES = 20;

type Steps = ActivityParameters<'create_mfa_policy'>['requiredAuthenticationMethods'];

export const createMfaPolicy: ActivityHandler<'create_mfa_policy'> = (
  { userId, requiredAuthenticationMethods, notes = null, ...policy },
  context,
) => {
  return () => {
    checkMfaCondition(policy, context);
    const { store, requestedAt } = context;
    const user = findUser(userId, context);
    if (store.mfaPolicies.ofUser(user.userId).length >= MAXIMUM_POLICIES)
      throw overQuota(`user has exceeded maximum mfa policies: there are at most ${MAXIMUM_POLICIES}`);
    requireReachable(user, policy.mfaPolicyName, requiredAuthenticationMethods, context);
    const mfaPolicyId = randomUuid();
    store.mfaPolicies.insert({
      ...policy,
      mfaPolicyId,
      organizationId: user.organizationId,
      userId: user.userId,
      steps: JSON.stringify(requiredAuthenticationMethods),
      notes,
      createdAt: requestedAt,
      updatedAt: requestedAt,
    });
    return { mfaPolicyId };
  };
};

export const updateMfaPolicy: ActivityHandler<'update_mfa_policy'> = (parameters, context) => {
  const { mfaPolicyName, condition, requiredAuthenticationMethods, order, notes } = parameters;
  return () => {
    checkMfaCondition(parameters, context);
    const { user, policy } = findPolicy(parameters, context);
    const name = mfaPolicyName ?? policy.mfaPolicyName;
    if (requiredAuthenticationMethods !== undefined)
      requireReachable(user, name, requiredAuthenticationMethods, context);
    context.store.mfaPolicies.update({
      ...policy,
      mfaPolicyName: name,
      condition: condition ?? policy.condition,
      steps: requiredAuthenticationMethods === undefined ? policy.steps : JSON.stringify(requiredAuthenticationMethods),
      order: order ?? policy.order,
      notes: notes ?? policy.notes,
      updatedAt: context.requestedAt,
    });
    return { mfaPolicyId: policy.mfaPolicyId };
  };
};

/** Throws REQUEST_INVALID for a condition that cannot be parsed or can never hold. */
export function checkMfaCondition({ condition }: { readonly condition?: string }, context: ActingContext): void {
  if (condition !== undefined) requireSound('invalid policy condition', 'condition', condition, identifiersOf(context));
}

export const deleteMfaPolicy: ActivityHandler<'delete_mfa_policy'> = (parameters, context) => () => {
  const { mfaPolicyId } = findPolicy(parameters, context).policy;
  context.store.mfaPolicies.remove(mfaPolicyId);
  return { mfaPolicyId };
};

export const getMfaPolicy: QueryHandler<'get_mfa_policy'> = (request, context) => ({
  mfaPolicy: wireMfaPolicy(findPolicy(request, context).policy),
});

export const getMfaPolicies: QueryHandler<'get_mfa_policies'> = ({ userId }, context) => ({
  mfaPolicies: context.store.mfaPolicies.ofUser(findUser(userId, context).userId).map(wireMfaPolicy),
});

/** Returns the proofs that a waiting activity requires. An activity that has ended requires none. */
export const getMfaStatus: QueryHandler<'get_mfa_status'> = async ({ activityId, userId }, context) => {
  await context.store.archives.checked();
  const activity = findActivity(activityId, context);
  const pending = pendingOf(activity, context);
  if (pending === undefined) return { mfaStatuses: [] };
  const approvals = standingApprovals(activity, context);
  const users =
    userId === undefined
      ? new Map(approvals.map(({ user }) => [user.userId, user]))
      : new Map([[userId, findUser(userId, context)]]);
  const statuses = [...users.values()].map((user) => mfaStatusOf(user, pending.subject, approvals, pending.context));
  return { mfaStatuses: statuses.filter((status) => status !== undefined) };
};

function findPolicy(
  { userId, mfaPolicyId }: { readonly userId: string; readonly mfaPolicyId: string },
  context: ActingContext,
): { readonly user: UserRow; readonly policy: MfaPolicyRow } {
  const user = findUser(userId, context);
  const policies = context.store.mfaPolicies.ofUser(user.userId);
  const policy = policies.find((one) => one.mfaPolicyId === mfaPolicyId.toLowerCase());
  return { user, policy: found(policy, 'mfa policy') };
}

const NAMES: Readonly<Record<AuthenticationType, string>> = {
  AUTHENTICATION_TYPE_EMAIL_OTP: 'Email OTP',
  AUTHENTICATION_TYPE_SMS_OTP: 'SMS OTP',
  AUTHENTICATION_TYPE_PASSKEY: 'Passkey',
  AUTHENTICATION_TYPE_API_KEY: 'API key',
  AUTHENTICATION_TYPE_OAUTH: 'OAuth',
  AUTHENTICATION_TYPE_SESSION: 'Session',
};

/** Refuses steps that the user could not take today, in the public service's words: nobody is to be locked out by a policy. */
function requireReachable(user: UserRow, name: string, steps: Steps, { store }: ActingContext): void {
  const { userId, userEmail, userPhoneNumber } = user;
  const keys = store.organizations.apiKeysOf(userId).filter(({ expirationSeconds }) => expirationSeconds === null);
  const ids: Readonly<Record<AuthenticationType, readonly string[] | 'any'>> = {
    AUTHENTICATION_TYPE_EMAIL_OTP: userEmail === null ? [] : 'any',
    AUTHENTICATION_TYPE_SMS_OTP: userPhoneNumber === null ? [] : 'any',
    AUTHENTICATION_TYPE_PASSKEY: store.authenticators.ofUser(userId).map(({ authenticatorId }) => authenticatorId),
    AUTHENTICATION_TYPE_API_KEY: keys.map(({ apiKeyId }) => apiKeyId),
    AUTHENTICATION_TYPE_OAUTH: store.oauthProviders.ofUser(userId).map(({ providerId }) => providerId),
    AUTHENTICATION_TYPE_SESSION: 'any',
  };
  for (const { any } of steps) {
    const isReachable = any.some(({ type, id }) => {
      const known = ids[type];
      return known === 'any' || (id === undefined ? known.length > 0 : known.includes(id.toLowerCase()));
    });
    if (isReachable) continue;
    const wanted = JSON.stringify(any.map(({ type }) => NAMES[type]));
    throw requestInvalid(
      `user (${userId}) cannot satisfy mfa policy requirement: mfa policy '${name}' requires one of ${wanted} but user does not, or will not, have a matching credential`,
    );
  }
}
