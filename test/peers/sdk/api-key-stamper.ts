import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import type { Service } from './service.ts';

/** Without any client: the exact text that was stamped is what is sent. */
export async function apiKeyStamper({ ready, apiPublicKey, apiPrivateKey }: Service): Promise<string> {
  const body = JSON.stringify({ organizationId: ready.organizationId });
  const { stampHeaderName, stampHeaderValue } = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).stamp(body);
  const response = await fetch(`${ready.baseUrl}/public/v1/query/whoami`, {
    method: 'POST',
    headers: { [stampHeaderName]: stampHeaderValue },
    body,
  });
  const { username } = (await response.json()) as { username: string };
  return username;
}
