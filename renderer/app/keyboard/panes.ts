/** The parts of the window from left to right, each with the controls that take the focus first. */
const PANES = [
  { part: '.rail', first: ['[aria-current="page"]', 'button'] },
  { part: '.second-level', first: ['[aria-current]'] },
  { part: '.list-column', first: ['[role="grid"]', 'button'] },
  // A place with a form has no list.
  {
    part: '.place-content:not(:has(.list-column, .second-level))',
    first: ['form :is(input, textarea, select)', 'button, a, input, textarea, select'],
  },
  { part: '.inspector', first: ['button'] },
] as const;

/** Moves the focus to the next part of the window, or back. Parts that are not shown are left out. */
export function movePane(way: 1 | -1): void {
  const shown = PANES.flatMap(({ part, first }) => {
    const element = document.querySelector<HTMLElement>(part);
    if (!element?.checkVisibility()) return [];
    const control = first
      .flatMap((each) => [...element.querySelectorAll<HTMLElement>(each)])
      .find((each) => each.checkVisibility() && !each.matches(':disabled'));
    return control === undefined ? [] : [{ element, control }];
  });
  const at = shown.findIndex(({ element }) => element.contains(document.activeElement));
  const next = at < 0 ? (way === 1 ? 0 : shown.length - 1) : (at + way + shown.length) % shown.length;
  shown[next]?.control.focus();
}
