import Type from 'typebox';
import { MNEMONIC_LENGTHS } from '../model/enums.ts';
import { activity, query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { Label, PaginationOptions, Uuid, Wallet, WalletAccount, WalletAccountParams } from './fields.ts';

const exampleAccount = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

export const createWallet = activity({
  name: 'create_wallet',
  title: 'Create wallet',
  summary: 'Creates a wallet from a new seed and derives its first accounts.',
  specified: false,
  parameters: Type.Object({
    walletName: Label('Wallet name'),
    accounts: Type.Array(WalletAccountParams, { title: 'Accounts' }),
    mnemonicLength: Type.Optional(
      Type.Union([Type.Enum(MNEMONIC_LENGTHS, { title: 'Words', help: '12 when absent' }), Type.Null()]),
    ),
  }),
  result: Type.Object({ walletId: Type.String(), addresses: Type.Array(Type.String()) }),
  example: {
    parameters: { walletName: 'Treasury', accounts: [exampleAccount] },
    result: { walletId: EXAMPLE.walletId, addresses: [EXAMPLE.address] },
  },
});

export const createWalletAccounts = activity({
  name: 'create_wallet_accounts',
  title: 'Add accounts',
  summary: 'Derives further accounts of a wallet.',
  specified: false,
  parameters: Type.Object({
    walletId: Uuid('Wallet'),
    accounts: Type.Array(WalletAccountParams, { title: 'Accounts', minItems: 1 }),
    persist: Type.Optional(
      Type.Union([Type.Boolean({ title: 'Keep', help: 'false only shows the addresses' }), Type.Null()]),
    ),
  }),
  result: Type.Object({ addresses: Type.Array(Type.String()) }),
  example: {
    parameters: { walletId: EXAMPLE.walletId, accounts: [exampleAccount] },
    result: { addresses: [EXAMPLE.address] },
  },
});

export const listWallets = query({
  name: 'list_wallets',
  title: 'Wallets',
  summary: 'Lists the wallets of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ wallets: Type.Array(Wallet) }),
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
    walletId: Type.Optional(Uuid('Wallet', 'all wallets when absent')),
    includeWalletDetails: Type.Optional(Type.Boolean({ title: 'With wallet details' })),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({ accounts: Type.Array(WalletAccount) }),
  example: {
    request: { walletId: EXAMPLE.walletId },
    response: {
      accounts: [
        {
          walletAccountId: EXAMPLE.walletAccountId,
          organizationId: EXAMPLE.organizationId,
          walletId: EXAMPLE.walletId,
          ...exampleAccount,
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
  risk: 'secret',
  secretPaths: ['exportBundle'],
  parameters: Type.Object({
    address: Type.String({ title: 'Account', minLength: 1, maxLength: 512 }),
    targetPublicKey: Type.String({ title: 'Target key', pattern: '^([0-9a-fA-F]{66}|[0-9a-fA-F]{130})$' }),
  }),
  result: Type.Object({ address: Type.String(), exportBundle: Type.String() }),
  example: {
    parameters: {
      address: EXAMPLE.address,
      targetPublicKey:
        '04ead17ab58c90674535f27d6639368b254dceffcf629d4673be13aa231806de7e88d92a9bbda25089ad44488d828ed837e8674b78552e3ac74b9aa7e590e83b04',
    },
    result: {
      address: EXAMPLE.address,
      exportBundle: '{"version":"v1.0.0","data":"…","dataSignature":"…","enclaveQuorumPublic":"…"}',
    },
  },
});
