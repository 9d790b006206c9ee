import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import './dialog.css';
import { coverToasts } from './toasts.tsx';

interface DialogProps {
  readonly title: string;
  /** Called by the close button and Escape. The owner then stops rendering the dialog. */
  readonly onClose: () => void;
  /** False during work that Escape must not abandon. */
  readonly closable?: boolean;
  /** Name of the close button where closing does more than close. */
  readonly closeLabel?: string;
  readonly wide?: boolean;
  /** Names the current step of a dialog with several steps. A new step moves the focus to the title. */
  readonly step?: string;
  readonly children: ReactNode;
}

/** The control of a dialog that takes the focus first. */
const FIRST_FIELD = '.dialog-body :is(input, select, textarea)';

/**
 * A native modal dialog: focus is trapped and given back by the browser.
 * Escape is routed through `onClose`, because a dialog may have a secret to wipe first.
 */
export function Dialog({ title, closable = true, closeLabel = 'Close', wide = false, step, ...rest }: DialogProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const firstStep = useRef(step);
  const openedAt = useRef(step);
  useEffect(() => {
    if (step !== firstStep.current) heading.current?.focus();
    firstStep.current = step;
  }, [step]);
  const isWaiting = useRef(true);
  // A form that appears after its lists were read takes the focus, as long as the operator has not moved it.
  useEffect(() => {
    if (!isWaiting.current) return;
    isWaiting.current = document.activeElement === heading.current && step === openedAt.current;
    if (!isWaiting.current) return;
    heading.current?.closest('dialog')?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  });
  return (
    <Modal
      className={wide ? 'dialog-wide' : ''}
      aria-labelledby={id}
      onOpen={(dialog) => (dialog.querySelector<HTMLElement>(FIRST_FIELD) ?? heading.current)?.focus()}
      onClose={() => closable && rest.onClose()}
    >
      <header className="dialog-header">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {closable ? <IconButton icon="close" label={closeLabel} onClick={rest.onClose} /> : null}
      </header>
      {rest.children}
    </Modal>
  );
}

/** A field whose options are open (`combobox.tsx`). */
const OPEN_OPTIONS = '[data-options][aria-expanded="true"]';

interface ModalProps extends Pick<ComponentProps<'dialog'>, 'aria-label' | 'aria-labelledby' | 'children'> {
  readonly className: string;
  /** Takes the focus to where the dialog begins. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  readonly onClose: () => void;
  /** A click beside it closes it too. */
  readonly light?: boolean;
}

/** The native dialog, above everything and with all keys. Toasts appear inside it while it is open. */
export function Modal({ className, onOpen, onClose, light = false, ...rest }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect closes the dialog before it leaves the document, which is what gives the focus back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, when it appears
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    onOpen?.(dialog);
    const uncover = coverToasts(dialog);
    return () => {
      uncover();
      dialog.close();
    };
  }, []);
  return (
    <dialog
      {...rest}
      ref={element}
      className={`dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => light && event.target === element.current && onClose()}
      onKeyDown={(event) => {
        // A second Escape closes a native dialog even when `cancel` was refused.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        // Options that are open in it go first.
        if (!(event.target instanceof HTMLElement && event.target.matches(OPEN_OPTIONS))) onClose();
      }}
    />
  );
}

interface DialogBodyProps {
  /** The dialog has only text, so the body takes the focus for scrolling by keyboard. */
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

/** The buttons of a dialog: cancel first, the action last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>;
}
