import { Menu as Base } from '@base-ui/react/menu';
import { useRef } from 'react';
import { type Act, ActItems } from './act-menu.tsx';
import './menu.css';
import './popup.css';

interface ContextMenuProps {
  /** Names the menu. */
  readonly label: string;
  /** Its upper left corner in pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** Empty while it is closed. */
  readonly acts: readonly Act[];
  readonly onClose: () => void;
  /** Gets the focus when the menu closes. */
  readonly focusAfter: () => HTMLElement | null;
}

/** A menu of acts at a place of the window, without a button. */
export function ContextMenu({ label, at: { x, y }, acts, onClose, focusAfter }: ContextMenuProps) {
  const chosen = useRef<Act['run'] | null>(null);
  const onClosed = (isOpen: boolean) => {
    const run = chosen.current;
    chosen.current = null;
    if (!isOpen) run?.();
  };
  return (
    <Base.Root
      modal={false}
      open={acts.length > 0}
      onOpenChange={(isOpen) => isOpen || onClose()}
      onOpenChangeComplete={onClosed}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          align="start"
          className="layer"
        >
          <Base.Popup className="popup menu menu-acts" aria-label={label} finalFocus={() => focusAfter() ?? true}>
            <ActItems acts={acts} chosen={chosen} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
