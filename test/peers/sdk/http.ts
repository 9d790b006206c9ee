import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import type { Service } from './service.ts';

export async function http({ ready, apiPublicKey, apiPrivateKey }: Service): Promise<string> {
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
  const client = new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper);
  const { username } = await client.getWhoami({ organizationId: ready.organizationId });
  return username;
}
