import type { EarnRow } from '../../../shared/model/index.ts';
import { List } from '../../parts/list.tsx';
import { useClock } from '../../state/clock.ts';
import { earnList } from '../../state/lists.ts';
import { type EarnAct, openDialog, selectEarning, useRoute } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { groupedShort } from '../../words/amount.ts';
import {
  amountWords,
  chainWords,
  dollars,
  lacksBalance,
  NOT_REPORTED,
  percent,
  staleTitle,
  yieldWords,
} from '../../words/earn.ts';
import { valueLabel } from '../../words/values.ts';
import { visibleString } from '../../words/visible.ts';
import './earn.css';
import { MovesOf } from './followed.tsx';
import { EarnInspector } from './inspector.tsx';
import { StaleChains } from './stale-chains.tsx';

const notReported = <span className="faint">{NOT_REPORTED}</span>;

const COLUMNS: readonly Column<EarnRow>[] = [
  {
    key: 'asset',
    title: 'Asset',
    width: 'minmax(0, 1.4fr)',
    cell: ({ symbol, token, ...row }) => (
      <>
        {symbol === null ? <ShortAddress text={token} /> : <Visible text={symbol} />} <Chain row={row} />
      </>
    ),
  },
  {
    key: 'account',
    title: 'Account',
    soft: true,
    from: 521,
    cell: accountCell,
  },
  { key: 'amount', title: 'Amount', end: true, width: 'minmax(0, 1.2fr)', cell: amountCell },
  {
    key: 'protocol',
    title: 'Protocol',
    soft: true,
    width: '92px',
    from: 781,
    cell: ({ protocol }) => (protocol === null ? notReported : valueLabel(protocol)),
  },
  {
    key: 'value',
    title: 'Value',
    end: true,
    width: '104px',
    from: 521,
    cell: ({ value }) => (value === null ? notReported : dollars(value)),
  },
  {
    key: 'yield',
    title: 'Yield',
    end: true,
    width: '84px',
    from: 521,
    cell: (row) =>
      row.yield === null ? notReported : <span title={yieldWords(row)}>{percent(row.yield.percent)}</span>,
  },
];

/** The chain of a row, and the age of its data when the chain could not be read. */
function Chain({ row }: { readonly row: Pick<EarnRow, 'chain' | 'stale'> }) {
  const now = useClock((clock) => clock.now);
  const { chain, stale } = row;
  return (
    <small
      className={stale === null ? 'soft' : 'earn-stale'}
      title={stale === null ? undefined : visibleString(`${staleTitle(chain)}: ${stale.why}`)}
    >
      {chainWords(row, now)}
    </small>
  );
}

function accountCell(row: EarnRow) {
  const { account } = row;
  if (account === null) return lacksBalance(row) ? notReported : <span className="faint">none of yours</span>;
  return account.label === null ? (
    <ShortAddress text={account.address} />
  ) : (
    <span title={account.address}>
      <Visible text={account.label} />
    </span>
  );
}

function amountCell(row: EarnRow) {
  const { account, amount, decimals, deployed } = row;
  if (deployed?.status === 'PENDING') return <Badge tone="care">Being deployed</Badge>;
  if (deployed?.status === 'FAILED') return <Badge tone="danger">Not deployed</Badge>;
  if (account === null && !lacksBalance(row)) return <span className="faint">nothing</span>;
  if (amount === null) return notReported;
  return (
    <span title={visibleString(amountWords(amount))}>
      {groupedShort(amount.text)}{' '}
      {amount.known ? (
        <small className="soft">
          <Visible text={amount.unit} />
        </small>
      ) : decimals === null ? (
        <small className="soft">smallest units</small>
      ) : null}
    </span>
  );
}

/** The accounts' positions in vaults that earn. */
export function Earn({ title }: { readonly title: string }) {
  const earning = useRoute((route) => route.earning);
  const profile = useProfile()?.name ?? '';
  const open = (act: EarnAct) => openDialog({ name: 'earn', act, row: null });
  return (
    <List
      title={title}
      source={earnList}
      columns={COLUMNS}
      isSelected={earning === null ? null : (row) => row.id === earning.id}
      onSelect={selectEarning}
      onDeselect={() => selectEarning(null)}
      pinned={
        <>
          <MovesOf profile={profile} />
          <StaleChains />
        </>
      }
      actions={
        <>
          <Button icon="plus" onClick={() => open('deploy')}>
            Deploy wrapper
          </Button>
          <Button icon="plus" onClick={() => open('deposit')}>
            Deposit
          </Button>
        </>
      }
      empty={{
        title: 'No earn positions yet. Deploy a wrapper around a vault to deposit into it.',
        action: (
          <>
            <Button kind="primary" onClick={() => open('deposit')}>
              Deposit
            </Button>
            <Button onClick={() => open('deploy')}>Deploy wrapper</Button>
          </>
        ),
      }}
      inspector={earning === null ? null : <EarnInspector key={earning.id} row={earning} />}
    />
  );
}
