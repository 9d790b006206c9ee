import { expect, it } from 'vitest';
import { headingInView } from '../../../../renderer/features/settings/use-section-in-view.ts';

/** A page below a 100 pixel title, whose sections are 300 pixels high. */
function page(scrollTop: number, clientHeight: number, headings = ['Keys', 'Network', 'About']) {
  const top = 100;
  return {
    scrollTop,
    clientHeight,
    scrollHeight: Math.max(clientHeight, headings.length * 300),
    getBoundingClientRect: () => ({ top }),
    querySelectorAll: () =>
      headings.map((textContent, index) => ({
        textContent,
        getBoundingClientRect: () => ({ top: top + index * 300 - scrollTop }),
      })),
  } as unknown as HTMLElement;
}

it.each([
  ['the first one before any scroll', page(0, 400), 'Keys'],
  ['the last one whose heading reached the top', page(250, 400), 'Network'],
  ['the last one at the end, where a short one cannot reach the top', page(500, 400), 'About'],
  ['the first one of a page that needs no scroll', page(0, 1000), 'Keys'],
  ['none of a page without headings', page(0, 400, []), null],
])('the section in view is %s', (_name, shown, heading) => {
  expect(headingInView(shown)).toBe(heading);
});
