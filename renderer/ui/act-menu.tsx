import { Menu as Base } from '@base-ui/react/menu';
import { type RefObject, useRef } from 'react';
import './button.css';
import { Icon } from './icon.tsx';
import './menu.css';
import './popup.css';

/** An action of a menu. */
export interface Act {
  /** Begins with a verb. Ends with an ellipsis when the action asks for more input. Unique in its menu. */
  readonly label: string;
  readonly run: () => void;
  readonly disabled?: boolean;
}

interface ActMenuProps {
  /** Names button and menu. */
  readonly label: string;
  /** True when the button shows a plus and its name, instead of three dots. */
  readonly adds?: boolean;
  readonly acts: readonly Act[];
}

interface ActItemsProps {
  readonly acts: readonly Act[];
  /** Gets the chosen act. The menu runs it once it is closed. */
  readonly chosen: RefObject<Act['run'] | null>;
}

/** The acts as items of a menu. */
export const ActItems = ({ acts, chosen }: ActItemsProps) =>
  acts.map(({ label, run, disabled = false }) => (
    <Base.Item
      key={label}
      className="menu-item"
      disabled={disabled}
      onClick={() => {
        chosen.current = run;
      }}
    >
      {label}
    </Base.Item>
  ));

/** A button with a menu of acts under it. */
export function ActMenu({ label, adds = false, acts }: ActMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Act['run'] | null>(null);
  const onClosed = (isOpen: boolean) => {
    const run = chosen.current;
    if (isOpen || run === null) return;
    chosen.current = null;
    // A dialog returns the focus to the element that had it when the dialog opened.
    trigger.current?.focus();
    run();
  };
  return (
    <Base.Root modal={false} onOpenChangeComplete={onClosed}>
      {adds ? (
        <Base.Trigger ref={trigger} className="button button-plain">
          <Icon name="plus" />
          <span>{label}</span>
        </Base.Trigger>
      ) : (
        <Base.Trigger ref={trigger} className="icon-button" aria-label={label} title={label}>
          <Icon name="more" />
        </Base.Trigger>
      )}
      <Base.Portal>
        <Base.Positioner align={adds ? 'start' : 'end'} sideOffset={2} className="layer">
          <Base.Popup className="popup menu menu-acts">
            <ActItems acts={acts} chosen={chosen} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
