import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../bridge.ts';
import { Freshness } from '../../parts/freshness.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { copyText } from '../../state/copy.ts';
import { usePreferences } from '../../state/preferences.ts';
import { go, openDialog, selectAccount, setSearch, useRoute } from '../../state/route.ts';
import type { PageQuestion } from '../../state/rows.ts';
import { useRows } from '../../state/use-rows.ts';
import { useSelection } from '../../state/use-selection.ts';
import { accountsRefresh, useWork } from '../../state/work.ts';
import { Button } from '../../ui/button.tsx';
import { Grid } from '../../ui/grid.tsx';
import { Empty, ListColumn, Place } from '../../ui/place.tsx';
import { count, counted } from '../../words/number.ts';
import './accounts.css';
import { COLUMNS } from './columns.tsx';
import { AccountInspector } from './inspector.tsx';

const load = (question: PageQuestion) => call('accounts.list', question);

/** The accounts of the organization: cached rows at once, refreshed behind. */
export function Accounts() {
  const account = useRoute((route) => route.account);
  const search = useRoute((route) => route.search.accounts);
  const rowHeight = usePreferences((preferences) => (preferences.rows === 'compact' ? 28 : 36));
  const { total, refreshedAt, problem, list } = useRows(load, 'accounts.changed', search);
  const { running } = useWork(accountsRefresh);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => void accountsRefresh.start({}), []);

  const view = useCallback((first: number, last: number) => list.view(first, last), [list]);
  const { active, select } = useSelection(
    list,
    account === null ? null : (row) => row.walletAccountId === account.walletAccountId,
    selectAccount,
  );
  const focusGrid = () => frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();

  const isEmpty = total === 0;
  return (
    <Place
      title="Accounts"
      tools={
        <SearchField
          label="Search accounts"
          value={search}
          onChange={(text) => setSearch('accounts', text)}
          onLeave={() => {
            if (account === null) select(0);
            focusGrid();
          }}
        />
      }
      actions={
        isEmpty && search === '' ? null : (
          <>
            <Button
              icon="plus"
              onClick={() => openDialog({ name: 'add-accounts', walletId: account?.walletId ?? null })}
            >
              Add accounts
            </Button>
            <Button icon="plus" onClick={() => openDialog({ name: 'create-wallet' })}>
              Create wallet
            </Button>
          </>
        )
      }
    >
      <div ref={frame} className="list-frame">
        <ListColumn
          status={
            <>
              <span role="status">
                {total === null ? '' : search === '' ? counted(total, 'account') : `${count(total)} found`}
              </span>
              <Freshness what="accounts" work={accountsRefresh} refreshedAt={refreshedAt} />
            </>
          }
        >
          {problem === null ? null : (
            <div className="list-problem">
              <Problem error={problem} action={<Button onClick={() => list.invalidate()}>Try again</Button>} />
            </div>
          )}
          {isEmpty && search === '' && !running ? (
            <Empty
              title="No accounts yet. A wallet holds the accounts you sign with."
              action={
                <Button kind="primary" onClick={() => openDialog({ name: 'create-wallet' })}>
                  Create wallet
                </Button>
              }
            />
          ) : null}
          {isEmpty && search !== '' ? (
            <Empty
              title={`No account matches “${search}”.`}
              action={<Button onClick={() => setSearch('accounts', '')}>Show all accounts</Button>}
            />
          ) : null}
          {isEmpty ? null : (
            <Grid
              label="Accounts"
              layout="accounts"
              columns={COLUMNS}
              count={total ?? 0}
              rowAt={(index) => list.rowAt(index)}
              rowHeight={rowHeight}
              active={active}
              onActive={select}
              onView={view}
              onOpen={() => account !== null && go('sign', { account })}
              onKey={(event) => {
                if (
                  account !== null &&
                  (event.ctrlKey || event.metaKey) &&
                  event.key === 'c' &&
                  String(getSelection()) === ''
                ) {
                  event.preventDefault();
                  void copyText('Address', account.address);
                }
              }}
            />
          )}
        </ListColumn>
      </div>
      {account === null ? null : <AccountInspector account={account} />}
    </Place>
  );
}
