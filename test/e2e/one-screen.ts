import type { Page } from 'playwright/test';
import { confirmation } from './flows.ts';
import { expect, type Running } from './harness.ts';
import { photographAs } from './screens.ts';

/** CSS pixels of the tallest question. */
const TALLEST = 720;

/** Sizes of a question in pixels with its zoom: on a display of 960 x 640, and at 200% on one of 1280 x 800. */
const SIZES = [
  [560, 640, 1],
  [1120, 800, 2],
] as const;

/** The rows of a payment that are compared first. */
const DECISIVE: readonly string[] = ['Amount', 'To', 'Fee', 'From'];

/**
 * Checks that the facts that decide are on the screen without scrolling. The window has its own size, which is limited,
 * and then the sizes of small displays. The folds come after the facts. Those of dangerous contents are open, and must be read to
 * their end. On a small display, or with many facts, the headline, the warnings and the decisive rows have room.
 */
export async function expectOneScreen(
  { app, page }: Pick<Running, 'app' | 'page'>,
  name: string,
  hasManyFacts = false,
): Promise<void> {
  const asked = await confirmation(page);
  const hidden = (isSmall: boolean) =>
    asked.evaluate(
      ([small, decisive]) => {
        const body = document.querySelector('.trusted-body');
        const folds = body?.querySelector('.folds');
        if (body === null || folds == null) return Number.POSITIVE_INFINITY;
        const rows = [...body.querySelectorAll('.lead tr')].filter(
          (row) => row.querySelector('td')?.textContent !== '',
        );
        const named = rows.filter((row) => decisive.includes(row.querySelector('th')?.textContent ?? ''));
        const shown = [...body.querySelectorAll('h1, .notice'), ...(named.length > 0 ? named : rows)];
        const ends = small
          ? shown.map((each) => each.getBoundingClientRect().bottom)
          : [folds.getBoundingClientRect().top];
        return Math.max(0, Math.round(Math.max(...ends) - body.getBoundingClientRect().bottom));
      },
      [isSmall, DECISIVE] as const,
    );
  const resize = async (width: number, height: number, zoom: number) => {
    const window = await app.browserWindow(asked);
    await window.evaluate(
      (real, [w, h, factor]) => {
        real.setContentSize(w, h);
        real.webContents.setZoomFactor(factor);
      },
      [width, height, zoom] as const,
    );
    await expect.poll(() => asked.evaluate(() => [innerWidth, innerHeight])).toEqual([width / zoom, height / zoom]);
  };
  // The window takes on the height after its question was drawn.
  const isWhole = async (on: string, isSmall = false) => {
    await photographAs(asked, `question-${name.replaceAll(' ', '-')}-${on}`);
    await expect.poll(() => hidden(isSmall), `pixels of “${name}” below the end, ${on}`).toBe(0);
  };
  await isWhole('in-its-own-size', hasManyFacts);
  const [width, height] = await asked.evaluate(() => [innerWidth, innerHeight] as const);
  expect(height, name).toBeLessThanOrEqual(TALLEST);
  for (const [wide, high, zoom] of SIZES) {
    await resize(wide, high, zoom);
    await isWhole(`${wide}x${high}`, true);
  }
  await resize(width, height, 1);
}

/** Returns the words of row labels that are broken within, because their column is too narrow. */
export const brokenLabels = (asked: Page): Promise<string[]> =>
  asked.evaluate(() =>
    [...document.querySelectorAll('.trusted-body th')].flatMap((label) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) words.push(word);
        }
      return words;
    }),
  );
