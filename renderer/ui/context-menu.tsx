import { Menu as Base } from '@base-ui/react/menu';
import { type Act, ActPopup } from './act-menu.tsx';

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
  return (
    <Base.Root modal={false} open={acts.length > 0} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          align="start"
          className="layer"
        >
          <ActPopup label={label} acts={acts} focusAfter={focusAfter} />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
