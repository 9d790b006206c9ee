import { encryptPrivateKeyToBundle, encryptWalletToBundle } from '@turnkey/crypto';
import type { StartedService } from '../start-service.ts';

type KeyParameters = Parameters<StartedService['client']['importPrivateKey']>[0]['parameters'];
type WalletParameters = Parameters<StartedService['client']['importWallet']>[0]['parameters'];

/** An id that belongs to nothing. */
export const NOBODY = '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60';

export const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/84'/0'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
} as const;

/** The steps of an import by the root user, with the official client and its sealing. */
export function createImporter(service: StartedService) {
  const { client, userId, organizationId } = service;
  const own = { userId, organizationId, dangerouslyOverrideSignerPublicKey: service.ready.keys.signer };
  return {
    /** The values that the official package checks an import bundle against. */
    own,
    async initKey(forUser = userId): Promise<string> {
      const { activity } = await client.initImportPrivateKey(
        service.envelope('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId: forUser }),
      );
      return activity.result.initImportPrivateKeyResult!.importBundle;
    },
    async initWallet(): Promise<string> {
      const { activity } = await client.initImportWallet(
        service.envelope('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId }),
      );
      return activity.result.initImportWalletResult!.importBundle;
    },
    sealKey: (privateKey: string, importBundle: string, keyFormat: 'HEXADECIMAL' | 'SOLANA' = 'HEXADECIMAL') =>
      encryptPrivateKeyToBundle({ ...own, privateKey, keyFormat, importBundle }),
    sealWallet: (mnemonic: string, importBundle: string) => encryptWalletToBundle({ ...own, mnemonic, importBundle }),
    async importKey(encryptedBundle: string, changes: Partial<KeyParameters> & { privateKeyName: string }) {
      const { activity } = await client.importPrivateKey(
        service.envelope('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
          userId,
          encryptedBundle,
          curve: 'CURVE_SECP256K1' as const,
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
          ...changes,
        }),
      );
      return activity.result.importPrivateKeyResult!;
    },
    async importWallet(
      encryptedBundle: string,
      walletName: string,
      accounts: WalletParameters['accounts'] = [ACCOUNT],
    ) {
      const { activity } = await client.importWallet(
        service.envelope('ACTIVITY_TYPE_IMPORT_WALLET', { userId, encryptedBundle, walletName, accounts }),
      );
      return activity.result.importWalletResult!;
    },
    /** Values that must be the same before and after a refusal. */
    async counts() {
      const { activities } = await client.getActivities({ organizationId, paginationOptions: { limit: '1' } });
      const { wallets } = await client.getWallets({ organizationId });
      const { privateKeys } = await client.getPrivateKeys({ organizationId });
      return { latest: activities[0]!.id, wallets: wallets.length, privateKeys: privateKeys.length };
    },
  };
}
