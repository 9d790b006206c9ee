import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { TurnkeySigner } from '@turnkey/solana';
import { adapted, type Service } from './service.ts';

export async function solana(
  { ready, apiPublicKey, apiPrivateKey }: Service,
  address: string,
  message: Uint8Array,
): Promise<Uint8Array> {
  const { baseUrl, organizationId } = ready;
  const client = new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey, apiPrivateKey }));
  return new TurnkeySigner({ client: adapted(client), organizationId }).signMessage(message, address);
}
