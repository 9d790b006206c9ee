import type { BrowserContext, Page } from 'playwright/test';

/** The hand of an operator. It counts in every window of the program. */
export interface Hand {
  /**
   * Presses since the last call: of the pointer, and of keys that act, such as Enter, Space and shortcuts. Typing,
   * scrolling and moving the focus are free.
   */
  spent(): number;
  /** Presses and turns of the pointer since the hand was made. */
  pointers(): number;
}

interface Pressed {
  presses: number;
  pointers: number;
}

/** The counts of each program, which every hand of it shares. */
const counts = new WeakMap<BrowserContext, Promise<Pressed>>();

export async function handOf(page: Page): Promise<Hand> {
  const context = page.context();
  const counting = counts.get(context) ?? count(context);
  counts.set(context, counting);
  const pressed = await counting;
  const first = pressed.pointers;
  let before = pressed.presses;
  return {
    spent() {
      const spent = pressed.presses - before;
      before = pressed.presses;
      return spent;
    },
    pointers: () => pressed.pointers - first,
  };
}

async function count(context: BrowserContext): Promise<Pressed> {
  const pressed: Pressed = { presses: 0, pointers: 0 };
  await context.exposeBinding('castellanPressed', (_source, what: keyof Pressed) => {
    pressed[what] += 1;
  });
  await context.addInitScript(listen);
  for (const page of context.pages()) await page.evaluate(listen);
  return pressed;
}

/** Reports the presses in a window. Runs there. */
function listen(): void {
  const report = window as unknown as { castellanPressed: (what: string) => void; castellanListens?: true };
  if (report.castellanListens === true) return;
  report.castellanListens = true;
  const MOVES = ['Tab', 'Home', 'End', 'PageUp', 'PageDown', 'F6', 'Shift', 'Control', 'Alt', 'Meta'];
  const isText = (target: EventTarget | null) =>
    target instanceof Element && target.matches('input:not([type="radio"], [type="checkbox"]), textarea');
  const isFree = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (MOVES.includes(key) || key.startsWith('Arrow')) return true;
    const isChord = ctrlKey || metaKey || altKey;
    if (isText(target))
      return isChord
        ? ['a', 'c', 'v', 'x', 'z'].includes(key)
        : key.length === 1 ||
            key === 'Backspace' ||
            key === 'Delete' ||
            (key === 'Enter' && target instanceof HTMLTextAreaElement);
    // A letter chooses in a list of choices.
    return target instanceof HTMLSelectElement && !isChord && key.length === 1 && key !== ' ';
  };
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isTrusted && !event.repeat && !isFree(event)) report.castellanPressed('presses');
    },
    true,
  );
  const POINTED = ['pointerdown', 'wheel'] as const;
  for (const name of POINTED)
    window.addEventListener(
      name,
      ({ isTrusted }) => {
        if (!isTrusted) return;
        report.castellanPressed('pointers');
        if (name === 'pointerdown') report.castellanPressed('presses');
      },
      { capture: true, passive: true },
    );
  // Playwright chooses without a press. The pointer opens the choices and presses one.
  window.addEventListener(
    'change',
    ({ isTrusted, target }) => {
      if (isTrusted || !(target instanceof HTMLSelectElement)) return;
      for (const what of ['pointers', 'presses', 'presses']) report.castellanPressed(what);
    },
    true,
  );
}
