import { expect, it } from 'vitest';
import { createWalletAccounts } from '../../../../electron/custody/handlers/keys/wallets.ts';
import type { ActivityContext } from '../../../../electron/custody/request-context.ts';

const walletId = 'ac651e99-579f-5c7c-8e06-5a3f1e0b7d21';
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

it('create_wallet_accounts refuses a wallet that was deleted while the accounts were derived', async () => {
  const stored = new Map([[walletId, { walletId, organizationId }]]);
  const inserted: unknown[] = [];
  const context = {
    caller: { organization: { organizationId } },
    requestedAt: 0,
    keyring: {
      open: (_place: string, _sealed: Uint8Array, use: (seed: Uint8Array) => unknown) =>
        use(new Uint8Array(64).fill(7)),
      seal: () => new Uint8Array(1),
    },
    store: {
      wallets: {
        find: (_organizationId: string, id: string) => stored.get(id),
        sealedSeed: () => new Uint8Array(1),
        accountLike: () => undefined,
        insertAccount: (row: unknown) => inserted.push(row),
      },
    },
  } as unknown as ActivityContext;

  const commit = await createWalletAccounts({ walletId, accounts: [account] }, context);
  expect(commit().addresses).toHaveLength(1);
  stored.clear();
  expect(commit).toThrow('no wallet found with the given ID');
  expect(inserted).toHaveLength(1);
});
