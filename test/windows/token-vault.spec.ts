import { SoftTokens } from '../contract/tokens/soft-token.ts';
import {
  accountRows,
  confirm,
  confirmation,
  createWallet,
  declineFirstBackup,
  doWithoutPin,
  goTo,
  place,
  readToEnd,
} from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { enterTokenPin, openTokens, SOFT_MODULE } from '../e2e/soft-token.ts';

let soft: SoftTokens;
test.beforeEach(() => {
  soft = new SoftTokens();
  soft.add('desk');
  openTokens(soft);
});
test.afterEach(() => soft.close());

test('a local vault is created on a token, and opens with its PIN only', async ({ launch }) => {
  const running = await launch({ environment: soft.environment });
  const { page } = running;
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('checkbox', { name: /on a security key or smart card$/ }).check();
  await expect(page.getByRole('button', { name: 'Create vault' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Module' }).selectOption({ label: SOFT_MODULE });
  await page.getByRole('button', { name: 'Find tokens' }).click();
  await confirm(page, 'Load module');
  await expect(page.getByRole('radio', { name: 'desk' })).toBeChecked();
  await inspectScreen(page, 'local-form-token');
  for (const zoom of [1, 2]) {
    await resize(running, 960, 640, zoom);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await inspectSize(page, `local-form-token-960-${zoom * 100}`);
  }
  await resize(running, 1280, 800, 1);
  await page.getByRole('button', { name: 'Create vault' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByText('The vault opens only with the token', { exact: true })).toBeVisible();
  // It is longer than its window, and read from its beginning.
  expect(await asked.locator('.trusted-body').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(asked.getByRole('row', { name: 'Organization “Local vault”' })).toBeVisible();
  await expect(asked.getByText('The vault opens only with the token “desk” and its PIN.')).toBeVisible();
  await expect(asked.getByText('Anybody at this computer')).toHaveCount(0);
  await doWithoutPin(asked);
  await readToEnd(asked);
  await inspectConfirmation(asked, 'local-token');
  await confirm(page, 'Create vault');
  await enterTokenPin(page);
  await declineFirstBackup(page);
  await createWallet(page, 'Treasury');
  const accounts = await accountRows(page).count();

  await page.getByRole('button', { name: 'Lock vault' }).click();
  await expect(place(page, 'Vault locked')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await confirm(page, 'Unlock');
  const pin = await confirmation(page);
  await expect(pin.getByText('The key that opens the vault is on the token')).toBeVisible();
  await inspectConfirmation(pin, 'local-token-pin');
  await enterTokenPin(page, '000000');
  await enterTokenPin(page);
  await expect(accountRows(page)).toHaveCount(accounts);
  await createWallet(page, 'Second');
  await goTo(page, 'Settings');
  await expect(page.getByRole('row', { name: /Token “desk”/ }).first()).toBeVisible();
  await expect(page.getByText('A key on a token is used only with the token and its PIN.')).toBeVisible();
});
