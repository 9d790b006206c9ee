import { generateP256KeyPair } from '@turnkey/crypto';
import { confirm, createLocalVault, dialog, place } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { inspectScreen } from '../e2e/screens.ts';

test('a sub-organization is created with a root user and read by name, with the keyboard', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await page.keyboard.press('Control+8');
  await expect(place(page, 'Users')).toBeVisible();
  await page.getByRole('navigation', { name: 'Sections of organization' }).locator('[aria-current]').focus();
  // Several sections begin with the letter.
  const title = page.getByRole('heading', { level: 1 });
  for (let shown = 'Users'; shown !== 'Sub-organizations'; shown = (await title.textContent()) ?? '') {
    await page.keyboard.press('s');
    await expect(title).not.toHaveText(shown);
  }
  await expect(place(page, 'Sub-organizations')).toBeVisible();
  await expect(page.getByText('No sub-organizations.')).toBeVisible();

  const { spent } = await handOf(page);
  await page.keyboard.press('Control+Enter');
  const form = dialog(page);
  await form.getByRole('textbox', { name: 'Sub-organization name' }).fill('Customer 17');
  await form.getByRole('textbox', { name: 'User name' }).fill('Lena Fischer');
  await form.getByRole('button', { name: /^Add API key/ }).press('Enter');
  await form.getByRole('textbox', { name: 'API key name' }).fill('Laptop');
  await form.getByRole('textbox', { name: 'Public key' }).fill(generateP256KeyPair().publicKey);
  await inspectScreen(page, 'sub-organization-form');
  await page.keyboard.press('Control+Enter');
  await confirm(page);
  await expect(form.getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(spent(), 'clicks from the sub-organizations to a new one with a key').toBeLessThanOrEqual(5);

  const row = page.getByRole('grid', { name: 'Sub-organizations' }).getByRole('row').filter({ hasText: 'Customer 17' });
  await expect(row).toHaveCount(1);
  await page.getByRole('grid', { name: 'Sub-organizations' }).focus();
  await page.keyboard.press('Home');
  const details = page.getByRole('region', { name: 'Sub-organization details' });
  await expect(details.getByRole('table', { name: 'Reported by the service' })).toContainText('Customer 17');
  await expect(details.getByRole('row', { name: 'Users 1' })).toBeVisible();
  await inspectScreen(page, 'sub-organization');
});
