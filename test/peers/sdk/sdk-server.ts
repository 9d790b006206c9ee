import { Turnkey } from '@turnkey/sdk-server';
import type { Service } from './service.ts';

export async function sdkServer({ ready, apiPublicKey, apiPrivateKey }: Service): Promise<string> {
  const turnkey = new Turnkey({
    apiBaseUrl: ready.baseUrl,
    defaultOrganizationId: ready.organizationId,
    apiPublicKey,
    apiPrivateKey,
  });
  const { addresses } = await turnkey.apiClient().createWallet({
    walletName: 'From the server',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  });
  return addresses[0] ?? '';
}
