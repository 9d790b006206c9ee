/** Turns the service's replies about an organization into the rows of the page. */
import {
  EFFECTS,
  type LimitUse,
  type Member,
  type OrganizationContent,
  type OrganizationPolicy,
  type OrganizationTag,
  type OverTimeLimit,
  readTimestamp,
  type SecondFactor,
} from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { assetsText, unitOf } from '../../crypto/index.ts';

type User = QueryResponse<'list_users'>['users'][number];
type Policy = QueryResponse<'list_policies'>['policies'][number];
type Tag = QueryResponse<'list_user_tags'>['userTags'][number];
type Key = User['apiKeys'][number];
type Session = QueryResponse<'get_session_profiles'>['sessionProfiles'][number];
type Control = QueryResponse<'list_velocity_controls'>['velocityControls'][number];
type Use = QueryResponse<'list_velocity_usage'>['velocityUsage'][number];
type Factor = QueryResponse<'get_mfa_policies'>['mfaPolicies'][number];

/** Returns a user with the ends of its keys. */
export function readMember(user: User): Member {
  return {
    id: user.userId,
    name: user.userName,
    email: textOrNull(user.userEmail),
    phone: textOrNull(user.userPhoneNumber),
    tagIds: [...user.userTags],
    keys: user.apiKeys.map(readKey),
    passkeys: user.authenticators.map(
      ({ authenticatorId, authenticatorName, model, aaguid, credentialId, createdAt }) => ({
        ...{ id: authenticatorId, name: authenticatorName, model, aaguid, credentialId },
        createdAt: readTimestamp(createdAt),
      }),
    ),
    providers: user.oauthProviders.map(({ providerId, providerName, issuer, audience, subject, createdAt }) => ({
      ...{ id: providerId, name: providerName, issuer, audience, subject },
      createdAt: readTimestamp(createdAt),
    })),
    createdAt: readTimestamp(user.createdAt),
  };
}

function readKey({ apiKeyId, apiKeyName, credential, createdAt, expirationSeconds }: Key): Member['keys'][number] {
  const made = readTimestamp(createdAt);
  const seconds = secondsIn(expirationSeconds);
  return {
    ...{ id: apiKeyId, name: apiKeyName, publicKey: credential.publicKey, type: credential.type },
    sessionProfileId: textOrNull(credential.sessionProfileId),
    createdAt: made,
    expiresAt: made === null || seconds === null ? null : made + seconds * 1000,
  };
}

export const readTag = ({ tagId, tagName, createdAt }: Tag, kind: OrganizationTag['kind']): OrganizationTag => ({
  ...{ id: tagId, name: tagName, kind },
  createdAt: readTimestamp(createdAt),
});

/** Returns a policy. An effect that this program does not know counts as Deny. */
export const readPolicy = (policy: Policy): OrganizationPolicy => ({
  ...{ id: policy.policyId, name: policy.policyName, notes: policy.notes },
  effect: EFFECTS.find((known) => known === policy.effect) ?? 'EFFECT_DENY',
  ...{ consensus: policy.consensus, condition: policy.condition, time: policy.time ?? '' },
  createdAt: readTimestamp(policy.createdAt),
});

/** Returns a limit with its used amounts. `used` is null for a service that does not report them. */
export function readLimit(control: Control, used: readonly Use[] | null): OverTimeLimit {
  const { chainAssetTransfer, activityExecution } = control.dataSource;
  const { method, operator, threshold, window, groupBy } = control.aggregation;
  const definition = chainAssetTransfer?.definition.map(({ caip19, decimals }) => ({ caip19, decimals })) ?? [];
  const unit = unitOf(definition);
  const isSum = method === 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
  return {
    ...{ id: control.velocityControlId, name: control.name, identifier: control.identifier },
    ...{ method, operator, threshold, definition, assets: assetsText(definition) },
    unit: chainAssetTransfer === undefined ? 'activities' : isSum ? unit : `transfers of ${unit}`,
    types: ((chainAssetTransfer ?? activityExecution)?.filter?.activity ?? []).map(({ activityType }) => activityType),
    seconds: window.rolling?.duration ?? null,
    scope: groupBy.user !== undefined ? 'user' : groupBy.wallet !== undefined ? 'wallet' : 'organization',
    createdAt: readTimestamp(control.createdAt),
    uses: used?.filter(({ velocityControlId }) => velocityControlId === control.velocityControlId).map(readUse) ?? null,
  };
}

const readUse = ({ scope, scopeId, countedFor, used, remaining, leavesNext, ...times }: Use): LimitUse => ({
  ...{ scope, scopeId: scopeId ?? null, scopeName: countedFor, used },
  ...{ remaining: remaining ?? null, nextAmount: leavesNext ?? null },
  since: readTimestamp(times.since),
  nextAt: times.leavesAt === undefined ? null : readTimestamp(times.leavesAt),
  emptyAt: times.emptyAt === undefined ? null : readTimestamp(times.emptyAt),
});

export function readConfiguration({
  configs: { quorum, features = [] },
}: QueryResponse<'get_organization_configs'>): Pick<OrganizationContent, 'quorum' | 'features'> {
  return {
    quorum: quorum === undefined ? null : { threshold: quorum.threshold, userIds: [...quorum.userIds] },
    features: features.flatMap(({ name, value = '' }) => (name === undefined ? [] : [{ name, value }])),
  };
}

export const readSession = (profile: Session): OrganizationContent['sessionProfiles'][number] => ({
  ...{ id: profile.sessionProfileId, name: profile.sessionProfileName, scope: profile.scope },
  ...{ seconds: secondsIn(profile.expirationSeconds), notes: profile.notes ?? '' },
  createdAt: readTimestamp(profile.createdAt),
});

export const readFactor = (userId: string, factor: Factor): SecondFactor => ({
  ...{ id: factor.mfaPolicyId, userId, name: factor.mfaPolicyName, condition: factor.condition },
  steps: factor.requiredAuthenticationMethods.map(({ any }) => any.map(({ type, id }) => ({ type, id: id ?? null }))),
  ...{ order: factor.order, notes: factor.notes ?? '' },
  createdAt: readTimestamp(factor.createdAt),
});

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

function secondsIn(text: string | undefined): number | null {
  const seconds = Number(text ?? '');
  return text === undefined || text === '' || !Number.isSafeInteger(seconds) ? null : seconds;
}
