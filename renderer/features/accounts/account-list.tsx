import type { ReactNode } from 'react';
import { type AccountRow, chainLabel } from '../../../shared/model/index.ts';
import { copyText } from '../../parts/copy.tsx';
import { List } from '../../parts/list.tsx';
import { accountsList } from '../../state/lists.ts';
import { isSingleKey } from '../../state/preferences.ts';
import { go, openDialog, selectAccount, toggleReceiving, useRoute } from '../../state/route.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { accountName, canSend } from '../../words/account.ts';
import { canReceive } from '../../words/receive.ts';
import { BalanceCell } from './balance.tsx';
import { AccountInspector } from './inspector.tsx';

const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'minmax(0, 1.5fr)',
    cell: (account) => (account.name === null ? <span className="faint">{accountName(account)}</span> : account.name),
  },
  { key: 'address', title: 'Address', width: '132px', cell: ({ address }) => <ShortAddress text={address} /> },
  {
    key: 'chain',
    title: 'Chain',
    soft: true,
    width: '112px',
    from: 621,
    cell: (account) => <span title={account.caip2Prefix ?? undefined}>{chainLabel(account)}</span>,
  },
  {
    key: 'balance',
    title: 'Balance',
    end: true,
    width: '152px',
    from: 801,
    cell: (account) => <BalanceCell account={account} />,
  },
  { key: 'path', title: 'Path', mono: true, soft: true, width: '136px', from: 961, cell: ({ path }) => path },
  { key: 'wallet', title: 'Wallet', soft: true, from: 521, cell: ({ walletName }) => walletName },
  {
    key: 'state',
    title: 'State',
    width: '116px',
    // The risks shown in the list: an exported key, and an imported one. The export of another account of its wallet is none.
    cell: ({ exported, imported, keyExported }) => (
      <>
        {keyExported === true ? <Badge tone="care">Exported</Badge> : null}
        {exported && keyExported === undefined ? <Badge tone="care">Wallet exported</Badge> : null}
        {imported ? <Badge tone="plain">Imported</Badge> : null}
      </>
    ),
  },
];

/** The actions on an account, for the menu of its row. */
const actsOf = (account: AccountRow): readonly Act[] => [
  ...(canSend(account) ? [{ label: 'Send', run: () => go('send', { account }) }] : []),
  { label: 'Sign…', run: () => go('sign', { account }) },
  ...(canReceive(account) ? [{ label: 'Receive', run: toggleReceiving }] : []),
  { label: 'Copy address', run: () => void copyText('Address', account.address) },
  { label: 'Add accounts…', run: () => openDialog({ name: 'add-accounts', walletId: account.walletId }) },
  { label: 'Export account', run: () => openDialog({ name: 'export', of: { kind: 'account', account } }) },
  { label: 'Move to another service…', run: () => openDialog({ name: 'move', walletId: account.walletId }) },
];

interface AccountListProps {
  readonly title: string;
  /** The sections as a menu after the title. */
  readonly menu: ReactNode;
}

/** The accounts of the organization. */
export function AccountList({ title, menu }: AccountListProps) {
  const account = useRoute((route) => route.account);
  const importAny = () => openDialog({ name: 'import', kind: null });
  const createWallet = () => openDialog({ name: 'create-wallet' });
  return (
    <List
      title={title}
      source={accountsList}
      columns={COLUMNS}
      menu={menu}
      isSelected={account === null ? null : (row) => row.walletAccountId === account.walletAccountId}
      onSelect={selectAccount}
      onDeselect={() => selectAccount(null)}
      onOpen={() => account !== null && go('sign', { account })}
      actsOf={actsOf}
      onKey={(event) => {
        if (account === null || event.repeat) return;
        const held = event.ctrlKey || event.metaKey;
        if (held && event.key === 'c' && String(getSelection()) === '') void copyText('Address', account.address);
        else if (isSingleKey(event) && event.key === 'r' && canReceive(account)) toggleReceiving();
        else if (isSingleKey(event) && event.key === 's' && canSend(account)) go('send', { account });
        else return;
        event.preventDefault();
      }}
      actions={
        <>
          <Button icon="plus" onClick={() => openDialog({ name: 'add-accounts', walletId: account?.walletId ?? null })}>
            Add accounts
          </Button>
          <Button onClick={importAny}>Import…</Button>
          <Button icon="plus" onClick={createWallet}>
            Create wallet
          </Button>
        </>
      }
      empty={{
        title: 'No accounts yet. A wallet holds the accounts you sign with.',
        action: (
          <div className="empty-actions">
            <Button onClick={importAny}>Import…</Button>
            <Button kind="primary" onClick={createWallet}>
              Create wallet
            </Button>
          </div>
        ),
      }}
      inspector={account === null ? null : <AccountInspector account={account} />}
    />
  );
}
