// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid draws a few of many rows, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the one tab stop and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import './grid.css';
import { nextRow } from './grid-keys.ts';
import { topOf } from './grid-scale.ts';
import { trackOf } from './grid-tracks.ts';
import { useGridWindow } from './use-grid-window.ts';
import { visible } from './visible.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly mono?: boolean;
  readonly soft?: boolean;
  readonly end?: boolean;
  /** Its track of the CSS grid. By default it shares the rest of the width. */
  readonly width?: string;
  /** The width of the list in pixels from which the column is shown. By default it always is. */
  readonly from?: number;
  /** True for a column without a track: its cells lie over the end of the row. */
  readonly isOver?: boolean;
}

/** The order of the rows, for the headings of the columns that can set it. */
export interface GridOrder {
  /** The keys of the columns that order the rows. */
  readonly by: readonly string[];
  readonly current: { readonly by: string; readonly descending: boolean } | null;
  readonly onOrder: (key: string) => void;
}

/** The rows that are selected for an action on several. */
export interface GridMarks<Row> {
  readonly isMarked: (row: Row) => boolean;
  readonly onToggle: (index: number) => void;
  readonly onAll: () => void;
  /** The number of selected rows, and of all. */
  readonly number: number;
  readonly total: number;
}

interface GridProps<Row> {
  readonly label: string;
  /** The stylesheet of the feature finds the grid by the class `grid-NAME`. */
  readonly layout: string;
  readonly columns: readonly Column<Row>[];
  /** The content of a heading row, or null for all other rows. The selection steps over headings. */
  readonly headingOf?: ((row: Row) => ReactNode) | undefined;
  readonly count: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowHeight: number;
  /** Headings that are lower than other rows, by their positions in rising order. Absent when all rows have one height. */
  readonly headings?: readonly number[] | undefined;
  /** The height of these headings. */
  readonly headingHeight?: number | undefined;
  /** The row that is selected, or -1. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Rows `first` to `last` came into view. */
  readonly onView: (first: number, last: number) => void;
  /** Enter on the selected row. */
  readonly onOpen?: (() => void) | undefined;
  /** Other keys, while the grid has the focus. */
  readonly onKey?: ((event: KeyboardEvent) => void) | undefined;
  /** Sees each key first. Returns true for one that it handled. */
  readonly onKeyFirst?: ((event: KeyboardEvent) => boolean) | undefined;
  /** Each row has a checkbox. Absent for none. */
  readonly marks?: GridMarks<Row> | undefined;
  /** Absent for rows whose order never changes. */
  readonly order?: GridOrder | undefined;
  /** A right click on a row, or the menu key on the selected one. `at` is in pixels of the window. */
  readonly onMenu?: ((index: number, at: { readonly x: number; readonly y: number }) => void) | undefined;
}

const HEAD = 32;
const NO_HEADINGS: readonly number[] = [];

/**
 * A table of any length that draws only the rows in view. One tab stop. Arrows, Home, End and Page keys move the
 * selection.
 */
