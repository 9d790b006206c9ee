import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
}

/** How long a toast stays. Nothing that must be read is only said in a toast. */
const SHOWN_FOR = 5_000;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let nextId = 1;

/** Says one sentence at the window's edge and to screen readers; it goes by itself. */
export function say(text: string, tone: Toast['tone'] = 'plain'): void {
  const toast: Toast = { id: nextId, text, tone };
  nextId += 1;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), toast] }));
  setTimeout(
    () => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== toast.id) })),
    SHOWN_FOR,
  );
}
