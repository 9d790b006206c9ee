import Type, { type TProperties } from 'typebox';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AuthenticatorParams, Label } from '../fields.ts';
import { createPrivateKeys } from '../keys/private-keys.ts';
import { createSubOrganization } from '../organizations/sub-organizations.ts';
import { createAuthenticators } from '../users/authenticators.ts';
import { earlier, same } from './define.ts';
import { listLike, USER_MEMBERS, withCurve, withoutProviders } from './members.ts';

const { privateKeys } = createPrivateKeys.parameters.properties;
const {
  subOrganizationName,
  rootUsers,
  rootQuorumThreshold,
  wallet,
  disableEmailRecovery,
  disableEmailAuth,
  ...newerMembers
} = createSubOrganization.parameters.properties;
const rootUsersOf = <Members extends TProperties>(members: Members) => listLike(rootUsers, Type.Object(members));
const mailMembers = { wallet, disableEmailRecovery, disableEmailAuth };
const { wallet: _wallet, ...withoutWallet } = createSubOrganization.result.properties;
const WithoutWallet = Type.Object(withoutWallet);

const keys = [{ apiKeyName: 'Phone', publicKey: EXAMPLE.publicKey }];
const curveKeys = keys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_SECP256K1' as const }));
const exampleUser = { userName: 'Customer', userEmail: 'customer@example.com', authenticators: [] };
const example = { subOrganizationName: 'Customer', rootQuorumThreshold: 1 };
const exampleMade = { subOrganizationId: EXAMPLE.organizationId, rootUserIds: [EXAMPLE.userId] };

const exampleOfCurves = {
  parameters: { ...example, rootUsers: [{ ...exampleUser, apiKeys: curveKeys, oauthProviders: [] }] },
  result: exampleMade,
};

/** Choice (first-root-user): version 1 names no user. Its only root user gets the name of its authenticator. */
export const createSubOrganizationV1 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v1',
  parameters: Type.Object({
    name: Label('Name'),
    rootAuthenticator: Type.Object(AuthenticatorParams.properties, { title: 'Root authenticator' }),
  }),
  result: WithoutWallet,
  becomes: ({ name, rootAuthenticator }) => ({
    subOrganizationName: name,
    rootUsers: [
      {
        userName: rootAuthenticator.authenticatorName,
        apiKeys: [],
        authenticators: [rootAuthenticator],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
  }),
  gives: same,
  example: {
    parameters: {
      name: 'Customer',
      rootAuthenticator: createAuthenticators.example.parameters.authenticators[0] as never,
    },
    result: exampleMade,
  },
});

export const createSubOrganizationV2 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v2',
  version: 2,
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.first),
    rootQuorumThreshold,
  }),
  result: WithoutWallet,
  becomes: ({ rootUsers, ...others }) => ({
    ...others,
    rootUsers: rootUsers.map(withoutProviders),
  }),
  gives: same,
  example: { parameters: { ...example, rootUsers: [{ ...exampleUser, apiKeys: keys }] }, result: exampleMade },
});

/** The newest version makes no private keys, so this one has a handler of its own. */
export const createSubOrganizationV3 = activity({
  name: 'create_sub_organization_v3',
  earlierOf: createSubOrganization.name,
  version: 3,
  resultVersion: 3,
  title: 'Create sub-organization, version 3',
  summary: 'Makes an organization below this one, with its first private keys. Older public clients send this version.',
  specified: false,
  governed: policies('ORGANIZATION', 'CREATE'),
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.first),
    rootQuorumThreshold,
    privateKeys: listLike(privateKeys, privateKeys.items, { minItems: 0 }),
  }),
  result: Type.Object({ ...withoutWallet, privateKeys: createPrivateKeys.result.properties.privateKeys }),
  example: {
    parameters: {
      ...example,
      rootUsers: [{ ...exampleUser, apiKeys: keys }],
      privateKeys: createPrivateKeys.example.parameters.privateKeys,
    },
    result: { ...exampleMade, privateKeys: createPrivateKeys.example.result.privateKeys },
  },
});

export const createSubOrganizationV4 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v4',
  version: 4,
  resultVersion: 4,
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.first),
    rootQuorumThreshold,
    ...mailMembers,
  }),
  result: createSubOrganization.result,
  becomes: ({ rootUsers, ...others }) => ({
    ...others,
    rootUsers: rootUsers.map(withoutProviders),
  }),
  gives: same,
  example: { parameters: { ...example, rootUsers: [{ ...exampleUser, apiKeys: keys }] }, result: exampleMade },
});

export const createSubOrganizationV5 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v5',
  version: 5,
  resultVersion: 5,
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.providers),
    rootQuorumThreshold,
    ...mailMembers,
  }),
  result: createSubOrganization.result,
  becomes: ({ rootUsers, ...others }) => ({
    ...others,
    rootUsers: rootUsers.map((user) => ({ ...user, apiKeys: withCurve(user.apiKeys) })),
  }),
  gives: same,
  example: {
    parameters: { ...example, rootUsers: [{ ...exampleUser, apiKeys: keys, oauthProviders: [] }] },
    result: exampleMade,
  },
});

export const createSubOrganizationV6 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v6',
  version: 6,
  resultVersion: 6,
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.curves),
    rootQuorumThreshold,
    ...mailMembers,
  }),
  result: createSubOrganization.result,
  becomes: same,
  gives: same,
  example: exampleOfCurves,
});

export const createSubOrganizationV7 = earlier(createSubOrganization, {
  name: 'create_sub_organization_v7',
  version: 7,
  resultVersion: 7,
  parameters: Type.Object({
    subOrganizationName,
    rootUsers: rootUsersOf(USER_MEMBERS.phones),
    rootQuorumThreshold,
    ...mailMembers,
    ...newerMembers,
  }),
  result: createSubOrganization.result,
  becomes: same,
  gives: same,
  example: exampleOfCurves,
});