export function Grid<Row>({
  label,
  layout,
  columns: declared,
  headingOf,
  count,
  rowAt,
  rowHeight,
  headings = NO_HEADINGS,
  headingHeight = rowHeight,
  active,
  onActive,
  onView,
  onOpen,
  onKey,
  onKeyFirst,
  marks,
  order,
  onMenu,
}: GridProps<Row>) {
  const id = useId();
  const heights = useMemo(
    () => ({ row: rowHeight, heading: headingHeight, headings }),
    [rowHeight, headingHeight, headings],
  );
  const { scroller, width, first, last, base, place, height, most, page, show } = useGridWindow(count, heights, HEAD);
  const columns = useMemo(() => declared.filter(({ from = 0 }) => width === 0 || width >= from), [declared, width]);
  const tracks = columns.filter(({ isOver }) => isOver !== true).map(trackOf);
  useEffect(() => onView(first, Math.max(last, 0)), [onView, first, last]);
  const headingAt = (index: number): ReactNode => {
    const row = rowAt(index);
    return row === undefined || headingOf === undefined ? null : headingOf(row);
  };

  /** The first row at or beyond an index that is no heading. Null for none. */
  const besideHeadings = (index: number, way: 1 | -1): number | null => {
    let row = index;
    while (headingAt(row) !== null) row += way;
    return row >= 0 && row < count ? row : null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (onKeyFirst?.(event) === true) return;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      onKey?.(event);
      return;
    }
    const next = nextRow(event.key, active, count, page());
    if (next !== null) {
      event.preventDefault();
      const way = next > 0 && next < active ? -1 : 1;
      const row = besideHeadings(next, way) ?? besideHeadings(next, way === 1 ? -1 : 1);
      if (row !== null) onActive(row);
      show(next);
      if (row !== null) show(row);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onOpen?.();
    } else onKey?.(event);
  };

  // Refs keep unchanged rows from being drawn again when the selection moves.
  const handlers = useRef({ onActive, onOpen, onToggle: marks?.onToggle });
  useEffect(() => {
    handlers.current = { onActive, onOpen, onToggle: marks?.onToggle };
  });
  const choose = useCallback((index: number) => handlers.current.onActive(index), []);
  const open = useCallback(() => handlers.current.onOpen?.(), []);
  const toggle = useCallback((index: number) => handlers.current.onToggle?.(index), []);
  const markOf = (row: Row | undefined) => (marks === undefined || row === undefined ? null : marks.isMarked(row));

  const openMenu = (event: MouseEvent<HTMLDivElement>) => {
    if (onMenu === undefined) return;
    event.preventDefault();
    const row = (event.target as Element).closest<HTMLElement>('[data-index]');
    // The menu key has no row under the pointer: it means the selected one.
    const shown = row ?? scroller.current?.querySelector<HTMLElement>('[data-index][aria-selected="true"]');
    if (shown == null) return;
    const { left, bottom } = shown.getBoundingClientRect();
    onMenu(
      Number(shown.dataset.index),
      row === null ? { x: left + 20, y: bottom } : { x: event.clientX, y: event.clientY },
    );
  };

  const isDrawn = active >= first && active <= last;
  const drawn = Array.from({ length: last - first + 1 }, (_row, at) => first + at);
  return (
    <div
      ref={scroller}
      className={`grid grid-${layout} tabular`}
      data-marks={marks === undefined ? undefined : marks.number > 0 ? 'some' : 'none'}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (marks === undefined ? 0 : 1)}
      aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
      tabIndex={0}
      style={{ '--columns': tracks.join(' ') } as CSSProperties}
      onKeyDown={onKeyDown}
      onContextMenu={openMenu}
    >
      <div role="row" aria-rowindex={1} className="grid-head">
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={order === undefined ? undefined : sortOf(column.key, order)}
            className={cellClass(column)}
            title={column.title === '' ? undefined : column.title}
          >
            {order?.by.includes(column.key) === true ? (
              <button type="button" tabIndex={-1} className="grid-order" onClick={() => order.onOrder(column.key)}>
                {column.title}
                <span className="grid-order-sign" aria-hidden="true" />
              </button>
            ) : (
              column.title
            )}
          </div>
        ))}
        {marks === undefined ? null : (
          <div role="columnheader" aria-colindex={columns.length + 1} className="grid-mark">
            <Mark
              label="Select all rows"
              isOn={marks.number > 0 && marks.number === marks.total}
              onToggle={marks.onAll}
            />
          </div>
        )}
      </div>
      <div role="rowgroup" className="grid-rows" style={{ height }}>
        <div role="presentation" style={{ transform: `translateY(${place}px)` }}>
          {drawn.map((index) => (
            <GridRow
              // Elements are reused: a row that enters the view takes the element of a row that left it.
              key={index % most}
              id={`${id}-${index}`}
              index={index}
              row={rowAt(index)}
              heading={headingAt(index)}
              columns={columns as readonly Column<unknown>[]}
              top={topOf(index, heights) - topOf(base, heights)}
              height={topOf(index + 1, heights) - topOf(index, heights)}
              isActive={index === active}
              isMarked={markOf(rowAt(index))}
              onToggle={toggle}
              onActive={choose}
              onOpen={open}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface GridRowProps {
  readonly id: string;
  readonly index: number;
  /** Undefined until it is loaded. */
  readonly row: unknown;
  readonly heading: ReactNode;
  readonly columns: readonly Column<unknown>[];
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  /** Null for a row without a checkbox. */
  readonly isMarked: boolean | null;
  readonly onToggle: (index: number) => void;
  readonly onActive: (index: number) => void;
  readonly onOpen: () => void;
}

const GridRow = memo(function GridRow({
  id,
  index,
  row,
  heading,
  columns,
  top,
  height,
  isActive,
  isMarked,
  ...on
}: GridRowProps) {
  const style: CSSProperties = { transform: `translateY(${top}px)`, height };
  if (heading !== null)
    return (
      <div role="row" aria-rowindex={index + 2} className="grid-row grid-heading" style={style}>
        <div role="gridcell" aria-colspan={columns.length} className="grid-cell cut">
          {visible(heading)}
        </div>
      </div>
    );
  return (
    <div
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      className="grid-row"
      style={style}
      onClick={() => on.onActive(index)}
      onDoubleClick={on.onOpen}
    >
      {columns.map((column, at) => (
        <div key={column.key} role="gridcell" aria-colindex={at + 1} className={cellClass(column)}>
          {row === undefined ? <span className="grid-waiting" /> : visible(column.cell(row))}
        </div>
      ))}
      {isMarked === null ? null : (
        <div role="gridcell" aria-colindex={columns.length + 1} className="grid-mark">
          <Mark label="Select row" isOn={isMarked} onToggle={() => on.onToggle(index)} />
        </div>
      )}
    </div>
  );
});

/** The checkbox of a row. It comes last in the document and is drawn first. */
function Mark({
  label,
  isOn,
  onToggle,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <label onClick={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
      <input type="checkbox" tabIndex={-1} aria-label={label} checked={isOn} onChange={onToggle} />
    </label>
  );
}

function sortOf(key: string, { by, current }: GridOrder): 'ascending' | 'descending' | 'none' | undefined {
  if (!by.includes(key)) return undefined;
  if (current?.by !== key) return 'none';
  return current.descending ? 'descending' : 'ascending';
}

function cellClass<Row>(column: Column<Row>): string {
  const classes = [
    `grid-cell cut grid-cell-${column.key}`,
    column.mono ? 'mono' : '',
    column.soft ? 'soft' : '',
    column.end ? 'grid-cell-end' : '',
  ];
  return classes.filter(Boolean).join(' ');
}
