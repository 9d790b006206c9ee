import { type AccountRow, formatLabel } from '../../shared/model/index.ts';
import { shorten } from './address.ts';

/** What an account is called in a list that shows its address and wallet beside it. */
export function accountName(account: Pick<AccountRow, 'name' | 'addressFormat'>): string {
  return account.name ?? `${formatLabel(account.addressFormat)} account`;
}

/** What an account is called where it stands alone: its name, or its wallet and the ends of its address. */
export function accountTitle(account: Pick<AccountRow, 'name' | 'walletName' | 'address'>): string {
  return account.name ?? `${account.walletName} ${shorten(account.address)}`;
}
