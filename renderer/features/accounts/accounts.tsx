import { call } from '../../bridge.ts';
import { copyText } from '../../parts/copy.tsx';
import { List } from '../../parts/list.tsx';
import { go, openDialog, selectAccount, useRoute } from '../../state/route.ts';
import type { PageQuestion } from '../../state/rows.ts';
import { accountsRefresh } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import './accounts.css';
import { COLUMNS } from './columns.tsx';
import { AccountInspector } from './inspector.tsx';

const load = (question: PageQuestion) => call('accounts.list', question);

/** The accounts of the organization. */
export function Accounts({ title }: { readonly title: string }) {
  const account = useRoute((route) => route.account);
  const createWallet = () => openDialog({ name: 'create-wallet' });
  return (
    <List
      title={title}
      place="accounts"
      one="account"
      many="accounts"
      columns={COLUMNS}
      load={load}
      changed="accounts.changed"
      refresh={accountsRefresh}
      isSelected={account === null ? null : (row) => row.walletAccountId === account.walletAccountId}
      onSelect={selectAccount}
      onOpen={() => account !== null && go('sign', { account })}
      onKey={(event) => {
        const copies = (event.ctrlKey || event.metaKey) && event.key === 'c' && String(getSelection()) === '';
        if (account === null || !copies) return;
        event.preventDefault();
        void copyText('Address', account.address);
      }}
      actions={
        <>
          <Button icon="plus" onClick={() => openDialog({ name: 'add-accounts', walletId: account?.walletId ?? null })}>
            Add accounts
          </Button>
          <Button icon="plus" onClick={createWallet}>
            Create wallet
          </Button>
        </>
      }
      empty={{
        title: 'No accounts yet. A wallet holds the accounts you sign with.',
        action: (
          <Button kind="primary" onClick={createWallet}>
            Create wallet
          </Button>
        ),
      }}
      inspector={account === null ? null : <AccountInspector account={account} />}
    />
  );
}
