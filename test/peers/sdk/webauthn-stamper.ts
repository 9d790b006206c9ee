import { TurnkeyClient } from '@turnkey/http';
import { WebauthnStamper } from '@turnkey/webauthn-stamper';
import type { Service } from './service.ts';

/** In a page of `rpId`: a passkey stamps that createAuthenticators has registered for the person. */
export async function webauthnStamper({ ready }: Service, rpId: string): Promise<string> {
  const client = new TurnkeyClient({ baseUrl: ready.baseUrl }, new WebauthnStamper({ rpId }));
  const { username } = await client.getWhoami({ organizationId: ready.organizationId });
  return username;
}
