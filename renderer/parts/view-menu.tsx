import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import type { RowOrder } from '../../shared/model/index.ts';
import { setListView, useListView } from '../state/preferences.ts';
import '../ui/button.css';
import type { Column, GridOrder } from '../ui/grid.tsx';
import { Icon } from '../ui/icon.tsx';
import '../ui/menu.css';
import '../ui/popup.css';
import { sayProblem } from './problem.tsx';

interface View<Row> {
  readonly shown: readonly Column<Row>[];
  readonly order: RowOrder | null;
  /** Undefined for rows whose order never changes. */
  readonly gridOrder: GridOrder | undefined;
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
    menu: (
      <Base.Root modal={false}>
        <Base.Trigger className="icon-button list-view" aria-label="Columns and order" title="Columns and order">
          <Icon name="columns" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner align="end" sideOffset={2} className="layer">
            <Base.Popup className="popup menu menu-acts">
              {orders === undefined ? null : (
                <Base.Group>
                  <Base.GroupLabel className="menu-label">Order</Base.GroupLabel>
                  <Base.RadioGroup
                    value={order?.by ?? ''}
                    onValueChange={(by: string) =>
                      set({ order: by === '' ? null : { by, descending: order?.descending ?? false } })
                    }
                  >
                    <Choice value="" title="As listed" />
                    {choices
                      .filter(({ key }) => orders.includes(key))
                      .map(({ key, title }) => (
                        <Choice key={key} value={key} title={title} />
                      ))}
                  </Base.RadioGroup>
                  <Base.CheckboxItem
                    className="menu-item"
                    disabled={order === null}
                    checked={order?.descending ?? false}
                    onCheckedChange={(descending) => order !== null && set({ order: { ...order, descending } })}
                  >
                    <span className="menu-item-text">Descending</span>
                    <Base.CheckboxItemIndicator render={<span />}>
                      <Icon name="check" />
                    </Base.CheckboxItemIndicator>
                  </Base.CheckboxItem>
                </Base.Group>
              )}
              <Base.Group>
                <Base.GroupLabel className="menu-label">Columns</Base.GroupLabel>
                {choices.map(({ key, title }, index) => (
                  <Base.CheckboxItem
                    key={key}
                    className="menu-item"
                    disabled={index === 0}
                    checked={index === 0 || !hidden.includes(key)}
                    onCheckedChange={(isShown) =>
                      set({ hidden: isShown ? hidden.filter((other) => other !== key) : [...hidden, key] })
                    }
                  >
                    <span className="menu-item-text">{title}</span>
                    <Base.CheckboxItemIndicator render={<span />}>
                      <Icon name="check" />
                    </Base.CheckboxItemIndicator>
                  </Base.CheckboxItem>
                ))}
              </Base.Group>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    ),
  };
}

function Choice({ value, title }: { readonly value: string; readonly title: string }) {
  return (
    <Base.RadioItem value={value} className="menu-item">
      <span className="menu-item-text">{title}</span>
      <Base.RadioItemIndicator render={<span />}>
        <Icon name="check" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}
