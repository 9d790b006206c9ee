import { TurnkeyClient } from '@turnkey/http';
import { type EthereumWalletInterface, WalletStamper } from '@turnkey/wallet-stamper';
import type { Service } from './service.ts';

/** A wallet of the person stamps. Its compressed public key is registered with API_KEY_CURVE_SECP256K1. */
export async function walletStamper({ ready }: Service, wallet: EthereumWalletInterface): Promise<string> {
  const client = new TurnkeyClient({ baseUrl: ready.baseUrl }, new WalletStamper(wallet));
  const { username } = await client.getWhoami({ organizationId: ready.organizationId });
  return username;
}
