import { TurnkeyClient } from '@turnkey/core';
import { Turnkey } from '@turnkey/sdk-server';
import type { Service } from './service.ts';

/** In a browser: its key never leaves it, and whoever has a key already registers it. */
export async function core({ ready, apiPublicKey, apiPrivateKey }: Service, userId: string): Promise<string> {
  const { baseUrl, authUrl, organizationId } = ready;
  const client = new TurnkeyClient({ apiBaseUrl: baseUrl, authProxyUrl: authUrl, organizationId });
  await client.init();
  const publicKey = await client.createApiKeyPair();
  await client.overrideApiKeyStamper({ temporaryPublicKey: publicKey });

  const operator = new Turnkey({
    apiBaseUrl: baseUrl,
    defaultOrganizationId: organizationId,
    apiPublicKey,
    apiPrivateKey,
  });
  await operator.apiClient().createApiKeys({
    userId,
    apiKeys: [{ apiKeyName: 'Browser', publicKey, curveType: 'API_KEY_CURVE_P256' }],
  });

  const { username } = await client.httpClient.getWhoami({ organizationId });
  return username;
}
