import { TurnkeyClient } from '@turnkey/core';
import type { ReadyLine } from '../../../shared/processes/index.ts';

/** In a page: its key is made there and never leaves it; `register` has somebody who has a key already add the public one. */
export async function core(
  { baseUrl, authUrl, organizationId }: ReadyLine,
  register: (publicKey: string) => Promise<void>,
): Promise<string> {
  const client = new TurnkeyClient({ apiBaseUrl: baseUrl, authProxyUrl: authUrl, organizationId });
  await client.init();
  const publicKey = await client.createApiKeyPair();
  await client.overrideApiKeyStamper({ temporaryPublicKey: publicKey });
  await register(publicKey);
  const { username } = await client.httpClient.getWhoami({ organizationId });
  return username;
}
