import { type Act, ActRoot } from './act-menu.tsx';

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
    <ActRoot
      isOpen={acts.length > 0}
      onOpenChange={(isOpen) => isOpen || onClose()}
      focusAfter={focusAfter}
      label={label}
      acts={acts}
      place={{ anchor: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }, align: 'start' }}
    />
  );
}
