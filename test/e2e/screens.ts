import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
// Not from the harness, which needs a packaged program: the page's tests in the current Chromium use this module too.
import { expect, type Page } from 'playwright/test';

const folder = fileURLToPath(new URL('../output/screens', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number] | 'system';

/** WCAG 2.2 AA and everything below it. */
const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** A theme changes colours only, so that the second one has its contrast checked. */
const RULES: Readonly<Record<(typeof THEMES)[number], RunOptions>> = {
  light: ALL_RULES,
  dark: { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
};

/** Photographs a screen in both themes and has axe look at each. The theme is the system's again afterwards. */
export async function inspectScreen(
  page: Page,
  name: string,
  show: (theme: Theme) => Promise<void> = (theme) => setTheme(page, theme),
): Promise<void> {
  for (const theme of THEMES) {
    await show(theme);
    await inspect(page, `${name}-${theme}`, RULES[theme]);
  }
  await show('system');
}

/** Photographs a screen at a size, and has axe look at it. Another size changes no colours, so one theme is enough. */
export const inspectSize = (page: Page, name: string): Promise<void> => inspect(page, name, ALL_RULES);

/** Photographs a screen as it is. */
export async function photographAs(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await photograph(page, join(folder, `${name}.png`));
}

/**
 * Expects a photographed screen to look like its picture in docs/pictures, which `npm run screenshots` renews. Addresses
 * and times are others in each run, so a small part of the pixels may differ.
 */
export const expectPicture = (screen: string, picture: string): void =>
  expect(
    readFileSync(join(folder, `${screen}.png`)),
    `docs/pictures/${picture} shows another window: npm run screenshots`,
  ).toMatchSnapshot(picture, { maxDiffPixelRatio: 0.02 });

async function inspect(page: Page, name: string, rules: RunOptions): Promise<void> {
  await photographAs(page, name);
  expect(await violations(page, rules), name).toEqual([]);
  // A theme moves nothing.
  if (rules !== ALL_RULES) return;
  expect(await page.evaluate(wrapped), `segmented controls of more than one row, on ${name}`).toEqual([]);
  expect(await page.evaluate(joined), `text for machines whose characters are joined, on ${name}`).toEqual([]);
}

/**
 * The whole window: of one that is zoomed, Playwright takes the corner that it would fill without zoom. Its pictures also take
 * three times the processor time.
 */
async function photograph(page: Page, path: string): Promise<void> {
  // A picture, and what axe reads, would be of a colour between two themes.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) each.finish();
  });
  const inside = await page.context().newCDPSession(page);
  const { data } = await inside.send('Page.captureScreenshot', { optimizeForSpeed: true });
  await inside.detach();
  writeFileSync(path, data, 'base64');
}

/** The same for the confirmation window, which has no switch of its own: it follows the system. */
export const inspectConfirmation = (asked: Page, name: string): Promise<void> =>
  inspectScreen(asked, name, (theme) => asked.emulateMedia({ colorScheme: theme === 'system' ? null : theme }));

/** Elements in the typeface for machines that draw `!=` and the like as one. */
const joined = (): string[] =>
  [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { fontFamily, fontVariantLigatures } = getComputedStyle(element);
      return fontFamily.startsWith('"JetBrains Mono') && fontVariantLigatures !== 'none';
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 80));

/** Segmented controls with segments on several rows, or wider than their place, by their choices. */
const wrapped = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.segments')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const tops = new Set([...control.children].map((each) => Math.round(each.getBoundingClientRect().top)));
      const place = control.parentElement?.getBoundingClientRect();
      return tops.size > 1 || control.getBoundingClientRect().right > (place?.right ?? innerWidth) + 1;
    })
    .map(({ innerText }) => innerText.replaceAll('\n', ' '));

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (chosen) => {
    const state = await window.castellan.call('app.state', {});
    if (!state.ok) throw new Error(state.error.message);
    const { preferences } = state.value as { readonly preferences: object };
    return window.castellan.call('app.setPreferences', { ...preferences, theme: chosen });
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** The guards at both ends of an open menu never keep the focus: they send it on. */
const CONTEXT = { exclude: ['[data-base-ui-focus-guard]'] };

interface Axe {
  run(context: typeof CONTEXT, options: RunOptions): Promise<AxeResults>;
}

/** The violations that axe finds, short enough to read in a failure. */
async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const results = await page.evaluate(
    ([context, options]) => (window as unknown as { axe: Axe }).axe.run(context, options),
    [CONTEXT, rules] as const,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${help} at ${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim() ?? ''})`,
    ),
  );
}
