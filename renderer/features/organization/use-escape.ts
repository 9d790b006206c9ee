import { useEffect } from 'react';

/** Calls `leave` for Escape anywhere on the page, unless a dialog is open or a field has its own use of the key. */
export function useEscape(leave: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !event.defaultPrevented;
      if (isOurs && document.querySelector('dialog[open]') === null) leave();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [leave]);
}
