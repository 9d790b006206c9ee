import { TurnkeyDirectWallet } from '@turnkey/cosmjs';
import { Turnkey } from '@turnkey/sdk-server';
import { adapted, type Service } from './service.ts';

/** `signWith` is an account of ADDRESS_FORMAT_UNCOMPRESSED: the package makes the address of it. */
export function cosmjs(
  { ready, apiPublicKey, apiPrivateKey }: Service,
  signWith: string,
): Promise<TurnkeyDirectWallet> {
  const { baseUrl, organizationId } = ready;
  const turnkey = new Turnkey({
    apiBaseUrl: baseUrl,
    defaultOrganizationId: organizationId,
    apiPublicKey,
    apiPrivateKey,
  });
  return TurnkeyDirectWallet.init({ config: { client: adapted(turnkey.apiClient()), organizationId, signWith } });
}
