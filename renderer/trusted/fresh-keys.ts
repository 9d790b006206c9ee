/** Keys that press a button or close the window. */
const PRESSING: readonly string[] = ['Enter', ' ', 'Escape'];
/** A system repeats a held key after at most this long. */
const REST_MS = 1000;

/** Text fields handle their own keys. Only Enter would send the form. */
const FIELD = 'input, textarea';

export interface KeyGuard {
  /** Called when another question is shown. Keys pressed for the previous one are ignored. */
  rest(id: number): void;
}

/**
 * Lets a key press a control only when it was pressed for that question. Held keys, repeats, keys pressed before the
 * question appeared, and synthetic events are ignored.
 */
export function guardKeys(target: Pick<Document, 'addEventListener'>, now: () => number): KeyGuard {
  let restsSince = now();
  let shownId = 0;
  target.addEventListener(
    'keydown',
    (event) => {
      const inField = (event.target as Element | null)?.matches?.(FIELD) === true;
      if (!PRESSING.includes(event.key) || (event.key === ' ' && inField)) {
        // A character typed outside a field was meant for a field that is gone, and so is the next key.
        if (event.key.length === 1 && !inField) restsSince = now();
        return;
      }
      const isFresh = event.isTrusted && !event.repeat && now() - restsSince >= REST_MS;
      restsSince = now();
      if (isFresh) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  return {
    rest(id) {
      if (id !== shownId) restsSince = now();
      shownId = id;
    },
  };
}
