import { Turnkey } from '@turnkey/sdk-server';
import type { ClientKey, StartedService } from '../contract/start-service.ts';

/**
 * The official client in the type that an adapter requires. Each adapter was built with another version of the client's
 * package.
 */
export function adapterClient<Client>({ client }: StartedService): Client {
  return client as unknown as Client;
}

/** The official server package's client for a key, without retries of the activity poller. */
export function serverClient(
  { ready, organizationId }: StartedService,
  { publicKey, privateKey }: ClientKey,
  defaultOrganizationId = organizationId,
) {
  return new Turnkey({
    apiBaseUrl: ready.baseUrl,
    defaultOrganizationId,
    apiPublicKey: publicKey,
    apiPrivateKey: privateKey,
    activityPoller: { intervalMs: 1, numRetries: 0 },
  }).apiClient();
}

/** The time of a request by the server package: each is made a millisecond later, because equal bytes are the same request. */
export function stampedAt({ clock }: StartedService): { readonly timestampMs: string } {
  clock.now += 1;
  return { timestampMs: String(clock.now) };
}

/** Makes a wallet with one account. Returns the account's address and public key. */
export async function makeAccount(
  service: StartedService,
  account: Parameters<StartedService['client']['createWallet']>[0]['parameters']['accounts'][number],
): Promise<{ readonly address: string; readonly publicKey: string }> {
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `Adapter ${account.path}`, accounts: [account] }),
  );
  const { walletId } = activity.result.createWalletResult ?? { walletId: '' };
  const { accounts } = await service.client.getWalletAccounts({ organizationId: service.organizationId, walletId });
  return { address: accounts[0]?.address ?? '', publicKey: accounts[0]?.publicKey ?? '' };
}

export const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

export const SOLANA = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
} as const;
