/** The parts of the window from left to right, each with the control that takes the focus first. */
const PANES = [
  { part: '.rail', first: '[aria-current="page"], button' },
  { part: '.second-level', first: '[aria-current]' },
  { part: '.list-column', first: '[role="grid"], button' },
  { part: '.inspector', first: 'button' },
] as const;

/** Moves the focus to the next part of the window, or back. Parts that are not shown are left out. */
export function movePane(way: 1 | -1): void {
  const shown = PANES.flatMap(({ part, first }) => {
    const element = document.querySelector<HTMLElement>(part);
    return element?.checkVisibility() ? [{ element, first }] : [];
  });
  const at = shown.findIndex(({ element }) => element.contains(document.activeElement));
  const next = at < 0 ? (way === 1 ? 0 : shown.length - 1) : (at + way + shown.length) % shown.length;
  const pane = shown[next];
  pane?.element.querySelector<HTMLElement>(pane.first)?.focus();
}
