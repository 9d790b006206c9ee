import type { ReactNode } from 'react';
import { chainName, type HistoryLine, type HistoryRow, type RowOrder } from '../../../shared/model/index.ts';
import { sentence } from '../../language/sentence.ts';
import { copyText } from '../../parts/copy.tsx';
import { columnsOfLines, groupHeading } from '../../parts/groups.tsx';
import { List } from '../../parts/list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { chosenIn } from '../../parts/selection.tsx';
import { historyList } from '../../state/lists.ts';
import type { Marks } from '../../state/marks.ts';
import { useListView } from '../../state/preferences.ts';
import { go, openDialog, selectTransaction, setSearch, useRoute } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { createRefresh, useOwn } from '../../state/work.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { Visible } from '../../ui/visible.tsx';
import { groupedShort } from '../../words/amount.ts';
import { DIRECTION_WORDS, STATE_WORDS } from '../../words/history.ts';
import { counted } from '../../words/number.ts';
import { heldUpBy } from '../../words/readings.ts';
import { shortMoment, timeOfDay } from '../../words/time.ts';
import { visibleString } from '../../words/visible.ts';
import { Filters } from './filters.tsx';
import './history.css';
import { TransactionInspector } from './inspector.tsx';
import { Readings, useReadings } from './readings.tsx';

/** A column of transactions. */
function column(key: string, title: string, cell: (row: HistoryRow) => ReactNode, more = {}): Column<HistoryRow> {
  return { key, title, cell, ...more };
}

const COLUMNS: readonly Column<HistoryRow>[] = [
  column('time', 'Time', ({ time }) => timeOfDay(time), { soft: true, width: '48px' }),
  column('direction', 'Direction', ({ direction }) => DIRECTION_WORDS[direction], {
    soft: true,
    width: '84px',
    from: 521,
  }),
  column(
    'counterparty',
    'Counterparty',
    ({ counterparty }) =>
      counterparty === null ? (
        <span className="faint">A new contract</span>
      ) : counterparty.label === null ? (
        <ShortAddress text={counterparty.address} />
      ) : (
        <span title={counterparty.address}>
          <Visible text={counterparty.label} />
        </span>
      ),
    { width: 'minmax(120px, 1fr)' },
  ),
  column(
    'amount',
    'Amount',
    ({ amount, incoming, more }) =>
      amount === null ? (
        <span className="faint">none</span>
      ) : (
        <span title={visibleString(`${amount.text} ${amount.unit}`)}>
          {incoming ? '+' : '−'}
          {groupedShort(amount.text)}{' '}
          <small className="soft">
            <Visible text={amount.unit} />
          </small>
          {more === 0 ? null : <small className="faint"> +{more}</small>}
        </span>
      ),
    { end: true, width: 'minmax(88px, 1.5fr)' },
  ),
  column('chain', 'Chain', ({ chain }) => <span title={chain}>{chainName(chain)}</span>, {
    soft: true,
    width: '112px',
    from: 701,
  }),
  column(
    'state',
    'State',
    ({ state }) =>
      state === 'finalized' ? null : <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>,
    { width: '100px' },
  ),
];

/** The further room that a time with its date takes, in pixels. */
const DATE = 56;
/** In an order there are no days above the rows, so the time has its date. */
const ORDERED_COLUMNS = columnsOfLines(
  COLUMNS.map((each) =>
    each.key === 'time'
      ? column('time', 'Time', ({ time }) => shortMoment(time), { soft: true, width: `${48 + DATE}px` })
      : each.from === undefined
        ? each
        : { ...each, from: each.from + DATE },
  ),
);
const GROUPED_COLUMNS = columnsOfLines(COLUMNS);

const actsOf = (line: HistoryLine): readonly Act[] => {
  if (!('id' in line) || line.counterparty === null) return [];
  const { address, label } = line.counterparty;
  return [
    { label: 'All with this address', run: () => setSearch('history', address) },
    { label: 'Copy address', run: () => void copyText('Address', address) },
    ...(label === null
      ? [{ label: 'Add label…', run: () => openDialog({ name: 'address', entry: null, address }) }]
      : []),
  ];
};

const select = (line: HistoryLine) => {
  if ('id' in line) selectTransaction(line.id);
};

const writing = createRefresh('history.write');
interface Wanted {
  readonly search: string;
  readonly order: RowOrder | null;
  /** The selected transactions. Null is all that are shown. */
  readonly marks: Marks | null;
}

async function write(as: 'csv' | 'json', { search, order, marks }: Wanted): Promise<void> {
  await writing.start({ as, search, ...(order === null ? {} : { order }), chosen: chosenIn(marks) });
  const { problem, result } = writing.use.getState();
  const written = result?.written ?? null;
  if (problem === null && written !== null)
    say(`${counted(written.transactions, 'transaction')} written to ${written.path}.`);
}

/** The transfers to and from the accounts: by day, newest first, or in the order of a column. */
export function History({ title }: { readonly title: string }) {
  const id = useRoute((route) => route.transaction);
  const search = useRoute((route) => route.search.history ?? '');
  const { order } = useListView('history');
  const { running, progress, problem } = useOwn(writing);
  const readings = useReadings();
  const hasNoNode = useProfile()?.kind === 'local' && readings.length === 0;
  return (
    <List
      title={title}
      source={historyList}
      columns={order === null ? GROUPED_COLUMNS : ORDERED_COLUMNS}
      onExport={(marks, by) => void write('csv', { search, order: by, marks })}
      headingOf={groupHeading}
      isSelected={id === null ? null : (line) => 'id' in line && line.id === id}
      onSelect={select}
      onDeselect={() => selectTransaction(null)}
      actsOf={actsOf}
      pinned={
        <>
          <Filters />
          <Readings readings={readings} />
          {running ? (
            <div className="list-problem">
              <Notice
                tone="plain"
                title={progress === null ? 'Writing' : sentence(progress.text)}
                action={<Button onClick={writing.cancel}>Stop</Button>}
              />
            </div>
          ) : problem === null ? null : (
            <div className="list-problem">
              <Problem error={problem} />
            </div>
          )}
        </>
      }
      actions={
        <>
          <Button icon="export" onClick={() => void write('csv', { search, order, marks: null })} disabled={running}>
            Export CSV
          </Button>
          <Button kind="quiet" onClick={() => void write('json', { search, order, marks: null })} disabled={running}>
            Export JSON
          </Button>
        </>
      }
      heldUp={heldUpBy(readings)}
      empty={{
        about: 'History lists the transactions of your accounts.',
        title: hasNoNode ? 'They are read from a node that you name. Add an RPC endpoint.' : 'None was found yet.',
        action: hasNoNode ? (
          <Button kind="primary" onClick={() => go('settings', { section: 'network' })}>
            Add an RPC endpoint
          </Button>
        ) : (
          <Button kind="primary" onClick={() => void historyList.refresh.start({})}>
            Refresh
          </Button>
        ),
      }}
      inspector={
        id === null ? null : (
          <TransactionInspector
            key={id}
            id={id}
            onLabel={(address) => openDialog({ name: 'address', entry: null, address })}
          />
        )
      }
    />
  );
}
