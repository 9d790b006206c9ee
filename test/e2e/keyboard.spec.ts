import type { Locator, Page } from 'playwright/test';
import { accountRows, confirmation, dialog, place, readToEnd, searchPalette } from './flows.ts';
import { expect, test } from './harness.ts';

const PIN = 'a PIN of 12';

/** Presses Tab until the control has the focus. More steps than any screen has mean that it cannot be reached. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the control cannot be reached with the Tab key');
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

/** Types the PIN into the fields of these names, reads the question to its end and says yes to it. */
async function answer(page: Page, yes: string, fields: readonly string[] = []): Promise<void> {
  const asked = await confirmation(page);
  const [first] = fields;
  const field = (name: string) => asked.getByRole('textbox', { name, exact: true });
  await expect(first === undefined ? asked.locator('footer').getByRole('button').first() : field(first)).toBeFocused();
  for (const name of fields) await type(asked, field(name), PIN);
  await readToEnd(asked);
  const button = asked.getByRole('button', { name: yes, exact: true });
  await expect(button).not.toHaveAttribute('aria-disabled');
  await tabTo(asked, button);
  // A key that comes sooner may have been held since before the question.
  await expect
    .poll(
      async () => {
        if (!asked.isClosed()) await asked.keyboard.press('Enter').catch(() => undefined);
        return asked.isClosed();
      },
      { intervals: [1_200] },
    )
    .toBe(true);
}

test('from the first start to a signature without a pointer', async ({ launch }) => {
  const { page } = await launch();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const button = (name: string, inside: Page | Locator = page) => inside.getByRole('button', { name, exact: true });

  await press(page, button('Use the vault on this machine'));
  await press(page, button('Create vault'));
  await answer(page, 'Create vault', ['PIN', 'Repeat PIN']);
  await press(page, button('Later'));
  await expect(place(page, 'Accounts')).toBeVisible();

  await press(page, button('Create wallet'));
  await type(page, dialog(page).getByRole('textbox', { name: 'Wallet name' }), 'Treasury');
  await press(page, button('Review', dialog(page)));
  await answer(page, 'Create wallet');
  await expect(dialog(page).getByText('Wallet created')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(accountRows(page)).toHaveCount(1);

  await test.step('a menu takes the focus and gives it back', async () => {
    const profile = page.getByRole('button', { name: /^Profile/ });
    await press(page, profile);
    await expect(page.getByRole('menuitemradio', { name: 'local' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(profile).toBeFocused();
  });

  await test.step('the command palette reaches places and their sections', async () => {
    const sections = ['Wallets', 'Private keys', 'Secrets', 'TVC apps'];
    for (const name of ['Activities', 'All operations', ...sections, 'Settings', 'Sign']) {
      await searchPalette(page, name);
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(place(page, name)).toBeVisible();
    }
  });

  await test.step('the command palette opens the form of a private key, a secret and an app', async () => {
    for (const [command, title] of [
      ['Create private key', 'Create private key'],
      ['Import wallet, private key or secret', 'Import'],
      ['Create TVC app', 'Create app'],
    ] as const) {
      await searchPalette(page, command);
      await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(command);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await searchPalette(page, 'Export all private keys');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await searchPalette(page, 'Sign');
    await page.keyboard.press('Enter');
    await expect(place(page, 'Sign')).toBeVisible();
  });

  await type(page, page.getByRole('combobox', { name: 'Account' }), 'Treasury');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await type(page, page.getByRole('textbox', { name: 'Message' }), 'typed');
  await press(page, button('Review'));
  await answer(page, 'Sign message');
  await expect(page.getByText('Verified on this machine')).toBeVisible();

  await page.keyboard.press('Control+l');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await press(page, button('Unlock…'));
  await answer(page, 'Unlock', ['PIN']);
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  // The page's policy refuses styles and scripts that a library makes. Each refusal is reported here.
  expect(said).toEqual([]);
});
