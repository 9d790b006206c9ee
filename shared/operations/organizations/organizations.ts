import Type from 'typebox';
import { activity, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { AddressText, BytesText, Ids, IdTexts, Label, Policy, PrivateKey, Tag, Text, User, Wallet } from '../fields.ts';
import { Features } from './features.ts';
import { Invitation } from './invitations.ts';

export const whoami = query({
  name: 'whoami',
  title: 'Who am I',
  summary: 'Shows the user and organization of the stamping key.',
  specified: false,
  request: {},
  response: Type.Object({
    organizationId: BytesText('Organization id'),
    organizationName: Text('Organization name'),
    userId: BytesText('User id'),
    username: Text('Username'),
  }),
  example: {
    request: {},
    response: {
      organizationId: EXAMPLE.organizationId,
      organizationName: 'Treasury',
      userId: EXAMPLE.userId,
      username: 'Operator',
    },
  },
});

const Quorum = Type.Object(
  { threshold: Type.Integer({ title: 'Threshold' }), userIds: IdTexts('User ids') },
  { title: 'Root quorum' },
);

export const getOrganization = query({
  name: 'get_organization',
  title: 'Organization',
  summary: 'Shows the organization with its users, policies, keys, wallets and tags.',
  specified: false,
  request: {},
  response: Type.Object({
    organizationData: Type.Object(
      {
        organizationId: Type.Optional(BytesText('Organization id')),
        name: Type.Optional(Text('Name')),
        users: Type.Optional(Type.Array(User, { title: 'Users' })),
        policies: Type.Optional(Type.Array(Policy, { title: 'Policies' })),
        privateKeys: Type.Optional(Type.Array(PrivateKey, { title: 'Private keys' })),
        invitations: Type.Optional(Type.Array(Invitation, { title: 'Invitations' })),
        tags: Type.Optional(Type.Array(Tag, { title: 'Tags' })),
        rootQuorum: Type.Optional(Quorum),
        features: Type.Optional(Features),
        allowedOrigins: Type.Optional(Type.Array(Text('Allowed origin'), { title: 'Allowed origins' })),
        wallets: Type.Optional(Type.Array(Wallet, { title: 'Wallets' })),
        smartContractInterfaceReferences: Type.Optional(
          Type.Array(
            Type.Object({
              smartContractInterfaceId: Type.Optional(BytesText('Smart contract interface id')),
              smartContractAddress: Type.Optional(AddressText('Smart contract address')),
              digest: Type.Optional(BytesText('Digest')),
            }),
            { title: 'Smart contract interfaces' },
          ),
        ),
      },
      { title: 'Organization data' },
    ),
  }),
  example: {
    request: {},
    response: {
      organizationData: {
        organizationId: EXAMPLE.organizationId,
        name: 'Treasury',
        users: [],
        policies: [],
        privateKeys: [],
        tags: [],
        rootQuorum: { threshold: 1, userIds: [EXAMPLE.userId] },
        wallets: [],
      },
    },
  },
});

export const getOrganizationConfigs = query({
  name: 'get_organization_configs',
  title: 'Organization configuration',
  summary: 'Shows the features of the organization and its root quorum.',
  specified: false,
  request: {},
  response: Type.Object({
    configs: Type.Object(
      {
        features: Type.Optional(Features),
        quorum: Type.Optional(Quorum),
      },
      { title: 'Configuration' },
    ),
  }),
  example: {
    request: {},
    response: { configs: { features: [], quorum: { threshold: 1, userIds: [EXAMPLE.userId] } } },
  },
});

export const updateRootQuorum = activity({
  name: 'update_root_quorum',
  title: 'Update root quorum',
  summary: 'Sets the users of the root quorum and the number of votes it needs.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({
    threshold: Type.Integer({ title: 'Threshold', minimum: 0, maximum: 100 }),
    userIds: Ids('User ids'),
  }),
  result: Type.Object({}),
  example: { parameters: { threshold: 1, userIds: [EXAMPLE.userId] }, result: {} },
});

export const updateOrganizationName = activity({
  name: 'update_organization_name',
  title: 'Rename organization',
  summary: 'Gives the organization a new name.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({ organizationName: Label('Organization name') }),
  result: Type.Object({
    organizationId: BytesText('Organization id'),
    organizationName: Text('Organization name'),
  }),
  example: {
    parameters: { organizationName: 'Treasury Europe' },
    result: { organizationId: EXAMPLE.organizationId, organizationName: 'Treasury Europe' },
  },
});
