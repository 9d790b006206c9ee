import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { createAccount } from '@turnkey/viem';
import { adapted, type Service } from './service.ts';

export async function viem({ ready, apiPublicKey, apiPrivateKey }: Service, signWith: string): Promise<string> {
  const { baseUrl, organizationId } = ready;
  const client = new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey, apiPrivateKey }));
  const account = await createAccount({ client: adapted(client), organizationId, signWith });
  return account.signMessage({ message: 'hello' });
}
