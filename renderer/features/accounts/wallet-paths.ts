import type { AccountRow, WalletRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';

/** Accounts looked at, the most that one question may ask for. */
const MOST = 500;

export interface WalletPaths {
  /** Paths that the wallet's accounts are known to have. */
  readonly taken: ReadonlySet<string>;
  /** The least index to propose: 0, or for a wallet not known whole the number of its accounts. */
  readonly from: number;
}

/** Which paths of a wallet are used, from the accounts that are cached. */
export async function readWalletPaths(wallet: WalletRow): Promise<WalletPaths> {
  const { rows } = await call('accounts.list', { search: wallet.walletName, offset: 0, limit: MOST });
  return pathsAmong(wallet, rows);
}

/** The same from rows that are here, which may be of other wallets too and need not be all. */
export function pathsAmong(
  { walletId, accounts }: Pick<WalletRow, 'walletId' | 'accounts'>,
  rows: readonly Pick<AccountRow, 'walletId' | 'path'>[],
): WalletPaths {
  const taken = new Set(rows.filter((row) => row.walletId === walletId).map(({ path }) => path));
  return { taken, from: taken.size < accounts ? accounts : 0 };
}
