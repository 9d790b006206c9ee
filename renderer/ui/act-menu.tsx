import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
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

interface ActPopupProps {
  /** Names the menu. Null if its button does. */
  readonly label: string | null;
  readonly acts: readonly Act[];
  /** The element that gets the focus when the menu closes. A dialog of the act gives the focus back to it too. */
  readonly focusAfter: () => HTMLElement | null;
}

/** The menu of the acts. A chosen act runs at once, before the menu has faded, so that the next key reaches its dialog. */
export const ActPopup = ({ label, acts, focusAfter }: ActPopupProps) => (
  <Base.Popup
    className="popup menu menu-acts"
    {...(label === null ? {} : { 'aria-label': label })}
    finalFocus={() => (hasFocus() ? (focusAfter() ?? true) : false)}
  >
    {acts.map(({ label: name, run, disabled = false }) => (
      <Base.Item
        key={name}
        className="menu-item"
        disabled={disabled}
        onClick={() => {
          focusAfter()?.focus();
          run();
        }}
      >
        {name}
      </Base.Item>
    ))}
  </Base.Popup>
);

/** False once the focus is outside the menu, where an act may have put it. */
function hasFocus(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.closest('.menu-acts') !== null;
}

/** A button with a menu of acts under it. */
export function ActMenu({ label, adds = false, acts }: ActMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root modal={false}>
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
          <ActPopup label={null} acts={acts} focusAfter={() => trigger.current} />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
