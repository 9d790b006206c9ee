import type { Locator, Page } from 'playwright/test';
import { accountRows, createLocalVault, createWallet, goTo } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';

const heading = (page: Page, title: string): Locator => page.getByRole('columnheader', { name: title, exact: true });
const wallets = (page: Page): Promise<string[]> =>
  accountRows(page).evaluateAll((rows) => rows.map((row) => row.querySelector('.grid-cell-wallet')?.textContent ?? ''));

test('columns order and hide, filters are tokens, and a row has a menu', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  for (const name of ['Zebra', 'Alpha', 'Market 10', 'Market 9']) await createWallet(page, name);
  await goTo(page, 'Accounts');

  await test.step('a click on a heading orders the rows, the second turns them, the third ends it', async () => {
    await heading(page, 'Wallet').getByRole('button').click();
    await expect(heading(page, 'Wallet')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => wallets(page)).toEqual(['Alpha', 'Market 9', 'Market 10', 'Zebra']);
    await heading(page, 'Wallet').getByRole('button').click();
    await expect.poll(() => wallets(page)).toEqual(['Zebra', 'Market 10', 'Market 9', 'Alpha']);
    await inspectScreen(page, 'list-in-order');
    await heading(page, 'Wallet').getByRole('button').click();
    await expect(heading(page, 'Wallet')).toHaveAttribute('aria-sort', 'none');
  });

  await test.step('the menu does the same with the keyboard, hides a column, and both stay', async () => {
    await expect(heading(page, 'Balance')).toBeVisible();
    await page.getByRole('button', { name: 'Columns and order' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Wallet' }).press('Enter');
    await inspectScreen(page, 'list-view-menu');
    await page.getByRole('menuitemcheckbox', { name: 'Balance' }).press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Name' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(heading(page, 'Balance')).toBeHidden();
    await goTo(page, 'Activities');
    await goTo(page, 'Accounts');
    await expect(heading(page, 'Balance')).toBeHidden();
    await expect.poll(() => wallets(page)).toEqual(['Alpha', 'Market 9', 'Market 10', 'Zebra']);
  });

  await test.step('a typed filter becomes a token, and the order stays', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('wallet:market ');
    await expect(page.getByRole('button', { name: 'Remove filter wallet market' })).toBeVisible();
    await expect.poll(() => wallets(page)).toEqual(['Market 9', 'Market 10']);
    await inspectScreen(page, 'list-filtered');
    await page.getByRole('button', { name: 'Clear search' }).click();
  });

  await test.step('the menu of a row opens by a right click and by the keyboard', async () => {
    await accountRows(page).filter({ hasText: 'Zebra' }).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Actions on the row' });
    await expect(menu.getByRole('menuitem')).toHaveText([
      ...['Send', 'Sign…', 'Receive', 'Copy address', 'Add accounts…', 'Export account', 'Move to another service…'],
      'Select',
    ]);
    await inspectScreen(page, 'list-row-menu');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid', { name: 'Accounts' })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Select' }).press('Enter');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('activities order by their words', async () => {
    await goTo(page, 'Activities');
    await heading(page, 'What').getByRole('button').click();
    const what = page.getByRole('grid', { name: 'Activities' }).locator('.grid-row .grid-cell-what');
    await expect(what).toHaveText(['Alpha', 'Market 9', 'Market 10', 'Zebra'].map((name) => new RegExp(name)));
  });
});
