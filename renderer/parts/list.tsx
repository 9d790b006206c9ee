import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { LIST_NAMES, type ListName, type RowOrder } from '../../shared/model/index.ts';
import { sentence } from '../language/sentence.ts';
import { touchClock, useClock } from '../state/clock.ts';
import { onComeBack } from '../state/come-back.ts';
import type { ListSource } from '../state/lists.ts';
import type { Marks } from '../state/marks.ts';
import { usePreferences } from '../state/preferences.ts';
import { type ListPlace, setSearch, useRoute } from '../state/route.ts';
import { useRows } from '../state/rows.ts';
import { useSession } from '../state/session.ts';
import { useSelection } from '../state/use-selection.ts';
import { NO_WORK, type Refresh } from '../state/work.ts';
import type { Act } from '../ui/act-menu.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Badge } from '../ui/notice.tsx';
import { Empty, Place as PlaceFrame } from '../ui/place.tsx';
import { freshness, SILENT_AFTER } from '../words/freshness.ts';
import { sentenceCase } from '../words/labels.ts';
import { count, counted } from '../words/number.ts';
import { isInvalid, problemWords } from '../words/problem.ts';
import './list.css';
import {
  Nearest,
  NeverRead,
  NoRows,
  type Nothing,
  NotRefreshed,
  ReadingRows,
  useRefreshProblem,
} from './list-states.tsx';
import { Problem } from './problem.tsx';
import { useRowMenu } from './row-menu.tsx';
import { SearchField } from './search-field.tsx';
import { SelectionBar, useSelected, writeRows } from './selection.tsx';
import { Unordered } from './unordered.tsx';
import { useView } from './view-menu.tsx';

interface ListProps<Row> {
  readonly title: string;
  readonly source: ListSource<Row>;
  readonly columns: readonly Column<Row>[];
  /** Names the list when the place has several. */
  readonly layout?: string;
  /** Stands after the title. */
  readonly menu?: ReactNode;
  /** The owner starts the first refresh. */
  readonly isRefreshed?: boolean;
  /** Lines of text in a row. One when absent. */
  readonly lines?: 1 | 2;
  /** The content of a heading row, or null for all other rows. */
  readonly headingOf?: (row: Row) => ReactNode;
  /** Null while nothing is selected. */
  readonly isSelected: ((row: Row) => boolean) | null;
  readonly onSelect: (row: Row) => void;
  /** Closes the details. Escape does it, and then clears the search. */
  readonly onDeselect: () => void;
  /** Enter or a double click on the selected row. */
  readonly onOpen?: () => void;
  /** The actions on a row, in the menu of a right click. Absent for none. */
  readonly actsOf?: (row: Row) => readonly Act[];
  /** Other keys, while the rows have the focus. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** The actions of the place. An empty list offers its one action instead. */
  readonly actions?: ReactNode;
  /** Further actions when the rows cannot be read, beside the retry. */
  readonly onProblem?: ReactNode;
  /** Writes the selected rows to a file. Absent for the lists that `lists.write` knows. */
  readonly onExport?: (marks: Marks, order: RowOrder | null) => void;
  /** The list's own action on the selected rows. */
  readonly markedAction?: ReactNode;
  /** Stands above the rows, whatever is searched for. */
  readonly pinned?: ReactNode;
  /** The reason that the service has nothing newer. Null or absent otherwise. */
  readonly heldUp?: string | null;
  /** Stands for the number of rows while nothing is searched. */
  readonly counted?: string | undefined;
  /** Stands at the end of the status line of rows that exist on this machine only. */
  readonly foot?: string;
  readonly empty: Nothing;
  /** The details of the selected row. */
  readonly inspector: ReactNode;
}

/** Pixels of a row by its lines. */
const ROW_HEIGHTS = { compact: { 1: 28, 2: 44 }, comfortable: { 1: 36, 2: 56 } } as const;

/**
 * A place with a list and an inspector. It shows cached rows at once and refreshes them in the background. Search,
 * selection and keys are the same in every list.
 */
