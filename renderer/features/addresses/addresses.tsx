import type { AddressRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { copyText } from '../../parts/copy.tsx';
import { List } from '../../parts/list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { addressesList } from '../../state/lists.ts';
import { go, openDialog, selectEntry, setSearch, useRoute } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { type Act, ActMenu } from '../../ui/act-menu.tsx';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { isRefused } from '../../words/problem.ts';
import { moment } from '../../words/time.ts';
import { entryChain } from './chains.ts';
import './addresses.css';
import { EntryInspector } from './inspector.tsx';

const COLUMNS: readonly Column<AddressRow>[] = [
  { key: 'label', title: 'Label', width: 'minmax(0, 1.4fr)', cell: ({ label }) => label },
  { key: 'address', title: 'Address', width: '132px', cell: ({ address }) => <ShortAddress text={address} /> },
  { key: 'chain', title: 'Chain', soft: true, width: '112px', from: 521, cell: (entry) => entryChain(entry) },
  { key: 'tags', title: 'Tags', soft: true, from: 781, cell: ({ tags }) => tags.join(', ') },
  {
    key: 'allowed',
    title: 'Allowed',
    width: '84px',
    from: 521,
    cell: ({ allowed }) => (allowed ? <Badge tone="proven">Allowed</Badge> : null),
  },
  {
    key: 'used',
    title: 'Last used',
    soft: true,
    width: '148px',
    from: 781,
    cell: ({ lastUsed }) => (lastUsed === null ? <span className="faint">never</span> : moment(lastUsed)),
  },
];

const actsOf = (entry: AddressRow): readonly Act[] => [
  { label: 'Edit…', run: () => openDialog({ name: 'address', entry, address: entry.address }) },
  { label: 'Copy address', run: () => void copyText('Address', entry.address) },
  { label: 'Show its history', run: () => showHistory(entry.address) },
];

function showHistory(address: string): void {
  setSearch('history', address);
  go('history', { transaction: null });
}

const EXPORTS = [
  { as: 'csv', label: 'Export CSV' },
  { as: 'json', label: 'Export JSON' },
  { as: 'bip329', label: 'Export BIP-329' },
] as const;

/** The names of the operator for addresses of others. */
export function Addresses({ title }: { readonly title: string }) {
  const entry = useRoute((route) => route.entry);
  const add = () => openDialog({ name: 'address', entry: null, address: '' });
  const writing = useAction(async (as: (typeof EXPORTS)[number]['as']) => {
    const { written } = await call('addresses.write', { as });
    if (written !== null) say(`The address book was written to ${written.path}.`);
  });
  const confirming = useAction(() => call('addresses.confirm', {}));
  return (
    <List
      title={title}
      source={addressesList}
      columns={COLUMNS}
      isSelected={entry === null ? null : (row) => row.address === entry.address && row.chain === entry.chain}
      onSelect={selectEntry}
      onDeselect={() => selectEntry(null)}
      onOpen={() => entry !== null && openDialog({ name: 'address', entry, address: entry.address })}
      actsOf={actsOf}
      onKey={(event) => {
        const copies = (event.ctrlKey || event.metaKey) && event.key === 'c' && String(getSelection()) === '';
        if (entry === null || !copies) return;
        event.preventDefault();
        void copyText('Address', entry.address);
      }}
      onProblem={
        <Button onClick={() => void confirming.run()} disabled={confirming.busy}>
          Confirm…
        </Button>
      }
      pinned={[writing.problem, confirming.problem].map((problem, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
        problem === null || isRefused(problem) ? null : <Problem key={index} error={problem} />,
      )}
      actions={
        <>
          <Button icon="plus" onClick={add}>
            Add address
          </Button>
          <Button onClick={() => openDialog({ name: 'take-addresses' })}>Import</Button>
          <ActMenu
            label="Export addresses"
            acts={EXPORTS.map(({ as, label }) => ({
              label,
              run: () => void writing.run(as),
              disabled: writing.busy,
            }))}
          />
        </>
      }
      empty={{
        about: 'The address book names addresses of others, and every question shows these names.',
        title: 'No address is named yet.',
        action: (
          <div className="empty-actions">
            <Button kind="primary" onClick={add}>
              Add address
            </Button>
            <Button onClick={() => openDialog({ name: 'take-addresses' })}>Import</Button>
          </div>
        ),
      }}
      inspector={entry === null ? null : <EntryInspector entry={entry} />}
    />
  );
}
