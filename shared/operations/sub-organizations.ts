import Type from 'typebox';
import { SUB_ORGANIZATION_FILTERS } from '../model/enums.ts';
import { activity, policies, query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { Addresses, BytesText, DeleteWithoutExport, IdTexts, Label, PaginationOptions } from './fields.ts';
import { userMembers, VerificationToken } from './users/users.ts';
import { walletMembers } from './wallets.ts';

const Flag = (title: string) => Type.Optional(Type.Boolean({ title }));

export const listSuborgs = query({
  name: 'list_suborgs',
  title: 'Sub-organizations',
  summary: 'Lists the sub-organizations of the organization, all or those with a certain user, key or address.',
  specified: true,
  request: {
    filterType: Type.Optional(Type.Enum(SUB_ORGANIZATION_FILTERS, { title: 'Filter type' })),
    filterValue: Type.Optional(Type.String({ title: 'Filter value', maxLength: 16_384 })),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({ organizationIds: IdTexts('Organization ids') }),
  example: {
    request: { filterType: 'EMAIL', filterValue: 'customer@example.com' },
    response: { organizationIds: [EXAMPLE.organizationId] },
  },
});

export const createSubOrganization = activity({
  name: 'create_sub_organization',
  version: 8,
  resultVersion: 8,
  title: 'Create sub-organization',
  summary: 'Makes an organization of its own below this one, which can read it and do nothing in it.',
  specified: false,
  governed: policies('ORGANIZATION', 'CREATE'),
  parameters: Type.Object({
    subOrganizationName: Label('Sub-organization name'),
    rootUsers: Type.Array(Type.Object(userMembers), { title: 'Root users', minItems: 1, maxItems: 100 }),
    rootQuorumThreshold: Type.Integer({ title: 'Root quorum threshold', minimum: 0, maximum: 100 }),
    wallet: Type.Optional(Type.Object(walletMembers, { title: 'Wallet details' })),
    disableEmailRecovery: Flag('Disable email recovery'),
    disableEmailAuth: Flag('Disable email login'),
    disableSmsAuth: Flag('Disable SMS login'),
    disableOtpEmailAuth: Flag('Disable email codes'),
    verificationToken: VerificationToken,
  }),
  result: Type.Object({
    subOrganizationId: BytesText('Sub-organization id'),
    wallet: Type.Optional(
      Type.Object({ walletId: BytesText('Wallet id'), addresses: Addresses }, { title: 'Wallet details' }),
    ),
    rootUserIds: Type.Optional(IdTexts('Root user ids')),
  }),
  example: {
    parameters: {
      subOrganizationName: 'Customer',
      rootUsers: [
        {
          userName: 'Customer',
          userEmail: 'customer@example.com',
          apiKeys: [{ apiKeyName: 'Phone', publicKey: EXAMPLE.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: 'Savings', accounts: [EXAMPLE.account] },
    },
    result: {
      subOrganizationId: EXAMPLE.organizationId,
      wallet: { walletId: EXAMPLE.walletId, addresses: [EXAMPLE.address] },
      rootUserIds: [EXAMPLE.userId],
    },
  },
});

export const deleteSubOrganization = activity({
  name: 'delete_sub_organization',
  title: 'Delete sub-organization',
  summary: 'Destroys this sub-organization with all of its users, wallets and keys. Nothing brings them back.',
  specified: false,
  governed: { by: 'root quorum' },
  parameters: Type.Object({ deleteWithoutExport: DeleteWithoutExport }),
  result: Type.Object({ subOrganizationUuid: BytesText('Sub-organization id') }),
  example: { parameters: { deleteWithoutExport: true }, result: { subOrganizationUuid: EXAMPLE.organizationId } },
});
