import { type ReactNode, useMemo } from 'react';
import type { RowOrder } from '../../shared/model/index.ts';
import { setListView, useListView } from '../state/preferences.ts';
import { ColumnsMenu } from '../ui/columns-menu.tsx';
import type { Column, GridOrder } from '../ui/grid.tsx';
import { sayProblem } from './problem.tsx';

interface View<Row> {
  readonly shown: readonly Column<Row>[];
  readonly order: RowOrder | null;
  /** Undefined for rows whose order never changes. */
  readonly gridOrder: GridOrder | undefined;
  /** Goes back to the list's own order. */
  readonly endOrder: () => void;
  /** The button with the menu of columns and orders. */
  readonly menu: ReactNode;
}

/** The next order by a column: ascending, descending, the list's own. */
export function nextOrder(current: RowOrder | null, by: string): RowOrder | null {
  if (current?.by !== by) return { by, descending: false };
  return current.descending ? null : { by, descending: true };
}

/** The columns and the order that the operator chose for a list. Main keeps them. */
export function useView<Row>(
  layout: string,
  columns: readonly Column<Row>[],
  orders: readonly string[] | undefined,
): View<Row> {
  const { hidden, order: kept } = useListView(layout);
  const order = kept !== null && orders?.includes(kept.by) === true ? kept : null;
  const shown = useMemo(
    () => columns.filter(({ key }, index) => index === 0 || !hidden.includes(key)),
    [columns, hidden],
  );
  const set = (change: Parameters<typeof setListView>[1]) => void setListView(layout, change).catch(sayProblem);
  const choices = columns.filter(({ isOver }) => isOver !== true);
  return {
    shown,
    order,
    gridOrder:
      orders === undefined
        ? undefined
        : { by: orders, current: order, onOrder: (by) => set({ order: nextOrder(order, by) }) },
    endOrder: () => set({ order: null }),
    menu: (
      <ColumnsMenu
        columns={choices.map(({ key, title }, index) => ({
          key,
          title,
          isShown: index === 0 || !hidden.includes(key),
          canHide: index > 0,
        }))}
        onShow={(key, isShown) => set({ hidden: isShown ? hidden.filter((other) => other !== key) : [...hidden, key] })}
        orders={orders ?? null}
        order={order}
        onOrder={(wanted) => set({ order: wanted })}
      />
    ),
  };
}
