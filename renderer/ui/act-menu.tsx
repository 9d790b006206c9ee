import { Menu as Base } from '@base-ui/react/menu';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Visible } from './visible.tsx';
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

interface ActRootProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The element that gets the focus when the menu closes. A dialog of the act gives the focus back to it too. */
  readonly focusAfter: () => HTMLElement | null;
  /** Null if a button names the menu. */
  readonly label: string | null;
  readonly acts: readonly Act[];
  /** The place of the menu, as Base UI's Positioner takes it. */
  readonly place: Omit<ComponentProps<typeof Base.Positioner>, 'className' | 'children'>;
  /** The button that opens it. */
  readonly children?: ReactNode;
}

/**
 * A menu of acts. A chosen act runs when the menu closes, before it has faded, so that the next key goes to the dialog
 * of the act.
 */
export function ActRoot({ isOpen, onOpenChange, focusAfter, label, acts, place, children }: ActRootProps) {
  const chosen = useRef<Act['run'] | null>(null);
  // An open menu takes the focus back to its item, so the act waits until the menu is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the menu closes
  useEffect(() => {
    const run = chosen.current;
    if (isOpen || run === null) return;
    chosen.current = null;
    focusAfter()?.focus();
    run();
  }, [isOpen]);
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      {children}
      <Base.Portal>
        <Base.Positioner {...place} className="layer">
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
                  chosen.current = run;
                }}
              >
                <Visible text={name} />
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** False once the focus is outside the menu, where an act may have put it. */
function hasFocus(): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.closest('.menu-acts') !== null;
}

/** A button with a menu of acts under it. */
export function ActMenu({ label, adds = false, acts }: ActMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <ActRoot
      isOpen={isOpen}
      onOpenChange={setOpen}
      focusAfter={() => trigger.current}
      label={null}
      acts={acts}
      place={{ align: adds ? 'start' : 'end', sideOffset: 2 }}
    >
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
    </ActRoot>
  );
}
