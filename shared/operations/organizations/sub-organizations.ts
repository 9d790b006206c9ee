import Type from 'typebox';
import { CONTACT_FILTERS, SUB_ORGANIZATION_FILTERS } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { Addresses, BytesText, DeleteWithoutExport, IdTexts, Label, PaginationOptions } from '../fields.ts';
import { walletMembers } from '../keys/wallets.ts';
import { ClientSignature, VerificationToken } from '../otp/otp-login.ts';
import { userMembers } from '../users/users.ts';

/** The first wallet of a new sub-organization, in the request and in the result. */
export const NewWallet = Type.Optional(Type.Object(walletMembers, { title: 'Wallet details' }));
export const MadeWallet = Type.Optional(
  Type.Object({ walletId: BytesText('Wallet id'), addresses: Addresses }, { title: 'Wallet details' }),
);
const Flag = (title: string) => Type.Optional(Type.Boolean({ title }));

/** The value of a search for sub-organizations. It needs a `filterType`, and the other way round. */
const filterValue = Type.Optional(Type.String({ title: 'Filter value', maxLength: 16_384 }));
const pages = { paginationOptions: Type.Optional(PaginationOptions) };
const found = Type.Object({ organizationIds: IdTexts('Organization ids') });
const example = {
  request: { filterType: 'EMAIL' as const, filterValue: 'customer@example.com' },
  response: { organizationIds: [EXAMPLE.organizationId] },
};

export const listSuborgs = query({
  name: 'list_suborgs',
  title: 'Sub-organizations',
  summary: 'Lists the sub-organizations of the organization, all or those with a certain user, key or address.',
  specified: true,
  request: {
    filterType: Type.Optional(Type.Enum(SUB_ORGANIZATION_FILTERS, { title: 'Filter type' })),
    filterValue,
    ...pages,
  },
  response: found,
  example,
});

export const listVerifiedSuborgs = query({
  name: 'list_verified_suborgs',
  title: 'Verified sub-organizations',
  summary: 'Lists the sub-organizations whose users have proven to hold a contact: any, or a certain one.',
  specified: false,
  request: {
    filterType: Type.Optional(Type.Enum(CONTACT_FILTERS, { title: 'Filter type' })),
    filterValue,
    ...pages,
  },
  response: found,
  example,
});

export const createSubOrganization = activity({
  name: 'create_sub_organization',
  version: 8,
  resultVersion: 8,
  title: 'Create sub-organization',
  summary: 'Makes a separate organization below this one. This organization can read it but change nothing in it.',
  specified: false,
  governed: policies('ORGANIZATION', 'CREATE'),
  parameters: Type.Object({
    subOrganizationName: Label('Sub-organization name'),
    rootUsers: Type.Array(Type.Object(userMembers), { title: 'Root users', minItems: 1, maxItems: 100 }),
    rootQuorumThreshold: Type.Integer({ title: 'Root quorum threshold', minimum: 0, maximum: 100 }),
    wallet: NewWallet,
    disableEmailRecovery: Flag('Disable email recovery'),
    disableEmailAuth: Flag('Disable email login'),
    disableSmsAuth: Flag('Disable SMS login'),
    disableOtpEmailAuth: Flag('Disable email codes'),
    verificationToken: Type.Optional(VerificationToken),
    clientSignature: Type.Optional(ClientSignature),
  }),
  result: Type.Object({
    subOrganizationId: BytesText('Sub-organization id'),
    wallet: MadeWallet,
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
  summary: 'Destroys this sub-organization with all of its users, wallets and keys. They cannot be restored.',
  specified: false,
  governed: policies('ORGANIZATION', 'DELETE'),
  parameters: Type.Object({ deleteWithoutExport: DeleteWithoutExport }),
  result: Type.Object({ subOrganizationUuid: BytesText('Sub-organization id') }),
  example: { parameters: { deleteWithoutExport: true }, result: { subOrganizationUuid: EXAMPLE.organizationId } },
});
