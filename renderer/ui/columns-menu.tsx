import { Menu as Base } from '@base-ui/react/menu';
import './button.css';
import { Icon } from './icon.tsx';
import './menu.css';
import './popup.css';

/** A column in the menu. */
export interface ColumnChoice {
  readonly key: string;
  readonly title: string;
  readonly isShown: boolean;
  /** False for a column that cannot be hidden. */
  readonly canHide: boolean;
}

interface ColumnsMenuProps {
  readonly columns: readonly ColumnChoice[];
  readonly onShow: (key: string, isShown: boolean) => void;
  /** The keys of the columns that order the rows. Null for rows whose order never changes. */
  readonly orders: readonly string[] | null;
  readonly order: { readonly by: string; readonly descending: boolean } | null;
  readonly onOrder: (order: { readonly by: string; readonly descending: boolean } | null) => void;
}

/** A button with the menu of a list's columns and orders. */
export function ColumnsMenu({ columns, onShow, orders, order, onOrder }: ColumnsMenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="icon-button list-view" aria-label="Columns and order" title="Columns and order">
        <Icon name="columns" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={2} className="layer">
          <Base.Popup className="popup menu menu-acts">
            {orders === null ? null : (
              <Base.Group>
                <Base.GroupLabel className="menu-label">Order</Base.GroupLabel>
                <Base.RadioGroup
                  value={order?.by ?? ''}
                  onValueChange={(by: string) =>
                    onOrder(by === '' ? null : { by, descending: order?.descending ?? false })
                  }
                >
                  <Choice value="" title="As listed" />
                  {columns
                    .filter(({ key }) => orders.includes(key))
                    .map(({ key, title }) => (
                      <Choice key={key} value={key} title={title} />
                    ))}
                </Base.RadioGroup>
                <Base.CheckboxItem
                  className="menu-item"
                  disabled={order === null}
                  checked={order?.descending ?? false}
                  onCheckedChange={(descending) => order !== null && onOrder({ ...order, descending })}
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
              {columns.map(({ key, title, isShown, canHide }) => (
                <Base.CheckboxItem
                  key={key}
                  className="menu-item"
                  disabled={!canHide}
                  checked={isShown}
                  onCheckedChange={(checked) => onShow(key, checked)}
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
  );
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
