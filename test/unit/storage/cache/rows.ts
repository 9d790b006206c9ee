import type { Cache } from '../../../../electron/storage/cache/index.ts';
import type { CachedWallet } from '../../../../electron/storage/cache/writer.ts';
import type { AccountRow } from '../../../../shared/model/index.ts';

/** An account row that differs from every other by its index. */
export function accountRow(index: number, changes: Partial<AccountRow> = {}): AccountRow {
  return {
    walletAccountId: `account-${index}`,
    walletId: `wallet-${index % 3}`,
    walletName: `Treasury ${index % 3}`,
    name: index % 2 === 0 ? `Account ${index}` : null,
    address: `0x${index.toString(16).padStart(40, '0')}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    curve: 'CURVE_SECP256K1',
    path: `m/44'/60'/0'/0/${index}`,
    publicKey: '02'.repeat(33),
    caip2Prefix: 'eip155',
    exported: index % 2 === 0,
    imported: false,
    createdAt: 1_745_383_555_000 + index,
    ...changes,
  };
}

/** One whole refresh of a profile's accounts. `at` is milliseconds since the epoch. */
export function replaceAccounts(
  { writer }: Pick<Cache, 'writer'>,
  profile: string,
  wallets: readonly CachedWallet[],
  accounts: readonly AccountRow[],
  at: number,
): void {
  const refresh = writer.beginAccounts(profile);
  refresh.add(accounts);
  refresh.commit(wallets, at);
}
