import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  dialog,
  goTo,
  press,
} from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { brokenLabels } from './one-screen.ts';
import { inspectConfirmation } from './screens.ts';

test('a key is exported and revealed by one person in four clicks of the pointer from Accounts', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury', ['Solana']);
  await goTo(page, 'Accounts');
  const address = await addressOf(accountRows(page).first());
  const { spent } = await handOf(page);
  await accountRows(page).first().click();
  await page.getByRole('button', { name: 'Export account' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Type the last six characters of the address' })
    .fill(address.slice(-6));
  await inspectConfirmation(await confirmation(page), 'export-alone');
  await confirm(page, 'Export key');
  expect(await brokenLabels(await confirmation(page)), 'words broken in a label').toEqual([]);
  await confirm(page, 'Reveal key');
  const shown = await confirmation(page);
  await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
  expect(spent(), 'clicks from Accounts to the revealed key').toBeLessThanOrEqual(4);
  await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));

  // The service marks the whole wallet, and the list only the account whose key left it.
  await expect(accountRows(page).filter({ hasText: 'Ethereum' })).toContainText('Exported');
  await expect(accountRows(page).filter({ hasText: 'Solana' })).not.toContainText(/exported/i);
});
