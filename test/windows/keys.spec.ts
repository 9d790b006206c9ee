import { act, confirm, confirmation, createLocalVault, dialog, goTo } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

test('a key is tested, renamed and rotated in the window, with confirmations in the trusted window', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await goTo(page, 'Settings');
  const keys = page.getByRole('table', { name: 'Keys' });
  await expect(keys.getByRole('row', { name: 'Workstation' })).toContainText('signs for it');
  await act(page, 'Workstation of local', 'Test');
  await expect(page.getByText('Workstation signs, and the service knows it as Operator.')).toBeVisible();

  await act(page, 'Workstation of local', 'Rename…');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Desk key');
  await dialog(page).getByRole('button', { name: 'Rename…' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { name: 'Rename Workstation' })).toBeVisible();
  await inspectConfirmation(asked, 'key-rename-confirm');
  await confirm(page, 'Rename');
  await expect(keys).toContainText('Desk key');

  const before = await keys.getByRole('row', { name: 'Desk key' }).textContent();
  await act(page, 'Desk key of local', 'Rotate…');
  await inspectScreen(page, 'key-rotate');
  await dialog(page).getByRole('button', { name: 'Rotate…' }).click();
  await expect((await confirmation(page)).getByRole('heading', { level: 1 })).toContainText('API key');
  await confirm(page);
  await expect(dialog(page).getByText('Deleting the old key at the service')).toBeVisible();
  await confirm(page);
  await expect(page.getByText('Desk key.2 took the place of Desk key.')).toBeVisible();
  await expect(keys.getByRole('row')).toHaveCount(2);
  await expect(keys.getByRole('row', { name: 'Desk key.2' })).toContainText('signs for it');
  expect(await keys.getByRole('row', { name: 'Desk key.2' }).textContent()).not.toBe(before);
  await act(page, 'Desk key.2 of local', 'Test');
  await expect(page.getByText('Desk key.2 signs, and the service knows it as Operator.')).toBeVisible();

  await keys.scrollIntoViewIfNeeded();
  await inspectScreen(page, 'keys');
  for (const [width, height, zoom] of [
    [960, 640, 1],
    [960, 640, 2],
  ] as const) {
    await resize(running, width, height, zoom);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await keys.getByRole('button', { name: 'Actions for Desk key.2 of local' }).scrollIntoViewIfNeeded();
    await inspectSize(page, `keys-${width}-${zoom * 100}`);
  }
});

test('a key’s menu works by keyboard, returns the focus, and fits a small window', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await goTo(page, 'Settings');
  const button = page.getByRole('button', { name: 'Actions for Workstation of local' });
  const first = page.getByRole('menuitem', { name: 'Test', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('menuitem', { name: /^R/ }).first()).toBeFocused();
  await page.keyboard.type('ename');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  for (const name of ['Actions for Workstation of local', 'Actions for local', 'Add key'])
    for (const zoom of [1, 2]) {
      await resize(running, 960, 640, zoom);
      await page.getByRole('button', { name, exact: true }).click();
      const menu = page.getByRole('menu');
      // The menu is placed after it was opened.
      const isWhole = () =>
        menu.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        });
      await expect.poll(isWhole, `${name} at ${zoom * 100}%`).toBe(true);
      // The menu hears its keys once it holds the focus.
      await expect(menu.and(page.locator(':focus-within'))).toBeVisible();
      const last = menu.getByRole('menuitem').last();
      await page.keyboard.press('End');
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport({ ratio: 1 });
      if (zoom === 1) await inspectScreen(page, `menu-${name.split(' ').at(-1)?.toLowerCase()}-960`);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
});
