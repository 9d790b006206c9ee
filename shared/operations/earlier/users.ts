import Type from 'typebox';
import { EXAMPLE } from '../example.ts';
import { createOauthProviders } from '../oauth/oauth-providers.ts';
import { createApiKeys } from '../users/api-keys.ts';
import { createUsers } from '../users/users.ts';
import { earlier, same } from './define.ts';
import { listLike, P256ApiKeys, TokenProviders, USER_MEMBERS, withCurve, withoutProviders } from './members.ts';

const { users } = createUsers.parameters.properties;
const { userTags } = users.items.properties;
const exampleUser = { userName: 'Colleague', userEmail: 'colleague@example.com', authenticators: [], userTags: [] };
const exampleUsers = { userIds: [EXAMPLE.userId] };

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
