import { type AccountRow, formatLabel, PAYER_FORMATS } from '../../shared/model/index.ts';
import { shorten } from './address.ts';

/** Returns true when payments are composed for the account. */
export function canSend({ addressFormat }: Pick<AccountRow, 'addressFormat'>): boolean {
  return PAYER_FORMATS.has(addressFormat);
}

/** Returns the name of an account for a list that shows its address and wallet beside it. */
export function accountName(account: Pick<AccountRow, 'name' | 'addressFormat'>): string {
  return account.name ?? `${formatLabel(account.addressFormat)} account`;
}

/** Returns the name of an account that stands alone: its own name, or its wallet and the ends of its address. */
export function accountTitle(account: Pick<AccountRow, 'name' | 'walletName' | 'address'>): string {
  return account.name ?? `${account.walletName} ${shorten(account.address)}`;
}
