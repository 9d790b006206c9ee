import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { accountRows, confirm, confirmation, createLocalVault, dialog, unfold } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { answerOpenDialog } from './save-dialog.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';

/** The mnemonic of the test accounts of the public EVM nodes, with its first address. */
const WORDS = 'test test test test test test test test test test test junk';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

async function typeSecret(page: Page, label: string, secret: string): Promise<void> {
  const asked = await confirmation(page);
  await asked.getByLabel(label, { exact: true }).fill(secret);
  await confirm(page, 'Go on');
}

test('a wallet is imported from its recovery phrase, which never enters the page', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Old wallet');
  await inspectScreen(page, 'import-wallet');
  await dialog(page).getByRole('button', { name: 'Import…' }).click();
  await confirm(page);

  await test.step('a wrong word is named, and the phrase can be corrected', async () => {
    const again = await confirmation(page);
    await again.getByLabel('Word 1', { exact: true }).fill(WORDS.replace('junk', 'junc'));
    await expect(again.getByText('Word 12 is not in the list. Correct it')).toBeVisible();
    await expect(again.getByLabel('Word 12', { exact: true })).toHaveAttribute('type', 'text');
    await expect(again.getByLabel('Word 11', { exact: true })).toHaveAttribute('type', 'password');
    await inspectConfirmation(again, 'import-wrong-word');
    // The question stays, so nothing waits for the next one.
    await again.getByRole('button', { name: 'Go on' }).click();
    await expect(again.getByRole('alert').getByText('Word 12 is not in the list.')).toBeVisible();
    // Nothing that was typed is lost, and the first letters are enough.
    await expect(again.getByLabel('Word 11', { exact: true })).toHaveValue('test');
    await again.getByLabel('Word 12', { exact: true }).fill('junk');
    await expect(again.getByText('12 words, all in the list')).toBeVisible();
    await inspectConfirmation(again, 'import-words');
    await confirm(page, 'Go on');
  });

  const question = await confirmation(page);
  await expect(question.getByRole('table', { name: 'Addresses, derived in this vault' })).toContainText(/f39F/i);
  await expect(question.getByText('encappedPublic').first()).toBeHidden();
  await inspectConfirmation(question, 'import-question');
  await unfold(question, 'Fields');
  await expect(question.getByText('encappedPublic').first()).toBeVisible();
  await question.getByTestId('end').scrollIntoViewIfNeeded();
  await confirm(page);
  await expect(dialog(page).getByText('Wallet imported')).toBeVisible();
  await expect(dialog(page).getByText('The service reports the addresses that the vault derived.')).toBeVisible();
  await inspectScreen(page, 'import-done');
  expect(await page.content()).not.toContain('junk');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(accountRows(page)).toHaveCount(1);
  await expect(page.getByText('Imported').first()).toBeVisible();
});

test('a wallet is imported in six clicks from Accounts', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  const { spent } = await handOf(page);
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Old wallet');
  await dialog(page).getByRole('button', { name: 'Import…' }).click();
  await confirm(page, 'Start wallet import');
  await typeSecret(page, 'Word 1', WORDS);
  await expect((await confirmation(page)).getByText('Addresses, derived in this vault')).toBeVisible();
  await confirm(page, 'Import wallet');
  await expect(dialog(page).getByText('Wallet imported')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(accountRows(page)).toHaveCount(1);
  expect(spent(), 'clicks from Accounts to the imported wallet').toBeLessThanOrEqual(6);
});

test('a private key is imported from a file', async ({ launch }) => {
  const { app, page, home } = await launch();
  await createLocalVault(page);
  const file = join(home, 'old.key');
  writeFileSync(file, `0x${KEY}\n`);
  await answerOpenDialog(app, file);
  await page.getByRole('button', { name: 'Import…' }).click();
  await dialog(page).getByRole('radio', { name: 'Private key' }).check();
  await dialog(page).getByRole('textbox', { name: 'Private key name' }).fill('Old key');
  await dialog(page).getByRole('radio', { name: 'In a file' }).check();
  await dialog(page).getByRole('button', { name: 'Choose file…' }).click();
  await confirm(page);
  await expect((await confirmation(page)).getByText('Addresses, derived in this vault')).toBeVisible();
  await confirm(page);
  await expect(dialog(page).getByText('Private key imported')).toBeVisible();
  await expect(
    dialog(page)
      .getByText(new RegExp(ADDRESS.slice(0, 4), 'i'))
      .first(),
  ).toBeVisible();
});
