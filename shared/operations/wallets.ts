import Type from 'typebox';
import { MNEMONIC_LANGUAGES, MNEMONIC_LENGTHS } from '../model/enums.ts';
import { activity, policies, query } from './define.ts';
import { EXAMPLE } from './example.ts';
import {
  Addresses,
  AddressText,
  BytesText,
  ExportBundle,
  Label,
  PaginationOptions,
  TargetPublicKey,
  Uuid,
  Wallet,
  WalletAccount,
  WalletAccountParams,
} from './fields.ts';

export const createWallet = activity({
  name: 'create_wallet',
  title: 'Create wallet',
  summary: 'Creates a wallet from a new seed and derives its first accounts.',
  specified: false,
  governed: policies('WALLET', 'CREATE'),
  parameters: Type.Object({
    walletName: Label('Wallet name'),
    accounts: Type.Array(WalletAccountParams, { title: 'Accounts' }),
    mnemonicLength: Type.Optional(
      Type.Union([Type.Enum(MNEMONIC_LENGTHS, { title: 'Words', help: '12 when absent' }), Type.Null()]),
    ),
  }),
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
    accounts: Type.Array(WalletAccountParams, { title: 'Accounts', minItems: 1 }),
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

export const listWallets = query({
  name: 'list_wallets',
  title: 'Wallets',
  summary: 'Lists the wallets of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ wallets: Type.Array(Wallet, { title: 'Wallets' }) }),
  example: {
    request: {},
    response: {
      wallets: [
        {
          walletId: EXAMPLE.walletId,
          walletName: 'Treasury',
          createdAt: EXAMPLE.timestamp,
          updatedAt: EXAMPLE.timestamp,
          exported: false,
          imported: false,
        },
      ],
    },
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
    response: {
      accounts: [
        {
          walletAccountId: EXAMPLE.walletAccountId,
          organizationId: EXAMPLE.organizationId,
          walletId: EXAMPLE.walletId,
          ...EXAMPLE.account,
          address: EXAMPLE.address,
          createdAt: EXAMPLE.timestamp,
          updatedAt: EXAMPLE.timestamp,
          publicKey: EXAMPLE.publicKey,
          caip2Prefix: 'eip155',
        },
      ],
    },
  },
});

export const exportWalletAccount = activity({
  name: 'export_wallet_account',
  title: 'Export account',
  summary: 'Gives the private key of an account, encrypted to a key that only this machine’s vault can open.',
  specified: true,
  exports: { kind: 'account', of: 'address', target: 'targetPublicKey', bundle: 'exportBundle' },
  governed: policies('WALLET', 'EXPORT', 'targetPublicKey'),
  parameters: Type.Object({
    address: Type.String({ title: 'Address', kind: 'address', minLength: 1, maxLength: 512 }),
    targetPublicKey: TargetPublicKey,
  }),
  result: Type.Object({ address: AddressText('Address'), exportBundle: ExportBundle }),
  example: {
    parameters: { address: EXAMPLE.address, targetPublicKey: EXAMPLE.targetPublicKey },
    result: { address: EXAMPLE.address, exportBundle: EXAMPLE.exportBundle },
  },
});

export const exportWallet = activity({
  name: 'export_wallet',
  title: 'Export wallet',
  summary: 'Gives the mnemonic of a wallet, encrypted to a key that only this machine’s vault can open.',
  specified: false,
  exports: { kind: 'wallet', of: 'walletId', target: 'targetPublicKey', bundle: 'exportBundle' },
  governed: policies('WALLET', 'EXPORT', 'targetPublicKey'),
  parameters: Type.Object({
    walletId: Uuid('Wallet id'),
    targetPublicKey: TargetPublicKey,
    language: Type.Optional(
      Type.Enum(MNEMONIC_LANGUAGES, { title: 'Language', help: 'of the words; the wallet’s own when absent' }),
    ),
  }),
  result: Type.Object({ walletId: BytesText('Wallet id'), exportBundle: ExportBundle }),
  example: {
    parameters: { walletId: EXAMPLE.walletId, targetPublicKey: EXAMPLE.targetPublicKey },
    result: { walletId: EXAMPLE.walletId, exportBundle: EXAMPLE.exportBundle },
  },
});
