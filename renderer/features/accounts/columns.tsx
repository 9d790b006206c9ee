import type { AccountRow } from '../../../shared/model/index.ts';
import { ShortAddress } from '../../ui/address.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { accountName } from '../../words/account.ts';
import { chainLabel } from '../../words/chain.ts';

/** Risk that a list must show: a key that left the service, or that came from outside. */
export function AccountFlags({ account }: { readonly account: AccountRow }) {
  return (
    <>
      {account.exported ? <Badge tone="care">Exported</Badge> : null}
      {account.imported ? <Badge tone="plain">Imported</Badge> : null}
    </>
  );
}

export const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: (account) => (account.name === null ? <span className="faint">{accountName(account)}</span> : account.name),
  },
  { key: 'address', title: 'Address', cell: (account) => <ShortAddress text={account.address} /> },
  {
    key: 'chain',
    title: 'Chain',
    soft: true,
    cell: (account) => <span title={account.caip2Prefix ?? undefined}>{chainLabel(account)}</span>,
  },
  { key: 'path', title: 'Path', mono: true, soft: true, cell: (account) => account.path },
  { key: 'wallet', title: 'Wallet', soft: true, cell: (account) => account.walletName },
  { key: 'state', title: 'State', cell: (account) => <AccountFlags account={account} /> },
];
