import type { ReactNode } from 'react';
import type { WalletListRow } from '../../../shared/model/index.ts';
import { List } from '../../parts/list.tsx';
import { walletsList } from '../../state/lists.ts';
import { openDialog, selectWallet, useRoute } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { backupWords } from '../../words/backup.ts';
import { actsOf, showAccountsOf } from './wallet-acts.ts';
import { WalletInspector } from './wallet-inspector.tsx';

const COLUMNS: readonly Column<WalletListRow>[] = [
  { key: 'name', title: 'Name', width: 'minmax(0, 1.4fr)', cell: ({ walletName }) => walletName },
  {
    key: 'accounts',
    title: 'Accounts',
    end: true,
    width: '68px',
    from: 361,
    cell: ({ accounts }) => <span className={accounts === 0 ? 'faint' : undefined}>{accounts}</span>,
  },
  {
    key: 'chains',
    title: 'Chains',
    soft: true,
    width: 'minmax(0, 1.2fr)',
    from: 601,
    cell: ({ chains }) => <span title={chains.join(', ')}>{chains.join(', ')}</span>,
  },
  {
    key: 'exported',
    title: 'Exported',
    width: '76px',
    cell: ({ exported }) => (exported ? <Badge tone="care">Exported</Badge> : <span className="faint">No</span>),
  },
  {
    key: 'imported',
    title: 'Imported',
    width: '76px',
    from: 721,
    cell: ({ imported }) => (imported ? <Badge tone="plain">Imported</Badge> : <span className="faint">No</span>),
  },
  {
    key: 'backup',
    title: 'Backup',
    width: '104px',
    from: 461,
    cell: ({ backup }) => {
      const words = backupWords(backup);
      return words === null ? null : words.tone === 'care' ? (
        <Badge tone="care">{words.short}</Badge>
      ) : (
        <span className="soft">{words.short}</span>
      );
    },
  },
];

interface WalletListProps {
  readonly title: string;
  /** The sections as a menu after the title. */
  readonly menu: ReactNode;
}

/** The wallets of the organization. */
export function WalletList({ title, menu }: WalletListProps) {
  const wallet = useRoute((route) => route.wallet);
  const addAccounts = () => openDialog({ name: 'add-accounts', walletId: wallet?.walletId ?? null });
  const createWallet = () => openDialog({ name: 'create-wallet' });
  const importWallet = () => openDialog({ name: 'import', kind: 'wallet' });
  return (
    <List
      title={title}
      source={walletsList}
      columns={COLUMNS}
      menu={menu}
      isSelected={wallet === null ? null : (row) => row.walletId === wallet.walletId}
      onSelect={selectWallet}
      onOpen={() => wallet !== null && showAccountsOf(wallet)}
      actsOf={actsOf}
      onDeselect={() => selectWallet(null)}
      actions={
        <>
          <Button icon="plus" data-act="true" onClick={addAccounts}>
            Add accounts
          </Button>
          <Button onClick={importWallet}>Import…</Button>
          <Button icon="plus" onClick={createWallet}>
            Create wallet
          </Button>
        </>
      }
      empty={{
        title: 'No wallets yet.',
        action: (
          <div className="empty-actions">
            <Button onClick={importWallet}>Import…</Button>
            <Button kind="primary" data-act="true" onClick={createWallet}>
              Create wallet
            </Button>
          </div>
        ),
      }}
      inspector={wallet === null ? null : <WalletInspector key={wallet.walletId} wallet={wallet} />}
    />
  );
}
