import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { EventName } from '../../shared/ipc/index.ts';
import { usePreferences } from '../state/preferences.ts';
import { type Place as PlaceName, setSearch, useRoute } from '../state/route.ts';
import { type LoadPage, useRows } from '../state/rows.ts';
import { useSelection } from '../state/use-selection.ts';
import type { Refresh } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Empty, Place } from '../ui/place.tsx';
import { count, counted } from '../words/number.ts';
import { Freshness } from './freshness.tsx';
import './list.css';
import { Problem } from './problem.tsx';
import { SearchField } from './search-field.tsx';

interface ListProps<Row> {
  readonly title: string;
  /** Names the search that is kept, and the layout of the columns in the stylesheet of the feature: `grid-NAME`. */
  readonly place: PlaceName;
  readonly one: string;
  readonly many: string;
  readonly columns: readonly Column<Row>[];
  /** Reads one page of the rows that are cached. */
  readonly load: LoadPage<Row>;
  /** The event after which the rows are read again. */
  readonly changed: EventName;
  /** Has main read them from the service; started with the screen. */
  readonly refresh: Refresh;
  /** Null while nothing is selected. */
  readonly isSelected: ((row: Row) => boolean) | null;
  readonly onSelect: (row: Row) => void;
  /** Enter or a double click on the selected row. */
  readonly onOpen?: () => void;
  /** Other keys, while the rows have the focus. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** What can be done here; an empty list offers its one action instead. */
  readonly actions?: ReactNode;
  readonly empty: { readonly title: string; readonly action: ReactNode };
  /** All there is about the selected row. */
  readonly inspector: ReactNode;
}

/** A place that is a list with an inspector: cached rows at once, refreshed behind; search, selection and keys as in every list. */
export function List<Row>({ title, place, one, many, refresh, isSelected, empty, ...rest }: ListProps<Row>) {
  const search = useRoute((route) => route.search[place] ?? '');
  const rowHeight = usePreferences((preferences) => (preferences.rows === 'compact' ? 28 : 36));
  const { total, refreshedAt, problem, rows } = useRows(rest.load, rest.changed, search);
  const { running } = refresh.use();
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => void refresh.start({}), [refresh]);

  const view = useCallback((first: number, last: number) => rows.view(first, last), [rows]);
  const { active, select } = useSelection(rows, isSelected, rest.onSelect);
  const isEmpty = total === 0;
  return (
    <Place
      title={title}
      tools={
        <SearchField
          label={`Search ${many}`}
          value={search}
          onChange={(text) => setSearch(place, text)}
          onLeave={() => {
            if (isSelected === null) select(0);
            column.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
          }}
        />
      }
      actions={isEmpty && search === '' ? null : rest.actions}
    >
      <div ref={column} className="list-column">
        {problem === null ? null : (
          <div className="list-problem">
            <Problem error={problem} action={<Button onClick={() => rows.invalidate()}>Try again</Button>} />
          </div>
        )}
        {isEmpty && search === '' && !running ? <Empty {...empty} /> : null}
        {isEmpty && search !== '' ? (
          <Empty
            title={`No ${one} matches “${search}”.`}
            action={<Button onClick={() => setSearch(place, '')}>Show all {many}</Button>}
          />
        ) : null}
        {isEmpty ? null : (
          <Grid
            label={title}
            layout={place}
            columns={rest.columns}
            count={total ?? 0}
            rowAt={rows.rowAt}
            rowHeight={rowHeight}
            active={active}
            onActive={select}
            onView={view}
            onOpen={rest.onOpen}
            onKey={rest.onKey}
          />
        )}
        <footer className="status-line tabular">
          <span role="status">
            {total === null ? '' : search === '' ? counted(total, one, many) : `${count(total)} found`}
          </span>
          <Freshness what={many} work={refresh} refreshedAt={refreshedAt} />
        </footer>
      </div>
      {rest.inspector}
    </Place>
  );
}
