import Type from 'typebox';
import { MNEMONIC_LENGTHS } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import {
  Addresses,
  BytesText,
  DeleteWithoutExport,
  IdTexts,
  Label,
  PaginationOptions,
  SomeIds,
  Uuid,
  Wallet,
  WalletAccount,
  WalletAccountsParams,
} from '../fields.ts';

export const walletMembers = {
  walletName: Label('Wallet name'),
  accounts: WalletAccountsParams(0),
  mnemonicLength: Type.Optional(
    Type.Union([Type.Enum(MNEMONIC_LENGTHS, { title: 'Words', help: '12 when absent' }), Type.Null()]),
  ),
};

export const createWallet = activity({
  name: 'create_wallet',
  title: 'Create wallet',
  summary: 'Creates a wallet from a new seed and derives its first accounts.',
  specified: false,
  governed: policies('WALLET', 'CREATE'),
  parameters: Type.Object(walletMembers),
  result: Type.Object({ walletId: BytesText('Wallet id'), addresses: Addresses }),
  example: {
    parameters: { walletName: 'Treasury', accounts: [EXAMPLE.account] },
    result: { walletId: EXAMPLE.walletId, addresses: [EXAMPLE.address] },
  },
});

export const createWalletAccounts = activity({
  name: 'create_wallet_accounts',
  title: 'Add accounts',
  summary: 'Derives further accounts of a wallet.',
  specified: false,
  governed: policies('WALLET', 'CREATE'),
  parameters: Type.Object({
    walletId: Uuid('Wallet id'),
    accounts: WalletAccountsParams(1),
    persist: Type.Optional(
      Type.Union([Type.Boolean({ title: 'Keep', help: 'false only shows the addresses' }), Type.Null()]),
    ),
  }),
  result: Type.Object({ addresses: Addresses }),
  example: {
    parameters: { walletId: EXAMPLE.walletId, accounts: [EXAMPLE.account] },
    result: { addresses: [EXAMPLE.address] },
  },
});

const exampleWallet = {
  walletId: EXAMPLE.walletId,
  walletName: 'Treasury',
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
  exported: false,
  imported: false,
};

const exampleAccount = {
  walletAccountId: EXAMPLE.walletAccountId,
  organizationId: EXAMPLE.organizationId,
  walletId: EXAMPLE.walletId,
  ...EXAMPLE.account,
  address: EXAMPLE.address,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
  publicKey: EXAMPLE.publicKey,
  caip2Prefix: 'eip155',
};

export const getWallet = query({
  name: 'get_wallet',
  title: 'Wallet',
  summary: 'Shows one wallet of the organization.',
  specified: false,
  request: { walletId: Uuid('Wallet id') },
  response: Type.Object({ wallet: Wallet }),
  example: { request: { walletId: EXAMPLE.walletId }, response: { wallet: exampleWallet } },
});

export const getWalletAccount = query({
  name: 'get_wallet_account',
  title: 'Account',
  summary: 'Shows one account of a wallet, by its address or by its path.',
  specified: false,
  request: {
    walletId: Uuid('Wallet id'),
    address: Type.Optional(Type.String({ title: 'Address', kind: 'address', maxLength: 512 })),
    path: Type.Optional(Type.String({ title: 'Path', kind: 'bytes', maxLength: 255 })),
  },
  response: Type.Object({ account: WalletAccount }),
  example: {
    request: { walletId: EXAMPLE.walletId, address: EXAMPLE.address },
    response: { account: exampleAccount },
  },
});

export const updateWallet = activity({
  name: 'update_wallet',
  title: 'Update wallet',
  summary: 'Renames a wallet.',
  specified: false,
  governed: policies('WALLET', 'UPDATE', 'walletId'),
  parameters: Type.Object({ walletId: Uuid('Wallet id'), walletName: Type.Optional(Label('Wallet name')) }),
  result: Type.Object({ walletId: BytesText('Wallet id') }),
  example: {
    parameters: { walletId: EXAMPLE.walletId, walletName: 'Old treasury' },
    result: { walletId: EXAMPLE.walletId },
  },
});

export const deleteWallets = activity({
  name: 'delete_wallets',
  title: 'Delete wallets',
  summary: 'Destroys wallets with all of their accounts. Only exported keys can be restored.',
  specified: false,
  governed: policies('WALLET', 'DELETE'),
  parameters: Type.Object({ walletIds: SomeIds('Wallet ids'), deleteWithoutExport: DeleteWithoutExport }),
  result: Type.Object({ walletIds: IdTexts('Wallet ids') }),
  example: {
    parameters: { walletIds: [EXAMPLE.walletId], deleteWithoutExport: true },
    result: { walletIds: [EXAMPLE.walletId] },
  },
});

export const deleteWalletAccounts = activity({
  name: 'delete_wallet_accounts',
  title: 'Delete accounts',
  summary: 'Removes accounts of wallets. The wallet can derive them again.',
  specified: false,
  governed: policies('WALLET', 'DELETE'),
  parameters: Type.Object({
    walletAccountIds: SomeIds('Wallet account ids'),
    deleteWithoutExport: DeleteWithoutExport,
  }),
  result: Type.Object({ walletAccountIds: IdTexts('Wallet account ids') }),
  example: {
    parameters: { walletAccountIds: [EXAMPLE.walletAccountId], deleteWithoutExport: true },
    result: { walletAccountIds: [EXAMPLE.walletAccountId] },
  },
});

export const listWallets = query({
  name: 'list_wallets',
  title: 'Wallets',
  summary: 'Lists the wallets of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ wallets: Type.Array(Wallet, { title: 'Wallets' }) }),
  example: {
    request: {},
    response: { wallets: [exampleWallet] },
  },
});

export const listWalletAccounts = query({
  name: 'list_wallet_accounts',
  title: 'Accounts',
  summary: 'Lists the accounts of one wallet, or of the whole organization.',
  specified: true,
  request: {
    walletId: Type.Optional(Uuid('Wallet id', 'all wallets when absent')),
    includeWalletDetails: Type.Optional(Type.Boolean({ title: 'Include wallet details' })),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({ accounts: Type.Array(WalletAccount, { title: 'Accounts' }) }),
  example: {
    request: { walletId: EXAMPLE.walletId },
    response: { accounts: [exampleAccount] },
  },
});
