import type { EndpointContent, ListedThings, OrganizationContent } from '../../shared/model/index.ts';
import { choicesByName, type Named } from '../form/choices.ts';
import type { Choice } from '../ui/field.tsx';
import { shortMoment } from '../words/time.ts';
import { eventLabel } from '../words/webhooks.ts';

type Choices = readonly Choice<string>[];

/** The kind of thing that an id names, and the title of its picker. The declared titles name ids. */
type Picker<Kind> = readonly [kind: Kind, title: string];

/** The pickers of a few things, by the name of the member or by the kind that it declares. */
export const NAMED: Readonly<Record<string, Picker<keyof ReturnType<typeof choicesOf> | 'endpoints' | 'deliveries'>>> =
  {
    userId: ['users', 'User'],
    userIds: ['users', 'Users'],
    senderUserId: ['users', 'Sender'],
    addUserIds: ['users', 'Add users'],
    removeUserIds: ['users', 'Remove users'],
    userTags: ['userTags', 'Tags'],
    userTagIds: ['userTags', 'Tags'],
    userTagId: ['userTags', 'Tag'],
    receiverUserTags: ['userTags', 'Tags'],
    privateKeyTags: ['privateKeyTags', 'Tags'],
    privateKeyTagId: ['privateKeyTags', 'Tag'],
    privateKeyTagIds: ['privateKeyTags', 'Tags'],
    privateKeyId: ['privateKeys', 'Private key'],
    privateKeyIds: ['privateKeys', 'Private keys'],
    addPrivateKeyIds: ['privateKeys', 'Add private keys'],
    removePrivateKeyIds: ['privateKeys', 'Remove private keys'],
    policyId: ['policies', 'Policy'],
    policyIds: ['policies', 'Policies'],
    secretId: ['secrets', 'Secret'],
    secretIds: ['secrets', 'Secrets'],
    appId: ['apps', 'Application'],
    tvcAppId: ['apps', 'Application'],
    deploymentId: ['deployments', 'Deployment'],
    apiKeyId: ['apiKeys', 'API key'],
    apiKeyIds: ['apiKeys', 'API keys'],
    authenticatorId: ['authenticators', 'Authenticator'],
    authenticatorIds: ['authenticators', 'Authenticators'],
    providerIds: ['providers', 'OAuth providers'],
    mfaPolicyId: ['factors', 'MFA policy'],
    sessionProfileId: ['sessionProfiles', 'Session profile'],
    velocityControlId: ['limits', 'Velocity control'],
    organizationId: ['organizations', 'Organization'],
    endpointId: ['endpoints', 'Webhook endpoint'],
    deliveryId: ['deliveries', 'Webhook delivery'],
    apiKeyPublicKey: ['apiKeysByPublicKey', 'API key'],
    authenticationMethod: ['methods', 'Method'],
  };

/** The pickers of things that may be many, by the name of the member. */
export const SEARCHED: Readonly<Record<string, Picker<'wallets' | 'accounts' | 'signers' | 'activities'>>> = {
  walletId: ['wallets', 'Wallet'],
  walletIds: ['wallets', 'Wallets'],
  walletAccountIds: ['accounts', 'Accounts'],
  signWith: ['signers', 'Sign with'],
  signWiths: ['signers', 'Sign with'],
  activityId: ['activities', 'Activity'],
};

/** The pickers of things that the service lists when a form asks, by the name of the member. */
export const LISTED: Readonly<Record<string, readonly [of: ListedThings, title: string]>> = {
  smartContractInterfaceId: ['contractInterfaces', 'Smart contract interface'],
  oauth2CredentialId: ['loginCredentials', 'OAuth 2.0 credential'],
  fiatOnrampCredentialId: ['paymentCredentials', 'Fiat on-ramp credential'],
};

/**
 * The choices of things that an organization has. Null for private keys that the service does not list, and for
 * organizations below one that has none.
 */
export function choicesOf(content: OrganizationContent) {
  const { users, tags, privateKeys, policies, secrets, apps, factors, sessionProfiles, limits } = content;
  const tagsOf = (kind: string) => choicesByName(tags.filter((tag) => tag.kind === kind));
  const nameOf = new Map(users.map(({ id, name }) => [id, name]));
  const ofUsers = (listed: (user: OrganizationContent['users'][number]) => readonly Named[]) =>
    choicesByName(
      users.flatMap((user) => listed(user).map(({ id, name }) => ({ id, name: `${name} (${user.name})` }))),
    );
  const below = content.subOrganizations.map(({ id, name }) => ({ id, name: name ?? id }));
  return {
    users: choicesByName(users.map(({ id, name, email }) => ({ id, name, more: email }))),
    userTags: tagsOf('user'),
    privateKeyTags: tagsOf('private key'),
    privateKeys: privateKeys == null ? null : choicesByName(privateKeys),
    policies: choicesByName(policies),
    secrets: choicesByName(secrets.map(({ id, name }) => ({ id, name: name ?? 'Without a name' }))),
    apps: choicesByName(apps),
    deployments: choicesByName(
      apps.flatMap(({ name, deployments }) =>
        (deployments ?? []).map(({ id, createdAt }) => ({ id, name: `${name}, ${shortMoment(createdAt)}` })),
      ),
    ),
    apiKeys: ofUsers(({ keys }) => keys),
    apiKeysByPublicKey: ofUsers(({ keys }) => keys.map(({ publicKey: id, name }) => ({ id, name }))),
    methods: [
      ...ofUsers(({ keys, passkeys, providers }) => [...keys, ...passkeys, ...providers]),
      ...choicesByName(sessionProfiles),
    ],
    authenticators: ofUsers(({ passkeys }) => passkeys),
    providers: ofUsers(({ providers }) => providers),
    factors: choicesByName(
      factors.map(({ id, userId, name }) => ({ id, name: `${name} (${nameOf.get(userId) ?? userId})` })),
    ),
    sessionProfiles: choicesByName(sessionProfiles),
    limits: choicesByName(limits),
    organizations: below.length === 0 ? null : choicesByName(below),
  } satisfies Record<string, Choices | null>;
}

/** The choices of webhook endpoints and of their newest deliveries. */
export const choicesOfEndpoints = (endpoints: readonly EndpointContent[]) => ({
  endpoints: choicesByName(endpoints.map(({ id, name, url }) => ({ id, name, more: url }))),
  deliveries: choicesByName(
    endpoints.flatMap(({ name, deliveries }) =>
      deliveries.map(({ id, eventType, createdAt }) => ({
        id,
        name: `${eventLabel(eventType)} to ${name}, ${shortMoment(createdAt)}`,
      })),
    ),
  ),
});
