import Type from 'typebox';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import {
  ApiKeyParams,
  AuthenticatorParams,
  BytesText,
  Email,
  Ids,
  IdTexts,
  Label,
  P256ApiKeyParams,
  PhoneNumber,
  SomeIds,
  User,
  UserEmail,
  UserPhoneNumber,
  Uuid,
} from '../fields.ts';
import { OauthProviderParams } from '../oauth/oauth-providers.ts';
import { VerificationToken } from '../otp/otp-login.ts';

/** Choice (users-per-activity): the most users of one activity. */
const MAXIMUM_USERS = 100;
/**
 * Far more of each kind than a user may have (docs/protocol.md#limits). The service has its own error for the real
 * limit.
 */
const MAXIMUM_CREDENTIALS = 100;

const UserName = Label('User name');

/** The members of a new user, in any organization. */
export const userMembers = {
  userName: UserName,
  userEmail: Email,
  userPhoneNumber: PhoneNumber,
  apiKeys: Type.Array(ApiKeyParams, { title: 'API keys', maxItems: MAXIMUM_CREDENTIALS }),
  authenticators: Type.Array(AuthenticatorParams, { title: 'Authenticators', maxItems: MAXIMUM_CREDENTIALS }),
  oauthProviders: Type.Array(OauthProviderParams, { title: 'OAuth providers', maxItems: 10 }),
};

export const exampleUser = {
  userId: EXAMPLE.userId,
  userName: 'Operator',
  authenticators: [],
  apiKeys: [],
  userTags: [],
  oauthProviders: [],
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};
const exampleKey = {
  apiKeyName: 'Workstation',
  publicKey: EXAMPLE.publicKey,
  curveType: 'API_KEY_CURVE_SECP256K1',
} as const;

export const createUsers = activity({
  name: 'create_users',
  version: 4,
  title: 'Create users',
  summary: 'Adds users to the organization, with their keys and tags.',
  specified: false,
  governed: policies('USER', 'CREATE'),
  parameters: Type.Object({
    users: Type.Array(Type.Object({ ...userMembers, userTags: Ids('User tags') }), {
      title: 'Users',
      minItems: 1,
      maxItems: MAXIMUM_USERS,
    }),
  }),
  result: Type.Object({ userIds: IdTexts('User ids') }),
  example: {
    parameters: {
      users: [
        {
          userName: 'Colleague',
          userEmail: 'colleague@example.com',
          apiKeys: [exampleKey],
          authenticators: [],
          oauthProviders: [],
          userTags: [],
        },
      ],
    },
    result: { userIds: [EXAMPLE.userId] },
  },
});

export const createApiOnlyUsers = activity({
  name: 'create_api_only_users',
  title: 'Create API-only users',
  summary: 'Adds users who have API keys only.',
  specified: false,
  governed: policies('USER', 'CREATE'),
  parameters: Type.Object({
    apiOnlyUsers: Type.Array(
      Type.Object({
        userName: UserName,
        userEmail: Email,
        userTags: Ids('User tags'),
        apiKeys: Type.Array(P256ApiKeyParams, { title: 'API keys', maxItems: MAXIMUM_CREDENTIALS }),
      }),
      { title: 'API-only users', minItems: 1, maxItems: MAXIMUM_USERS },
    ),
  }),
  result: Type.Object({ userIds: IdTexts('User ids') }),
  example: {
    parameters: { apiOnlyUsers: [{ userName: 'Robot', userTags: [], apiKeys: [] }] },
    result: { userIds: [EXAMPLE.userId] },
  },
});

export const getUser = query({
  name: 'get_user',
  title: 'User',
  summary: 'Shows one user of the organization with keys and tags.',
  specified: false,
  request: { userId: Uuid('User id') },
  response: Type.Object({ user: User }),
  example: { request: { userId: EXAMPLE.userId }, response: { user: exampleUser } },
});

export const listUsers = query({
  name: 'list_users',
  title: 'Users',
  summary: 'Lists the users of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ users: Type.Array(User, { title: 'Users' }) }),
  example: { request: {}, response: { users: [exampleUser] } },
});

export const updateUser = activity({
  name: 'update_user',
  title: 'Update user',
  summary: 'Changes the given members of a user. Given tags replace all others.',
  specified: false,
  governed: policies('USER', 'UPDATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    userName: Type.Optional(UserName),
    userEmail: Email,
    userTagIds: Type.Optional(Ids('User tag ids')),
    userPhoneNumber: PhoneNumber,
  }),
  result: Type.Object({ userId: BytesText('User id') }),
  example: {
    parameters: { userId: EXAMPLE.userId, userName: 'Operator of the day' },
    result: { userId: EXAMPLE.userId },
  },
});

/** The activities that change one member of a user. A token proves that the new value belongs to the user. */
const updated = { result: Type.Object({ userId: BytesText('User id') }), example: { userId: EXAMPLE.userId } };

export const updateUserName = activity({
  name: 'update_user_name',
  title: 'Update user name',
  summary: 'Renames a user.',
  specified: false,
  governed: policies('USER', 'UPDATE'),
  parameters: Type.Object({ userId: Uuid('User id'), userName: UserName }),
  result: updated.result,
  example: { parameters: { ...updated.example, userName: 'Night operator' }, result: updated.example },
});

export const updateUserEmail = activity({
  name: 'update_user_email',
  title: 'Update user email',
  summary: 'Changes the email address of a user. An empty address removes it.',
  specified: false,
  governed: policies('USER', 'UPDATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    userEmail: UserEmail,
    verificationToken: Type.Optional(VerificationToken),
  }),
  result: updated.result,
  example: { parameters: { ...updated.example, userEmail: 'night@example.com' }, result: updated.example },
});

export const updateUserPhoneNumber = activity({
  name: 'update_user_phone_number',
  title: 'Update user phone number',
  summary: 'Changes the phone number of a user. An empty number removes it.',
  specified: false,
  governed: policies('USER', 'UPDATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    userPhoneNumber: UserPhoneNumber,
    verificationToken: Type.Optional(VerificationToken),
  }),
  result: updated.result,
  example: { parameters: { ...updated.example, userPhoneNumber: '+491701234567' }, result: updated.example },
});

export const deleteUsers = activity({
  name: 'delete_users',
  title: 'Delete users',
  summary: 'Removes users with all of their keys. Their votes stay.',
  specified: false,
  governed: policies('USER', 'DELETE', 'userIds'),
  parameters: Type.Object({ userIds: SomeIds('User ids') }),
  result: Type.Object({ userIds: IdTexts('User ids') }),
  example: { parameters: { userIds: [EXAMPLE.userId] }, result: { userIds: [EXAMPLE.userId] } },
});
