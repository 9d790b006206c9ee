import { confirm, createLocalVault, dialog, goTo, place } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { keys } from '../e2e/passkey.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { plugIn } from '../e2e/security-key.ts';

test('a passkey is added for another user, who takes the security key along, with the keyboard', async ({ launch }) => {
  const { app, page } = await launch();
  await createLocalVault(page);
  await plugIn(app);
  await page.keyboard.press('Control+8');
  await page
    .getByRole('navigation', { name: 'Sections of organization' })
    .getByRole('button', { name: 'Passkeys' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(place(page, 'Passkeys')).toBeVisible();
  await expect(page.getByText('No passkey yet.')).toBeVisible();
  const { spent } = await handOf(page);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByRole('button', { name: 'Make passkey' })).toBeDisabled();
  await dialog(page).getByRole('combobox', { name: 'User' }).selectOption({ index: 1 });
  await expect(dialog(page).getByText('add it under Settings, Keys.')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Key of Lena');
  await inspectScreen(page, 'organization-add-passkey');
  await page.keyboard.press('Enter');
  await confirm(page);
  await expect(page.getByText(/^The passkey .*Key of Lena.* is registered for Operator\.$/)).toBeVisible();
  expect(spent(), 'clicks from the passkeys to a new one').toBeLessThanOrEqual(5);
  await expect(page.getByRole('grid', { name: 'Passkeys' }).getByRole('row', { name: /Key of Lena/ })).toHaveCount(1);
  await goTo(page, 'Settings');
  await expect(keys(page).getByRole('row', { name: /Key of Lena/ })).toHaveCount(0);
});
