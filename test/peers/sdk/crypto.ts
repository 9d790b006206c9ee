import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { Turnkey } from '@turnkey/sdk-server';
import type { Service } from './service.ts';

/** The keys of this service stand in its ready line. Others are checked against the public service's. */
export async function crypto({ ready, apiPublicKey, apiPrivateKey }: Service, address: string): Promise<string> {
  const { baseUrl, organizationId, keys } = ready;
  const turnkey = new Turnkey({
    apiBaseUrl: baseUrl,
    defaultOrganizationId: organizationId,
    apiPublicKey,
    apiPrivateKey,
  });
  const target = generateP256KeyPair();
  const { exportBundle } = await turnkey.apiClient().exportWalletAccount({
    address,
    targetPublicKey: target.publicKeyUncompressed,
  });
  return decryptExportBundle({
    exportBundle,
    embeddedKey: target.privateKey,
    organizationId,
    dangerouslyOverrideSignerPublicKey: keys.signer,
    returnMnemonic: false,
  });
}
