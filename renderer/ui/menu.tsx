import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  /** Drawn before the label: a colour, an icon. */
  readonly sign?: ReactNode;
  /** Set for one choice of several. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** Name of the menu. */
  readonly label: string;
  /** Content of the button that opens it, which is also its name. */
  readonly button: ReactNode;
  readonly items: readonly MenuItem[];
}

/** A button that opens a menu under it. The browser closes it on Escape and on a click elsewhere. */
export function Menu({ label, button, items }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };

  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        className="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={(event) => {
          const isOpen = event.newState === 'open';
          setOpen(isOpen);
          if (isOpen)
            (entries().find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries()[0])?.focus();
        }}
        onKeyDown={move}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            className="menu-item"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            aria-description={item.note}
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              item.onSelect();
            }}
          >
            {item.sign}
            <span className="menu-item-text">
              <span>{item.label}</span>
              {item.note === undefined ? null : (
                <span className="caption faint" aria-hidden="true">
                  {item.note}
                </span>
              )}
            </span>
            {item.checked === true ? <Icon name="check" /> : null}
          </button>
        ))}
      </div>
    </>
  );
}
