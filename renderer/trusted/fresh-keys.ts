/** Keys that press a button or close the window. */
const PRESSING: readonly string[] = ['Enter', ' ', 'Escape'];
/** A system repeats a held key after at most this long. */
const REST_MS = 1000;

/** What a text field does with a key is its own; only Enter would send its form. */
const FIELD = 'input, textarea';

export interface KeyGuard {
  /** Another question is shown: what was pressed for the one before counts for nothing. */
  rest(id: number): void;
}

/**
 * Lets a key press something only when it was pressed for that: not one that is held or repeats, not one that was down before the
 * question came, not a synthetic one.
 */
export function guardKeys(target: Pick<Document, 'addEventListener'>, now: () => number): KeyGuard {
  let restsSince = now();
  let shownId = 0;
  target.addEventListener(
    'keydown',
    (event) => {
      const inField = (event.target as Element | null)?.matches?.(FIELD) === true;
      if (!PRESSING.includes(event.key) || (event.key === ' ' && inField)) {
        // A character where no field is was meant for one that is gone; so is the key that follows it.
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
