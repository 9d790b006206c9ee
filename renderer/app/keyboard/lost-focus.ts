/** Takes the focus when its control is gone: the open dialog's title, else the list of the place, else its heading. */
const HOMES = ['.list-grid [role="grid"]', '.place-bar h1'] as const;
const DIALOG_TITLE = '.dialog-header h2';

/**
 * Moves the focus to the place when its control has left the page, so that the next key has an effect. The actions of an
 * empty list go that way when its first row appears. A control that another part of the page focuses meanwhile keeps it.
 */
export function watchFocus(): void {
  let focused: Element | null = null;
  const follow = () => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) focused = activeElement;
  };
  document.addEventListener('focusin', follow);
  new MutationObserver(() => {
    // A window behind the confirmation window hears of no focus.
    follow();
    // A place whose file is still read has nothing to focus, so each later change looks again.
    if (focused !== null && !focused.isConnected) requestAnimationFrame(returnFocus);
  }).observe(document, { childList: true, subtree: true });
}

function returnFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const home =
    dialog === undefined
      ? HOMES.map((each) => document.querySelector<HTMLElement>(each)).find((found) => found !== null)
      : dialog.querySelector<HTMLElement>(DIALOG_TITLE);
  home?.focus();
}