export function List<Row>({
  title,
  source,
  isSelected,
  empty,
  lines = 1,
  isRefreshed = false,
  ...rest
}: ListProps<Row>) {
  const { place, one, many, refresh } = source;
  const search = useRoute((route) => route.search[place] ?? '');
  const layout = rest.layout ?? place;
  const { shown, order, gridOrder, endOrder, menu: viewMenu } = useView(layout, rest.columns, source.orders);
  const heights = ROW_HEIGHTS[usePreferences().rows];
  const { total, found, headings, refreshedAt, near, problem, rows } = useRows(source, search, order);
  const { running } = (refresh ?? NO_WORK).use();
  const refreshProblem = useRefreshProblem(refresh, refreshedAt);
  const profile = useSession((session) => session.app?.profile ?? '');
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRefreshed) void refresh?.start({});
  }, [refresh, isRefreshed]);
  const { isShared = false } = source;
  useEffect(() => {
    if (isShared) return onComeBack(() => void refresh?.start({}));
    return undefined;
  }, [isShared, refresh]);

  const view = useCallback((first: number, last: number) => rows.view(first, last), [rows]);
  const { headingOf } = rest;
  const isHeading = useCallback((row: Row) => headingOf !== undefined && headingOf(row) !== null, [headingOf]);
  const { active, select } = useSelection(rows, isSelected, rest.onSelect, isHeading);
  const selected = useSelected(place, source.idOf, { rows, search, total: found ?? total ?? 0, active });
  const rowMenu = useRowMenu({ rows, select, actsOf: rest.actsOf, selected, grid: column });
  const exportMarked =
    rest.onExport ??
    (isListName(place) ? (marks: Marks, by: RowOrder | null) => void writeRows(place, search, by, marks) : null);
  const onKey = (event: KeyboardEvent) => {
    const isLeft = event.key === 'Escape' && (isSelected !== null || search !== '');
    if (!isLeft) return rest.onKey?.(event);
    event.preventDefault();
    if (isSelected === null) setSearch(place, '');
    else rest.onDeselect();
  };
  const isEmpty = total === 0;
  const neverRead = refresh !== null && isEmpty && search === '' && refreshedAt === null && !running;
  const isFirst = refresh !== null && isEmpty && search === '' && refreshedAt === null && running;
  return (
    <PlaceFrame
      title={title}
      menu={rest.menu}
      tools={
        <SearchField
          label={`Search ${many}`}
          filters={source.filters}
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
      <div ref={column} className="list-column" data-filtered={search !== ''}>
        {rest.pinned}
        {problem === null ? null : order !== null && isInvalid(problem) ? (
          <Unordered error={problem} onEnd={endOrder} />
        ) : (
          <div className="list-problem">
            <Problem
              error={problem}
              action={
                <>
                  {rest.onProblem}
                  <Button onClick={() => rows.invalidate()}>Try again</Button>
                </>
              }
            />
          </div>
        )}
        {refreshProblem === null ? null : neverRead ? (
          <NeverRead problem={refreshProblem} />
        ) : (
          <NotRefreshed {...{ many, refresh, refreshedAt }} problem={refreshProblem} hasRows={!isEmpty} />
        )}
        {isFirst ? <ReadingRows {...{ many, profile }} /> : null}
        {/* A list that was empty stays so while it is read again, with its action. */}
        {isEmpty && search === '' && (!running || refreshedAt !== null) ? (
          neverRead ? (
            <Empty
              title={`${sentenceCase(many)} of ${profile} were never read.`}
              action={
                <Button kind="primary" onClick={() => void refresh?.start({})}>
                  Check connection
                </Button>
              }
            />
          ) : (
            <NoRows
              empty={empty}
              refreshedAt={refreshProblem === null ? null : refreshedAt}
              onCheck={() => void refresh?.start({})}
            />
          )
        ) : null}
        {isEmpty && search !== '' ? (
          <Empty
            title={`No ${one} matches “${search}”.`}
            action={
              <>
                {near === null ? null : (
                  <Nearest near={near} typed={search} onShow={(text) => setSearch(place, text)} />
                )}
                <Button onClick={() => setSearch(place, '')}>Show all {many}</Button>
              </>
            }
          />
        ) : null}
        {isEmpty ? null : (
          <div className="list-grid">
            <Grid
              label={title}
              layout={layout}
              columns={shown}
              headingOf={headingOf}
              count={total ?? 0}
              rowAt={rows.rowAt}
              rowHeight={heights[lines]}
              headings={headings}
              headingHeight={heights[1]}
              active={active}
              onActive={select}
              onView={view}
              onOpen={rest.onOpen}
              onKey={onKey}
              onKeyFirst={selected?.onKey}
              marks={selected?.grid}
              order={gridOrder}
              onMenu={rowMenu.onMenu}
            />
            {viewMenu}
          </div>
        )}
        {rowMenu.menu}
        {selected === null || selected.number === 0 || exportMarked === null ? (
          <footer className="status-line tabular">
            <span role="status">
              {total === null || isFirst
                ? ''
                : found === null
                  ? 'Counting'
                  : search === ''
                    ? (rest.counted ?? counted(found, one, many))
                    : `${count(found)} found`}
            </span>
            {refresh === null ? (
              rest.foot === undefined ? null : (
                <span className="freshness cut" title={rest.foot}>
                  {rest.foot}
                </span>
              )
            ) : (
              <Freshness
                what={many}
                work={refresh}
                problem={refreshProblem}
                refreshedAt={refreshedAt}
                heldUp={rest.heldUp ?? null}
              />
            )}
          </footer>
        ) : (
          <SelectionBar
            number={selected.number}
            onClear={selected.clear}
            onExport={() => exportMarked(selected.marks, order)}
            action={rest.markedAction}
          />
        )}
      </div>
      {rest.inspector}
    </PlaceFrame>
  );
}

/** The lists whose rows main can write to a file. */
const isListName = (place: ListPlace): place is ListPlace & ListName =>
  (LIST_NAMES as readonly ListPlace[]).includes(place);

interface FreshnessProps {
  /** "accounts", as in "Refresh accounts". */
  readonly what: string;
  readonly work: Refresh;
  /** The error of the last refresh. Null for none. */
  readonly problem: unknown;
  readonly refreshedAt: number | null;
  readonly heldUp: string | null;
}

/** The age of a list, with the refresh button. */
function Freshness({ what, work, problem, refreshedAt, heldUp }: FreshnessProps) {
  const now = useClock((clock) => clock.now);
  const service = useSession((session) => session.app?.service.state ?? 'unknown');
  const { running, heardAt, progress } = work.use();
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(touchClock, heardAt + SILENT_AFTER - Date.now());
    return () => clearTimeout(timer);
  }, [running, heardAt]);
  const failed = problem !== null;
  const words = freshness({ refreshedAt, now, refreshing: running, heardAt, failed, service, heldUp });
  return (
    <div className="freshness">
      <span role="status" title={problem === null ? undefined : problemWords(problem).message}>
        <Badge tone={words.tone}>{words.text}</Badge>
      </span>
      {running && progress !== null ? <span className="cut">{sentence(progress.text)}</span> : null}
      <IconButton
        icon={running ? 'close' : 'refresh'}
        label={running ? 'Stop refreshing' : `Refresh ${what}`}
        onClick={() => (running ? work.cancel() : void work.start({}))}
      />
    </div>
  );
}
