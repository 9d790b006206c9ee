import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Keeps the focus in a list when the control with the focus goes: the last remaining control of `selector` gets it, else
 * the first button. Returns the ref of the list, and the function to call with each change of its items.
 */
export function useFocusAfterChange(selector = 'button:not([hidden]), select'): {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly changed: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const active = document.activeElement;
    // The browser takes the focus of a hidden control later.
    const isLost = active === document.body || (active instanceof HTMLElement && active.hidden);
    if (changes === 0 || !isLost) return;
    const left = [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    (left.at(-1) ?? box.current?.querySelector<HTMLElement>('button'))?.focus();
  }, [changes, selector]);
  return { box, changed: () => setChanges((count) => count + 1) };
}
