/** Turns the service's replies about an organization into the rows of the page. */
import {
  EFFECTS,
  LAST_MOMENT,
  type Member,
  type OrganizationContent,
  type OrganizationPolicy,
  type OrganizationTag,
  readTimestamp,
  type SecondFactor,
  type StoredSecret,
} from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';

type User = QueryResponse<'list_users'>['users'][number];
type Policy = QueryResponse<'list_policies'>['policies'][number];
type Tag = QueryResponse<'list_user_tags'>['userTags'][number];
type Key = User['apiKeys'][number];
type PrivateKey = QueryResponse<'list_private_keys'>['privateKeys'][number];
type Session = QueryResponse<'get_session_profiles'>['sessionProfiles'][number];
type Secret = QueryResponse<'list_secrets'>['secrets'][number];
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
        id: authenticatorId,
        name: authenticatorName,
        model,
        aaguid,
        credentialId,
        createdAt: readTimestamp(createdAt),
      }),
    ),
    providers: user.oauthProviders.map(({ providerId, providerName, issuer, audience, subject, createdAt }) => ({
      id: providerId,
      name: providerName,
      issuer,
      audience,
      subject,
      createdAt: readTimestamp(createdAt),
    })),
    createdAt: readTimestamp(user.createdAt),
  };
}

function readKey({ apiKeyId, apiKeyName, credential, createdAt, expirationSeconds }: Key): Member['keys'][number] {
  const made = readTimestamp(createdAt);
  return {
    id: apiKeyId,
    name: apiKeyName,
    publicKey: credential.publicKey,
    type: credential.type,
    sessionProfileId: textOrNull(credential.sessionProfileId),
    createdAt: made,
    ...endOf(made, lifetimeIn(expirationSeconds)),
  };
}

/** Returns the end of a key. None where the lifetime or its start cannot be read, which is not “no end”. */
function endOf(made: number | null, seconds: number | null | undefined): Pick<Member['keys'][number], 'expiresAt'> {
  if (seconds === null) return { expiresAt: null };
  return made === null || seconds === undefined ? {} : { expiresAt: Math.min(LAST_MOMENT, made + seconds * 1000) };
}

export const readUserTag = ({ tagId, tagName, createdAt }: Tag): OrganizationTag => ({
  id: tagId,
  name: tagName,
  kind: 'user',
  privateKeys: [],
  createdAt: readTimestamp(createdAt),
});

export const keyNamed = ({ privateKeyId, privateKeyName }: PrivateKey) => ({ id: privateKeyId, name: privateKeyName });

/** Returns a tag with its private keys. `keys` is null where the service lists none. */
export const readKeyTag = (
  { tagId, tagName, createdAt }: Tag,
  keys: readonly PrivateKey[] | null,
): OrganizationTag => ({
  id: tagId,
  name: tagName,
  kind: 'private key',
  privateKeys: keys?.filter(({ privateKeyTags }) => privateKeyTags.includes(tagId)).map(keyNamed) ?? null,
  createdAt: readTimestamp(createdAt),
});

/** Returns a policy. An effect that this program does not know counts as Deny. */
export const readPolicy = (policy: Policy): OrganizationPolicy => ({
  id: policy.policyId,
  name: policy.policyName,
  notes: policy.notes,
  ...effectIn(policy),
  consensus: policy.consensus,
  condition: policy.condition,
  time: policy.time ?? '',
  createdAt: readTimestamp(policy.createdAt),
});

function effectIn({ effect: stated }: Policy): Pick<OrganizationPolicy, 'effect' | 'unknownEffect'> {
  const effect = EFFECTS.find((known) => known === stated);
  return effect === undefined ? { effect: 'EFFECT_DENY', unknownEffect: stated } : { effect };
}

export function readConfiguration({
  configs: { quorum, features = [] },
}: QueryResponse<'get_organization_configs'>): Pick<OrganizationContent, 'quorum' | 'features'> {
  return {
    quorum: quorum === undefined ? null : { threshold: quorum.threshold, userIds: [...quorum.userIds] },
    features: features.flatMap(({ name, value = '' }) => (name === undefined ? [] : [{ name, value }])),
  };
}

export const readSession = (profile: Session): OrganizationContent['sessionProfiles'][number] => ({
  id: profile.sessionProfileId,
  name: profile.sessionProfileName,
  scope: profile.scope,
  ...lifetimeOf(lifetimeIn(profile.expirationSeconds)),
  notes: profile.notes ?? '',
  createdAt: readTimestamp(profile.createdAt),
});

/** Returns a secret. A time that cannot be read is null. */
export const readSecret = ({ secretId, name, staticProperties, createdAtUnixMs }: Secret): StoredSecret => ({
  id: secretId,
  name: textOrNull(name),
  properties: staticProperties.map(({ key, value }) => ({ key, value })),
  createdAt: /^[0-9]{1,15}$/.test(createdAtUnixMs) ? Number(createdAtUnixMs) : null,
});

export const readFactor = (userId: string, factor: Factor): SecondFactor => ({
  id: factor.mfaPolicyId,
  userId,
  name: factor.mfaPolicyName,
  condition: factor.condition,
  steps: factor.requiredAuthenticationMethods.map(({ any }) => any.map(({ type, id }) => ({ type, id: id ?? null }))),
  order: factor.order,
  notes: factor.notes ?? '',
  createdAt: readTimestamp(factor.createdAt),
});

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Returns a lifetime in seconds, of any length. Null for none, undefined for a text that is no number. */
function lifetimeIn(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^\d+$/.test(text) ? Math.min(Number.MAX_SAFE_INTEGER, Number(text)) : undefined;
}

const lifetimeOf = (seconds: number | null | undefined) => (seconds === undefined ? {} : { seconds });
