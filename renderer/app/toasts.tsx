import { useToasts } from '../state/toasts.ts';
import './toasts.css';

/** Short confirmations at the window's lower edge, read aloud when they appear. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.id} className={`toast toast-${toast.tone}`}>
          {toast.text}
        </p>
      ))}
    </div>
  );
}
