import type { Page } from 'playwright/test';
import { accountRows, createLocalVault, createWallet, goTo, listRows, signMessage } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { cutTexts, expectInReach, resize, type Size, scrollsAway, stretchedTexts } from '../e2e/reach.ts';
import { inspectSize } from '../e2e/screens.ts';

/** A usual, a large and a zoomed window. `narrow.spec.ts` has the smaller ones. */
const SIZES: readonly Size[] = [
  [1440, 900, 1],
  [2560, 1440, 1],
  [1280, 800, 2],
];

/** Opens a place by the rail. Some places have the name of their section as their heading. */
const show = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();

const selectFirst = async (page: Page, name: string) => {
  await goTo(page, name);
  await listRows(page, name).first().click();
};

/** The places, with the details of a row where they have rows. */
const PLACES: Readonly<Record<string, (page: Page, name: string) => Promise<void>>> = {
  Accounts: async (page, name) => {
    await goTo(page, name);
    await accountRows(page).first().click();
  },
  Inbox: goTo,
  Send: goTo,
  History: goTo,
  Sign: goTo,
  Activities: selectFirst,
  Audit: selectFirst,
  Organization: show,
  'Earn positions': goTo,
  'All operations': goTo,
  'Address book': goTo,
  Webhooks: show,
  Settings: goTo,
};

/** The distances of the rail's icons from the one above all others, in pixels. */
const shiftsOfRail = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const centres = [
      ...document.querySelectorAll('.rail :is(.profile-mark, .rail-search > .icon, .rail-place > .icon)'),
    ]
      .map((icon) => icon.getBoundingClientRect())
      .map(({ left, right }) => (left + right) / 2);
    return centres.map((centre) => Math.abs(centre - (centres[0] ?? 0)));
  });

test('every place is whole in a usual and a large window, and at 200% zoom', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  for (const name of ['Treasury', 'Payroll', 'Cold storage']) await createWallet(page, name);
  await signMessage(page, 'hello');
  for (const [name, open] of Object.entries(PLACES)) {
    await resize(running, 1280, 860, 1);
    await open(page, name);
    await expectInReach(running, SIZES, async (size) => {
      const whole = `${name} at ${size}`;
      await expect.poll(() => cutTexts(page), `cut words, ${whole}`).toEqual([]);
      await expect.poll(() => stretchedTexts(page), `stretched lines, ${whole}`).toEqual([]);
      await expect.poll(() => scrollsAway(page), `a window that scrolls, ${whole}`).toBe(0);
      await inspectSize(page, `size-${name.toLowerCase().replaceAll(' ', '-')}-${size}`);
    });
    await expect
      .poll(async () => Math.max(...(await shiftsOfRail(page))), `icons of the rail beside each other, ${name}`)
      .toBeLessThan(2);
  }
});

test('a segmented control without room stays in one row, and shows the chosen segment', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await goTo(page, 'Sign');
  const control = page.getByRole('radiogroup', { name: 'What to sign' });
  const shape = () =>
    control.evaluate((group) => {
      const row = group.querySelector('.segments') as HTMLElement;
      const { left, right } = row.getBoundingClientRect();
      const segments = [...row.children].map((segment) => segment.getBoundingClientRect());
      const chosen = row.querySelector('input:checked')?.parentElement?.getBoundingClientRect();
      return {
        rows: new Set(segments.map(({ top }) => Math.round(top))).size,
        isFull: row.scrollWidth > row.clientWidth,
        isChosenShown: chosen !== undefined && chosen.left >= left - 1 && chosen.right <= right + 1,
      };
    });
  await expect.poll(shape).toEqual({ rows: 1, isFull: false, isChosenShown: true });
  await control.evaluate((group) => {
    (group as HTMLElement).style.width = '160px';
  });
  await expect.poll(shape).toEqual({ rows: 1, isFull: true, isChosenShown: true });
  await control.getByRole('radio', { name: 'Message' }).focus();
  for (const name of ['Typed data', 'Transaction']) {
    await page.keyboard.press('ArrowRight');
    await expect(control.getByRole('radio', { name })).toBeChecked();
    await expect.poll(shape).toEqual({ rows: 1, isFull: true, isChosenShown: true });
  }
});
