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

test('a key is exported with the keyboard only, up to the answers', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await page.keyboard.press('Control+3');
  const address = await addressOf(accountRows(page).first());
  await page.getByRole('grid', { name: 'Accounts' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Export account' }).press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(address.slice(-6));
  // A key that is pressed from habit changes nothing: the question is open already.
  await page.keyboard.press('Enter');
  await confirm(page, 'Export key');
  await confirm(page, 'Reveal key');
  const shown = await confirmation(page);
  await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
  await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
});

test('a key is exported and revealed by one person in four clicks of the pointer from Accounts', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await goTo(page, 'Accounts');
  const address = await addressOf(accountRows(page).first());
  const { click, answer, spent } = handOf(page);
  await click(accountRows(page).first());
  await click(page.getByRole('button', { name: 'Export account' }));
  await dialog(page)
    .getByRole('textbox', { name: 'Type the last six characters of the address' })
    .fill(address.slice(-6));
  await answer('Export key');
  await answer('Reveal key');
  const shown = await confirmation(page);
  await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
  expect(spent(), 'clicks from Accounts to the revealed key').toBeLessThanOrEqual(4);
  await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
});
