import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import './button.css';
import { Icon } from './icon.tsx';
import './menu.css';
import './popup.css';

/** What can be done with something. */
export interface Act {
  /** Verb first; what asks more before it is done ends with an ellipsis. Unlike all others of its menu. */
  readonly label: string;
  readonly run: () => void;
  readonly disabled?: boolean;
}

interface ActMenuProps {
  /** Names button and menu. */
  readonly label: string;
  /** Whether the button shows its name, after a plus; three dots otherwise. */
  readonly adds?: boolean;
  readonly acts: readonly Act[];
}

/** A button with a menu of acts under it. */
export function ActMenu({ label, adds = false, acts }: ActMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Act['run'] | null>(null);
  const onClosed = (isOpen: boolean) => {
    const run = chosen.current;
    if (isOpen || run === null) return;
    chosen.current = null;
    // A dialog gives the focus back to where it was when it was opened.
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
            {acts.map(({ label: name, run, disabled = false }) => (
              <Base.Item
                key={name}
                className="menu-item"
                disabled={disabled}
                onClick={() => {
                  chosen.current = run;
                }}
              >
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
