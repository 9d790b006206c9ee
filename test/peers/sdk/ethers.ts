import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeySigner } from '@turnkey/ethers';
import { TurnkeyClient } from '@turnkey/http';
import { adapted, type Service } from './service.ts';

export async function ethers({ ready, apiPublicKey, apiPrivateKey }: Service, signWith: string): Promise<string> {
  const { baseUrl, organizationId } = ready;
  const client = new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey, apiPrivateKey }));
  return new TurnkeySigner({ client: adapted(client), organizationId, signWith }).signMessage('hello');
}
