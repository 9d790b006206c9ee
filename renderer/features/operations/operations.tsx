import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../../parts/copy.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { go, selectOperation, setSearch, useRoute } from '../../state/route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { type Column, Grid } from '../../ui/grid.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Empty, Place } from '../../ui/place.tsx';
import { Mono, Visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { Ask } from './ask.tsx';
import { ENTRIES, type Entry, elsewhere, find } from './catalog.ts';
import { groupedLines, type Line } from './groups.ts';
import './operations.css';
import { worded } from '../../language/worded.ts';
import { Submit } from './submit.tsx';

/** A cell of an operation. It is empty in a heading. */
const cellOf = (cell: (entry: Entry) => ReactNode) => (line: Line) => ('heading' in line ? null : cell(line.entry));

const COLUMNS: readonly Column<Line>[] = [
  {
    key: 'title',
    title: 'Operation',
    cell: cellOf(({ label, operation }) => <span title={worded(operation.summary)}>{label}</span>),
  },
  {
    key: 'kind',
    title: 'Kind',
    width: '56px',
    soft: true,
    end: true,
    cell: cellOf(({ operation }) => (operation.kind === 'activity' ? 'Change' : 'Read')),
  },
];

/** The control that takes the focus first. */
const FIRST_CONTROL = '.operation-fields :is(input, select, textarea, button), .operation-actions :last-child';

/** Every operation of the service on the left. The form of the chosen one and its outcome on the right. */
export function Operations({ title }: { readonly title: string }) {
  const chosen = useRoute((route) => route.operation);
  const search = useRoute((route) => route.search.operations ?? '');
  const { rows, recentOperations } = usePreferences();
  const rowHeight = rows === 'compact' ? 28 : 36;
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const lines = useMemo(
    () => (search === '' ? groupedLines(recentOperations) : find(search).map((entry) => ({ entry }))),
    [search, recentOperations],
  );
  /** The chosen line. An operation that was used lately has two. */
  const [line, setLine] = useState(-1);
  const entry = ENTRIES.find(({ operation }) => operation.name === chosen);
  const isOf = (at: Line | undefined) => at !== undefined && 'entry' in at && at.entry === entry;
  const active = isOf(lines[line]) ? line : lines.findLastIndex(isOf);
  const choose = (index: number) => {
    const at = lines[index];
    setLine(index);
    selectOperation(at !== undefined && 'entry' in at ? at.entry.operation.name : null);
  };
  const toList = () => list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  const leave = () => {
    selectOperation(null);
    toList();
  };
  return (
    <Place
      title={title}
      tools={
        <SearchField
          label="Search operations"
          value={search}
          onChange={(text) => setSearch('operations', text)}
          onLeave={() => {
            if (active < 0) choose(lines.findIndex((at) => 'entry' in at));
            toList();
          }}
        />
      }
    >
      <div ref={list} className="list-column operations-list">
        {lines.length === 0 ? (
          <Empty
            title={`No operation matches “${search}”.`}
            action={<Button onClick={() => setSearch('operations', '')}>Show all operations</Button>}
          />
        ) : (
          <Grid
            label={title}
            layout="operations"
            columns={COLUMNS}
            headingOf={headingOf}
            count={lines.length}
            rowAt={(index) => lines[index]}
            rowHeight={rowHeight}
            active={active}
            onActive={choose}
            onView={ignore}
            onOpen={() => pane.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus()}
          />
        )}
        <footer className="status-line tabular">
          <span role="status">{search === '' ? counted(ENTRIES.length, 'operation') : `${lines.length} found`}</span>
        </footer>
      </div>
      {entry === undefined ? (
        <div className="operations-none">
          <Empty title="Choose an operation. The confirmation window asks before a change is signed." />
        </div>
      ) : (
        <section
          ref={pane}
          key={entry.operation.name}
          className="operation"
          aria-label="Operation"
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Escape' && !event.defaultPrevented && !hasOptions(event.target)) leave();
          }}
        >
          <header className="operation-header">
            <div>
              <h2>{entry.label}</h2>
              <p className="soft">
                <Visible text={worded(entry.operation.summary)} />
              </p>
              <p className="caption mono faint selectable">{entry.operation.name}</p>
            </div>
            <IconButton icon="close" label="Close details" onClick={leave} />
          </header>
          <Chosen entry={entry} />
        </section>
      )}
    </Place>
  );
}

const headingOf = (line: Line): ReactNode => ('heading' in line ? <strong>{line.heading}</strong> : null);

function Chosen({ entry }: { readonly entry: Entry }) {
  const where = elsewhere(entry.operation);
  if (where === null) return entry.operation.kind === 'activity' ? <Submit entry={entry} /> : <Ask entry={entry} />;
  const command = `castellan call ${entry.operation.name}`;
  return (
    <div className="operation-body">
      <Notice
        tone="plain"
        title="Not from this form"
        action={
          where === 'accounts' ? (
            <Button onClick={() => go('accounts')}>Go to accounts</Button>
          ) : (
            <CopyButton what="Command" text={command} />
          )
        }
      >
        {where === 'accounts' ? (
          <p>
            This operation exports a key. Use Accounts: it proves the address and shows the key in the confirmation
            window only.
          </p>
        ) : (
          <p>
            This operation carries a secret, which must not enter this window. Use the command line:{' '}
            <Mono text={command} />.
          </p>
        )}
      </Notice>
    </div>
  );
}

/** Escape closes the open options of a control first. */
const hasOptions = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true';

const ignore = () => undefined;
