import type { Bench } from '../unit/engine/harness.ts';

/** Makes wallets whose backup has more than two chunks. */
export async function fillBackup({ engine }: Bench): Promise<void> {
  const accounts = Array.from({ length: 1000 }, (_, index) => ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }));
  for (const walletName of ['Many', 'More']) {
    const { requestId } = await engine.requests.prepare('create_wallet', { walletName, accounts });
    await engine.requests.submit(requestId);
  }
}
