import { expect, type Page } from 'playwright/test';
import type { Running } from './harness.ts';

/** The name of a button, and the obstacle at its position. Null when it can be pressed. */
interface Reach {
  readonly name: string;
  readonly obstacle: string | null;
}

/**
 * Every button that is offered now, in the dialog on top or in the whole window. Buttons of a bar must lie in the
 * window as it is. Others may be scrolled to.
 */
async function buttonsOf(page: Page): Promise<Reach[]> {
  return page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const offered = [...top.querySelectorAll('button')].filter(
      (button) => button.checkVisibility() && button.closest('[inert]') === null,
    );
    return offered.map((button) => {
      const bar = '.place-bar, .rail-top, .rail-foot, .banner, .inspector-header, .inspector-actions, .compose-actions';
      const footer =
        '.sign-review-actions, .operation-header, .operation-actions, .dialog-header, .dialog-actions, .trusted-answers';
      if (button.closest(`${bar}, ${footer}`) === null) button.scrollIntoView({ block: 'nearest' });
      const { left, top: above, right, bottom } = button.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (above + bottom) / 2);
      // Scrolling stops at whole pixels, layout does not.
      const inside = left > -1 && above > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
      const place = `${Math.round(left)},${Math.round(above)} to ${Math.round(right)},${Math.round(bottom)}`;
      // In a narrow window the details lie over the list. Closing them shows it again.
      const isUnderDetails =
        innerWidth < 900 && button.closest('.list-column') !== null && hit?.closest('.inspector') != null;
      if (isUnderDetails) return { name: button.textContent?.trim() ?? '', obstacle: null };
      const covered = hit === null || !button.contains(hit) ? `under ${hit?.className ?? 'nothing'}` : null;
      return {
        name: button.ariaLabel ?? button.textContent?.trim() ?? '',
        obstacle: inside ? covered : `at ${place} of ${innerWidth} x ${innerHeight}`,
      };
    });
  });
}

/** Buttons that are offered and cannot be pressed where they lie. */
export const outOfReach = async (page: Page): Promise<Reach[]> =>
  (await buttonsOf(page)).filter(({ obstacle }) => obstacle !== null);

/** Words of controls and headings that do not fit into their place: they end at an edge or in an ellipsis. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, label, legend, h1, h2, h3, [role="columnheader"], .badge')]
      // The narrow rail shows icons only.
      .filter((element) => element.checkVisibility() && element.closest('[inert], .rail-service') === null)
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        return overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
      })
      .map(({ innerText }) => innerText.trim()),
  );

/** Paragraphs with more than 110 characters a line. */
export const stretchedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('p')]
      .filter((each) => each.checkVisibility() && each.innerText.length > 110)
      .filter((each) => {
        const { lineHeight } = getComputedStyle(each);
        return each.innerText.length / Math.round(each.clientHeight / Number.parseFloat(lineHeight)) > 110;
      })
      .map(({ innerText }) => innerText.slice(0, 80)),
  );

/** By how many pixels the whole window can be scrolled away from its bars: its places scroll, it does not. */
export const scrollsAway = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollHeight - innerHeight));

/** A size of the window in pixels, and the zoom of its page as a factor. */
export type Size = readonly [width: number, height: number, zoom: number];

/** The smallest window, and the usual one and the smallest at 200% zoom. */
export const SMALL_SIZES: readonly Size[] = [
  [960, 640, 1],
  [1280, 860, 2],
  [960, 640, 2],
];

/**
 * Checks in a window of each of these sizes that every button can be pressed. Calls `look` with the name of each size.
 */
export async function expectInReach(
  running: Running,
  sizes: readonly Size[],
  look: (size: string) => Promise<void>,
): Promise<void> {
  for (const [width, height, zoom] of sizes) {
    await resize(running, width, height, zoom);
    const size = `${width}-${zoom * 100}`;
    // A list shows the columns for its new width in the next frame.
    await expect.poll(() => outOfReach(running.page), `in reach at ${width} x ${height}, ${zoom * 100}%`).toEqual([]);
    await look(size);
  }
}

/** The names of all buttons that are offered. */
export const offered = async (page: Page): Promise<string[]> => (await buttonsOf(page)).map(({ name }) => name);

/** `zoom` as a factor: at 2 every CSS pixel takes two of the window's. */
export async function resize({ app, page }: Running, width: number, height: number, zoom: number): Promise<void> {
  // V8 can collect the promise of a call before its answer is read. The call then fails, and can be made again.
  await expect(async () => {
    const window = await app.browserWindow(page);
    await window.evaluate(
      (real, [w, h, factor]) => {
        real.setContentSize(w, h);
        real.webContents.setZoomFactor(factor);
      },
      [width, height, zoom] as const,
    );
  }).toPass();
  await expect.poll(() => page.evaluate(() => Math.round(innerWidth))).toBe(width / zoom);
}
