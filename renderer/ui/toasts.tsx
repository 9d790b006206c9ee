import { Toast } from '@base-ui/react/toast';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import './toasts.css';
import { visible } from './visible.tsx';

const toasts = Toast.createToastManager();

/**
 * Says one sentence at the window's edge and to screen readers. It disappears by itself. Nothing that must be read is
 * only said here.
 */
export function say(text: string, tone: 'plain' | 'danger' = 'plain'): void {
  toasts.add({ description: visible(text), type: tone });
}

/** A button of a toast. */
interface ToastAct {
  readonly label: string;
  readonly run: () => void;
}

/** Milliseconds that an offer stays, so that its buttons can be reached. */
const OFFER_MS = 30_000;

/** Offers acts beside one sentence, until one is chosen or the time is over. */
export function offer(text: string, acts: readonly ToastAct[]): void {
  const id = toasts.add({
    description: visible(text),
    type: 'plain',
    timeout: OFFER_MS,
    data: {
      acts: acts.map(({ label, run }) => ({
        label,
        run() {
          toasts.close(id);
          run();
        },
      })),
    },
  });
}

/** The open dialogs, the topmost last: all else lies under its backdrop and is silent. */
let covers: readonly HTMLElement[] = [];
let changed = () => {};

/** Shows toasts inside `cover` until the returned function is called. */
export function coverToasts(cover: HTMLElement): () => void {
  const set = (next: readonly HTMLElement[]) => {
    covers = next;
    changed();
  };
  set([...covers, cover]);
  return () => set(covers.filter((other) => other !== cover));
}

const subscribe = (listener: () => void) => {
  changed = listener;
  return () => {
    changed = () => {};
  };
};

/** The current toasts, for five seconds each, three at most. */
export function Toasts() {
  const cover = useSyncExternalStore(subscribe, () => covers.at(-1) ?? document.body);
  return (
    <Toast.Provider toastManager={toasts} timeout={5_000} limit={3}>
      <Toast.Portal container={cover}>
        <Announcements />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Announcements() {
  return (
    <Toast.Viewport className="toasts" role="status" aria-label="Notifications">
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
          <Acts data={toast.data} />
        </Toast.Root>
      ))}
    </Toast.Viewport>
  );
}

function Acts({ data }: { readonly data: unknown }) {
  const { acts = [] } = (data ?? {}) as { readonly acts?: readonly ToastAct[] };
  return acts.length === 0 ? null : (
    <div className="toast-acts">
      {acts.map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  );
}
