import { accountRows, composeExport, composeMessage, declineFirstBackup, dialog, goTo, place } from '../e2e/flows.ts';
import { outOfReach } from '../e2e/reach.ts';
import { account } from '../unit/renderer/fixture-data.ts';
import { expect, test } from './open-page.ts';

test('runs in a current Chromium', ({ browser }) => {
  expect(Number.parseInt(browser.version(), 10)).toBeGreaterThanOrEqual(150);
});

test('first start', async ({ open }) => {
  const page = await open({ app: { profile: null } });
  await expect(place(page, 'Where should your keys work?')).toBeVisible();
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  await declineFirstBackup(page);
  await expect(accountRows(page).first()).toBeVisible();
});

test('accounts: a hundred thousand, searched, one opened', async ({ open }) => {
  const page = await open({ accounts: 100_000 });
  await expect(page.getByRole('grid', { name: 'Accounts' })).toHaveAttribute('aria-rowcount', '100001');
  const { address } = account(99_999, Date.now());
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(address.slice(0, 20));
  await expect(accountRows(page)).toHaveCount(1);
  await accountRows(page).first().click();
  await expect(page.getByRole('region', { name: 'Account details' })).toContainText(address);
});

test('history: a million transactions in days, to the last', async ({ open }) => {
  const page = await open({ transactions: 1_000_000 });
  await goTo(page, 'History');
  const grid = page.getByRole('grid', { name: 'History' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(1_000_000 + 62_500 + 1));
  await expect(grid.getByRole('row').nth(1)).toContainText('Today');
  const drawn = () =>
    grid.evaluate((element) => element.querySelector('.grid-rows')?.getBoundingClientRect().height ?? 0);
  // Beyond this Chromium ends an element.
  expect(await drawn()).toBeLessThan(33_554_431);
  const at = (row: number) => grid.locator(`[aria-rowindex="${row}"]`);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(at(3)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(at(1_062_501)).toBeInViewport();
  await expect(at(1_062_501)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Transaction details' })).toContainText('18,000,001');
  await page.getByRole('button', { name: 'Close details' }).click();
  const before = await at(1_062_490).boundingBox();
  await at(1_062_490).hover();
  // A wheel moves the rows by its own distance, however much smaller they are drawn.
  await page.mouse.wheel(0, -72);
  await expect.poll(async () => Math.round(((await at(1_062_490).boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBe(72);
  await grid.evaluate((element) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) / 2));
  await expect(at(531_250)).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Home');
  await expect(at(2)).toBeInViewport();
});

test('a message: composed and signed', async ({ open }) => {
  const page = await open();
  await composeMessage(page, 'Pay the invoice of November');
  await expect(page.getByText('Verified on this machine')).toBeVisible();
});

test('an export: no part of it reaches the page', async ({ open }) => {
  const page = await open();
  await composeExport(page);
  await expect(dialog(page)).toBeHidden();
});

test('activities, settings and the palette', async ({ open }) => {
  const page = await open();
  await goTo(page, 'Activities');
  await expect(page.getByRole('grid', { name: 'Activities' }).getByRole('gridcell').first()).toBeVisible();
  await goTo(page, 'Audit');
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(page.getByText(/entries, unbroken/)).toBeVisible();
  await goTo(page, 'Settings');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a locked vault opens when main reports it open', async ({ open }) => {
  const locked = { state: 'locked', needsPassphrase: true, problem: null } as const;
  const page = await open({ app: { vault: locked } });
  await expect(place(page, 'Vault locked')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
});

test('reports violations of the page’s policy and of the contract', async ({ open, complaints }) => {
  const page = await open();
  await expect(place(page, 'Accounts')).toBeVisible();
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'https://elsewhere.invalid/a.png';
    document.body.append(image);
    return window.castellan.call('app.setPreferences', { theme: 'dark', more: true });
  });
  await expect.poll(() => complaints.join()).toContain('Content Security Policy');
  expect(complaints.splice(0).join()).toContain('input of app.setPreferences');
});

test('drafts survive Escape, leaving and locking, in their own profile, and end when discarded', async ({ open }) => {
  const page = await open();
  const name = dialog(page).getByRole('textbox', { name: 'Wallet name' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(place(page, 'Accounts')).toBeVisible();
  await page.keyboard.press('Control+n');
  await name.fill('Hot');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('Control+n');
  await expect(name).toHaveValue('Hot');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+n');
  await expect(name).toHaveValue('');
  await page.keyboard.press('Escape');

  await goTo(page, 'Sign');
  await message.fill('Pay the invoice');
  await goTo(page, 'Activities');
  await page.getByRole('button', { name: 'Lock vault' }).click();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await goTo(page, 'Sign');
  await expect(message).toHaveValue('Pay the invoice');
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitemradio', { name: 'production' }).click();
  await goTo(page, 'Sign');
  await expect(message).toHaveValue('');
});

test('a toast appears inside the open dialog, above everything', async ({ open }) => {
  const page = await open();
  await expect(place(page, 'Accounts')).toBeVisible();
  await page.keyboard.press('Control+n');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).locator('.toasts')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.locator('body > div .toasts')).toBeAttached();
});

test('the licences of built-in packages can be read', async ({ open }) => {
  const page = await open();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Show licences' }).click();
  await expect(dialog(page)).toContainText('MIT License');
});

test('at 200% zoom an account, a signature and a wallet are in reach', async ({ open, page: before }) => {
  await before.setViewportSize({ width: 480, height: 320 });
  const page = await open();
  await accountRows(page).first().click();
  await expect(page.getByRole('region', { name: 'Account details' })).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign with this account' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Pay the invoice');
  expect(await outOfReach(page)).toEqual([]);
  await page.keyboard.press('Control+n');
  await expect(dialog(page)).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
});
