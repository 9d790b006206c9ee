import { type ReactNode, useEffect } from 'react';
import type { PrivateKeyRow } from '../../../shared/model/index.ts';
import { List } from '../../parts/list.tsx';
import { privateKeysList } from '../../state/lists.ts';
import { organizationRefresh } from '../../state/organization.ts';
import { openDialog, selectPrivateKey, useRoute } from '../../state/route.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/grid.tsx';
import { Badge } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { valueLabel } from '../../words/values.ts';
import { actsOf } from './private-key-acts.ts';
import { PrivateKeyInspector } from './private-key-inspector.tsx';
import { createPrivateKey } from './requests.ts';

const tagName = ({ id, name }: PrivateKeyRow['tags'][number]) => name ?? id;

const COLUMNS: readonly Column<PrivateKeyRow>[] = [
  { key: 'name', title: 'Name', width: 'minmax(0, 1.3fr)', cell: ({ name }) => name },
  {
    key: 'curve',
    title: 'Curve',
    soft: true,
    width: '84px',
    from: 661,
    cell: ({ curve }) => valueLabel(curve),
  },
  {
    key: 'addresses',
    title: 'Addresses',
    width: '150px',
    from: 361,
    cell: ({ addresses: [first, ...others] }) =>
      first === undefined ? (
        <span className="faint">None</span>
      ) : (
        <>
          <ShortAddress text={first.address} />
          {others.length === 0 ? null : <span className="faint"> +{others.length}</span>}
        </>
      ),
  },
  {
    key: 'tags',
    title: 'Tags',
    soft: true,
    from: 521,
    cell: ({ tags }) => <Visible text={tags.map(tagName).join(', ')} />,
  },
  {
    key: 'state',
    title: 'State',
    width: 'minmax(76px, 0.5fr)',
    cell: ({ exported, imported }) => (
      <>
        {exported ? <Badge tone="care">Exported</Badge> : null}
        {imported ? <Badge tone="plain">Imported</Badge> : null}
      </>
    ),
  },
];

interface PrivateKeyListProps {
  readonly title: string;
  /** The sections as a menu after the title. */
  readonly menu: ReactNode;
}

/** The private keys of the organization that belong to no wallet. */
export function PrivateKeyList({ title, menu }: PrivateKeyListProps) {
  const key = useRoute((route) => route.privateKey);
  // The forms choose tags by their names.
  useEffect(() => void organizationRefresh.start({}), []);
  const create = () => openDialog({ name: 'operation', asked: createPrivateKey() });
  const importKey = () => openDialog({ name: 'import', kind: 'key' });
  return (
    <List
      title={title}
      source={privateKeysList}
      columns={COLUMNS}
      menu={menu}
      isSelected={key === null ? null : (row) => row.privateKeyId === key.privateKeyId}
      onSelect={selectPrivateKey}
      actsOf={actsOf}
      onDeselect={() => selectPrivateKey(null)}
      actions={
        <>
          <Button icon="plus" data-act="true" onClick={create}>
            Create private key
          </Button>
          <Button onClick={importKey}>Import key…</Button>
        </>
      }
      empty={{
        title: 'No private keys.',
        action: (
          <div className="empty-actions">
            <Button onClick={importKey}>Import key…</Button>
            <Button kind="primary" data-act="true" onClick={create}>
              Create private key
            </Button>
          </div>
        ),
      }}
      inspector={key === null ? null : <PrivateKeyInspector key={key.privateKeyId} selected={key} />}
    />
  );
}
