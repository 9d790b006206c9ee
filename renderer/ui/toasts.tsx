import { Toast } from '@base-ui/react/toast';
import './toasts.css';

const toasts = Toast.createToastManager();

/** Says one sentence at the window's edge and to screen readers; it goes by itself. Nothing that must be read is only said here. */
export function say(text: string, tone: 'plain' | 'danger' = 'plain'): void {
  toasts.add({ description: text, type: tone });
}

/** The sentences that are being said, for five seconds each, three at most. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} timeout={5_000} limit={3}>
      <Toast.Portal>
        <Said />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Said() {
  return (
    <Toast.Viewport className="toasts" role="status">
      {Toast.useToastManager().toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className={`toast toast-${toast.type}`}
          role="presentation"
          // biome-ignore lint/a11y/useValidAriaValues: takes away what a dialog would say
          aria-modal={undefined}
          tabIndex={-1}
          swipeDirection={[]}
        >
          <Toast.Description />
        </Toast.Root>
      ))}
    </Toast.Viewport>
  );
}
