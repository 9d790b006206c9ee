// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid draws a few of many rows, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the one tab stop and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import './grid.css';
import { nextRow } from './grid-keys.ts';
import { visible } from './visible.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly mono?: boolean;
  readonly soft?: boolean;
  readonly end?: boolean;
}

interface GridProps<Row> {
  readonly label: string;
  /** Names the column layout in the stylesheet of the feature: `grid-NAME` sets `--columns`. */
  readonly layout: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowHeight: number;
  /** The row that is selected, or -1. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Rows `first` to `last` came into view. */
  readonly onView: (first: number, last: number) => void;
  /** Enter on the selected row. */
  readonly onOpen?: (() => void) | undefined;
  /** Other keys, while the grid has the focus. */
  readonly onKey?: ((event: KeyboardEvent) => void) | undefined;
}

const HEAD = 32;

/** A table of any length that draws only what is in view. One tab stop; arrows, Home, End and Page keys move the selection. */
export function Grid<Row>({
  label,
  layout,
  columns,
  count,
  rowAt,
  rowHeight,
  active,
  onActive,
  onView,
  onOpen,
  onKey,
}: GridProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
  });
  const rows = virtual.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => onView(first, last), [onView, first, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height is what asks for a new measure
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      onKey?.(event);
      return;
    }
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / rowHeight);
    const next = nextRow(event.key, active, count, page);
    if (next !== null) {
      event.preventDefault();
      onActive(next);
      virtual.scrollToIndex(next, { align: 'auto' });
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onOpen?.();
    } else onKey?.(event);
  };

  const isDrawn = rows.some((row) => row.index === active);
  return (
    <div
      ref={scroller}
      className={`grid grid-${layout} tabular`}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className="grid-head">
        {columns.map((column, index) => (
          <div key={column.key} role="columnheader" aria-colindex={index + 1} className={cellClass(column)}>
            {column.title}
          </div>
        ))}
      </div>
      <div role="rowgroup" className="grid-rows" style={{ height: virtual.getTotalSize() }}>
        {rows.map((item) => {
          const row = rowAt(item.index);
          return (
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={item.index === active}
              className="grid-row"
              style={{ transform: `translateY(${item.start - HEAD}px)`, height: rowHeight }}
              onClick={() => onActive(item.index)}
              onDoubleClick={onOpen}
            >
              {columns.map((column, index) => (
                <div key={column.key} role="gridcell" aria-colindex={index + 1} className={cellClass(column)}>
                  {row === undefined ? <span className="grid-waiting" /> : visible(column.cell(row))}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
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
