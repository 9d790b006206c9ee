import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** Asked for by the close button and Escape; the owner then stops rendering the dialog. */
  readonly onClose: () => void;
  /** False while work is under way that Escape must not walk away from. */
  readonly closable?: boolean;
  /** Name of the close button where closing does more than close. */
  readonly closeLabel?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * A native modal dialog: focus is trapped and given back by the browser.
 * Escape is routed through `onClose`, because a dialog may have a secret to wipe first.
 */
export function Dialog({ title, onClose, closable = true, closeLabel = 'Close', wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog${wide ? ' dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onKeyDown={(event) => {
        // A second Escape closes a native dialog even when `cancel` was refused.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (closable) onClose();
      }}
    >
      <header className="dialog-header">
        <h2 id={id}>{title}</h2>
        {closable ? <IconButton icon="close" label={closeLabel} onClick={onClose} /> : null}
      </header>
      {children}
    </dialog>
  );
}

interface DialogBodyProps {
  /** Text only: the body itself takes the focus, so that it can be scrolled by keyboard. */
  readonly reading?: boolean;
  readonly children: ReactNode;
}

/** The part of a dialog that scrolls. */
export function DialogBody({ reading = false, children }: DialogBodyProps) {
  return (
    <div className="dialog-body" {...(reading ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

/** The acts of a dialog: the way back first, the act itself last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}
