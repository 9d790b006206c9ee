import type { Page } from 'playwright/test';
import {
  act,
  composeExport,
  composeMessage,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  place,
  press,
  readToEnd,
} from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen } from '../e2e/screens.ts';
import { plugIn, plugInLockKey } from '../e2e/security-key.ts';

const PIN = 'a PIN of 12';
const LOCK_PAGE = 'https://vault.castellan.internal/';

/** The window in which a security key is asked, once it has asked. */
async function keyWindow(page: Page): Promise<Page> {
  const find = async () => {
    for (const other of page.context().pages()) {
      if (other.url() !== LOCK_PAGE || other.isClosed()) continue;
      if ((await other.getByRole('heading', { level: 1 }).textContent()) !== 'Passkey') return other;
    }
    return null;
  };
  await expect.poll(async () => (await find()) !== null).toBe(true);
  return (await find()) as Page;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Security keys and passkeys' }).getByRole('row');

/** Asks for one more in Settings, up to the question about it. */
async function askToAdd(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add security key or passkey' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
}

const lock = async (page: Page) => {
  await page.keyboard.press('Control+l');
  await expect(place(page, 'Vault locked')).toBeVisible();
};

/** Answers a question with the security key, which the question offers beside the PIN. */
async function useKey(page: Page): Promise<void> {
  const asked = await confirmation(page);
  await readToEnd(asked);
  const button = asked.getByRole('button', { name: 'Use security key' });
  await expect(button).not.toHaveAttribute('aria-disabled');
  await press(asked, button);
}

test('a security key is set up in one window, and one without PRF is refused', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await plugIn(app);
  await askToAdd(page, 'Too old');
  await confirm(page, 'Add security key');
  const asked = await keyWindow(page);
  await expect(asked.getByRole('alert')).toContainText('cannot open a vault');
  await inspectConfirmation(asked, 'security-key-refused');
  await asked
    .getByRole('button', { name: 'Cancel' })
    .click({ noWaitAfter: true })
    .catch(() => undefined);
  await expect(dialog(page).getByText('Nothing was added')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await plugIn(app, { answers: true });
  await askToAdd(page, 'Blue key');
  await confirm(page, 'Add security key');
  await expect(rows(page).filter({ hasText: 'Blue key' })).toBeVisible();
});

test('a security key unlocks, reveals and signs, and so does the PIN beside it', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await plugInLockKey(app, 'first');

  await test.step('it is added in Settings, after an answer', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add security key or passkey' }).click();
    await inspectScreen(page, 'settings-security-key-add');
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Blue key');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await inspectConfirmation(await confirmation(page), 'security-key-add');
    await confirm(page, 'Add security key');
    await expect(rows(page).filter({ hasText: 'Blue key' })).toBeVisible();
    await inspectScreen(page, 'settings-security-key');
  });

  await test.step('only this security key unlocks', async () => {
    await lock(page);
    await plugInLockKey(app, 'none');
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await inspectConfirmation(await confirmation(page), 'unlock-security-key');
    await confirm(page, 'Unlock');
    const asked = await keyWindow(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Touch your security key to unlock');
    await inspectConfirmation(asked, 'security-key-unlock');
    await asked
      .getByRole('button', { name: 'Cancel' })
      .click({ noWaitAfter: true })
      .catch(() => undefined);
    await expect((await confirmation(page)).getByText('No security key was touched')).toBeVisible();
    await inspectConfirmation(await confirmation(page), 'unlock-security-key-again');
    await plugInLockKey(app, 'second');
    await confirm(page, 'Unlock');
    const other = await keyWindow(page);
    await expect(other.getByRole('alert')).toContainText('“Blue key” is missing');
    await plugInLockKey(app, 'first');
    await other
      .getByRole('button', { name: 'Try again' })
      .click({ noWaitAfter: true })
      .catch(() => undefined);
    await expect(place(page, 'Vault locked')).toBeHidden();
  });

  await test.step('a PIN is set beside it, and either unlocks', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Set a PIN…' }).click();
    await confirm(page, 'Go on');
    for (const name of ['PIN', 'Repeat PIN'])
      await (await confirmation(page)).getByRole('textbox', { name, exact: true }).fill(PIN);
    await confirm(page, 'Set PIN');
    await expect(page.getByRole('button', { name: 'Remove PIN…' })).toBeVisible();
    await lock(page);
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await inspectConfirmation(await confirmation(page), 'unlock-pin-or-security-key');
    await (await confirmation(page)).getByRole('textbox', { name: 'PIN' }).fill(PIN);
    await confirm(page, 'Unlock');
    await expect(place(page, 'Vault locked')).toBeHidden();
    await lock(page);
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await useKey(page);
    await expect(place(page, 'Vault locked')).toBeHidden();
  });

  await test.step('signatures and reveals need it', async () => {
    await goTo(page, 'Settings');
    await act(page, 'local', 'Ask each time it signs…');
    await useKey(page);
    await expect(page.getByText('Asks each time it signs')).toBeVisible();
    await composeMessage(page, 'Pay the invoice');
    await inspectConfirmation(await confirmation(page), 'sign-pin-or-security-key');
    await useKey(page);
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
    await composeExport(page);
    await useKey(page);
    await expect(page.getByRole('dialog', { name: 'Open export' })).toBeVisible();
    await inspectConfirmation(await confirmation(page), 'reveal-pin-or-security-key');
    await useKey(page);
    const shown = await confirmation(page);
    await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
    await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('it is removed with the PIN, and is then no longer needed', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Remove Blue key' }).click();
    await inspectConfirmation(await confirmation(page), 'security-key-remove');
    await (await confirmation(page)).getByRole('textbox', { name: 'PIN' }).fill(PIN);
    await confirm(page, 'Remove security key');
    await expect(rows(page)).toHaveCount(0);
    await lock(page);
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await expect((await confirmation(page)).getByRole('button', { name: 'Use security key' })).toHaveCount(0);
  });
});
