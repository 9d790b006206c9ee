import Type from 'typebox';
import { ACCESS_TYPES, type AccessType } from '../../model/enums.ts';
import { EXAMPLE } from '../example.ts';
import { createOauthProviders } from '../oauth/oauth-providers.ts';
import { createApiKeys } from '../users/api-keys.ts';
import { createAuthenticators } from '../users/authenticators.ts';
import { createUsers } from '../users/users.ts';
import { asRegistered, exampleCredential, FirstAuthenticator } from './credentials.ts';
import { earlier, same } from './define.ts';
import { listLike, P256ApiKeys, TokenProviders, USER_MEMBERS, withCurve, withoutProviders } from './members.ts';

const { users } = createUsers.parameters.properties;
const { userTags } = users.items.properties;
const exampleUser = { userName: 'Colleague', userEmail: 'colleague@example.com', authenticators: [], userTags: [] };
const exampleUsers = { userIds: [EXAMPLE.userId] };

/** The credentials that a user without the access type cannot have. */
const EXCLUDED = {
  ACCESS_TYPE_WEB: 'apiKeys',
  ACCESS_TYPE_API: 'authenticators',
  ACCESS_TYPE_ALL: null,
} as const satisfies Record<AccessType, string | null>;

interface FirstAccess {
  readonly accessType: AccessType;
  readonly apiKeys: readonly unknown[];
  readonly authenticators: readonly unknown[];
}

const { authenticators: userAuthenticators, ...firstMembers } = USER_MEMBERS.first;
const FirstUser = Type.Refine(
  Type.Object({
    ...firstMembers,
    accessType: Type.Enum(ACCESS_TYPES, { title: 'Access type' }),
    authenticators: listLike(userAuthenticators, FirstAuthenticator),
    userTags,
  }),
  (user: FirstAccess) => {
    const excluded = EXCLUDED[user.accessType];
    return excluded === null || user[excluded].length === 0;
  },
  ({ accessType }: FirstAccess) => `must have an empty list of ${EXCLUDED[accessType]} with ${accessType}`,
);

/**
 * Choice (first-users): the passkeys of a new user belong to that user, whatever user they name. The access type only
 * limits the credentials of this request, because later versions have no access type.
 */
export const createUsersV1 = earlier(createUsers, {
  name: 'create_users_v1',
  parameters: Type.Object({ users: listLike(users, FirstUser) }),
  result: createUsers.result,
  becomes: ({ users }) => ({
    users: users.map(({ accessType: _accessType, authenticators, ...user }) => ({
      ...withoutProviders(user),
      authenticators: authenticators.map(asRegistered),
    })),
  }),
  gives: same,
  example: {
    parameters: {
      users: [
        {
          ...exampleUser,
          accessType: 'ACCESS_TYPE_ALL',
          apiKeys: [{ apiKeyName: 'Phone', publicKey: EXAMPLE.publicKey }],
        },
      ],
    },
    result: exampleUsers,
  },
});

export const createAuthenticatorsV1 = earlier(createAuthenticators, {
  name: 'create_authenticators_v1',
  parameters: Type.Refine(
    Type.Object({
      authenticators: listLike(createAuthenticators.parameters.properties.authenticators, FirstAuthenticator),
      userId: createAuthenticators.parameters.properties.userId,
    }),
    ({ authenticators, userId }: FirstAuthenticators) =>
      authenticators.every((one) => one.userId.toLowerCase() === userId.toLowerCase()),
    () => 'must name the same user in userId and in each authenticator',
  ),
  result: createAuthenticators.result,
  becomes: ({ userId, authenticators }) => ({ userId, authenticators: authenticators.map(asRegistered) }),
  gives: same,
  example: {
    parameters: { userId: EXAMPLE.userId, authenticators: [exampleCredential] },
    result: createAuthenticators.example.result,
  },
});

interface FirstAuthenticators {
  readonly userId: string;
  readonly authenticators: readonly { readonly userId: string }[];
}

export const createUsersV2 = earlier(createUsers, {
  name: 'create_users_v2',
  version: 2,
  parameters: Type.Object({ users: listLike(users, Type.Object({ ...USER_MEMBERS.first, userTags })) }),
  result: createUsers.result,
  becomes: ({ users }) => ({
    users: users.map(withoutProviders),
  }),
  gives: same,
  example: {
    parameters: { users: [{ ...exampleUser, apiKeys: [{ apiKeyName: 'Phone', publicKey: EXAMPLE.publicKey }] }] },
    result: exampleUsers,
  },
});

export const createUsersV3 = earlier(createUsers, {
  name: 'create_users_v3',
  version: 3,
  parameters: Type.Object({ users: listLike(users, Type.Object({ ...USER_MEMBERS.phones, userTags })) }),
  result: createUsers.result,
  becomes: same,
  gives: same,
  example: {
    parameters: {
      users: [{ ...exampleUser, apiKeys: createUsers.example.parameters.users[0]?.apiKeys ?? [], oauthProviders: [] }],
    },
    result: exampleUsers,
  },
});

export const createApiKeysV1 = earlier(createApiKeys, {
  name: 'create_api_keys_v1',
  parameters: Type.Object({
    apiKeys: listLike(createApiKeys.parameters.properties.apiKeys, P256ApiKeys.items),
    userId: createApiKeys.parameters.properties.userId,
  }),
  result: createApiKeys.result,
  becomes: ({ userId, apiKeys }) => ({ userId, apiKeys: withCurve(apiKeys) }),
  gives: same,
  example: {
    parameters: { userId: EXAMPLE.userId, apiKeys: [{ apiKeyName: 'Laptop', publicKey: EXAMPLE.publicKey }] },
    result: { apiKeyIds: [EXAMPLE.apiKeyId] },
  },
});

export const createOauthProvidersV1 = earlier(createOauthProviders, {
  name: 'create_oauth_providers_v1',
  parameters: Type.Object({
    userId: createOauthProviders.parameters.properties.userId,
    oauthProviders: listLike(createOauthProviders.parameters.properties.oauthProviders, TokenProviders.items),
  }),
  result: createOauthProviders.result,
  becomes: same,
  gives: same,
  example: {
    parameters: {
      userId: EXAMPLE.userId,
      oauthProviders: [{ providerName: 'Issuer', oidcToken: EXAMPLE.session }],
    },
    result: { providerIds: [EXAMPLE.providerId] },
  },
});
