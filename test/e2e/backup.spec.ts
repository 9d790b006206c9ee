import type { Page } from 'playwright/test';
import { flipByte } from './files.ts';
import { confirm, confirmation, createLocalVault, createWallet, doWithoutPin, goTo, place } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { answerOpenDialog, answerSaveDialog } from './save-dialog.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';

const PASSPHRASE = 'a passphrase of its own';

async function choosePassphrase(page: Page): Promise<void> {
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(PASSPHRASE);
  await asked.getByRole('textbox', { name: 'Repeat passphrase' }).fill(PASSPHRASE);
  await confirm(page, 'Back up');
}

async function typePassphrase(page: Page, passphrase: string): Promise<void> {
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase);
  await confirm(page, 'Check backup');
}

test('the first start offers a backup, which is written, checked and found again in Settings', async ({ launch }) => {
  const { app, page, home } = await launch();
  await answerSaveDialog(app, home);
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  await doWithoutPin(await confirmation(page));
  await confirm(page, 'Create vault');

  await expect(page.getByRole('heading', { name: 'Keep a backup away from this computer' })).toBeVisible();
  await inspectScreen(page, 'first-backup');
  const { spent } = await handOf(page);
  await page.getByRole('button', { name: 'Back up…' }).click();
  await inspectConfirmation(await confirmation(page), 'backup-passphrase');
  await choosePassphrase(page);
  await expect(page.getByText('The backup was written and checked')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
  expect(spent(), 'clicks from the new vault to its backup').toBeLessThanOrEqual(3);

  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Backup' }).click();
  const section = page.getByRole('region', { name: 'Backup' });
  await expect(section.getByText(/^Last backup just now/)).toBeVisible();
  await inspectScreen(page, 'settings-backup');
});

test('a wallet after the last backup is reported until a newer backup holds it', async ({ launch }) => {
  const { app, page, home } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Payroll');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Keys made here exist on this computer only.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up…' }).click();
  const section = page.getByRole('region', { name: 'Backup' });
  await expect(section.getByText('New keys are in no backup')).toBeVisible();
  await inspectScreen(page, 'settings-backup-needed');

  await test.step('without a file and a confirmation nothing is written', async () => {
    const answered = await answerSaveDialog(app, null);
    await section.getByRole('button', { name: 'Back up…' }).click();
    await answered();
    await expect(section.getByRole('button', { name: 'Back up…' })).toBeEnabled();
    await answerSaveDialog(app, home);
    await section.getByRole('button', { name: 'Back up…' }).click();
    await confirm(page, 'Don’t back up');
    await expect(section.getByText('New keys are in no backup')).toBeVisible();
  });

  await section.getByRole('button', { name: 'Back up…' }).click();
  await choosePassphrase(page);
  await expect(section.getByText('The backup was written and checked')).toBeVisible();
  await expect(section.getByText('New keys are in no backup')).toHaveCount(0);
  await expect(section.getByRole('row', { name: /^Local service 1 wallet, 1 user/ })).toBeVisible();

  const file = await section
    .getByText(/\.backup$/)
    .first()
    .innerText();
  await test.step('an existing file is refused before a passphrase is typed', async () => {
    await section.getByRole('button', { name: 'Back up…' }).click();
    await expect(section.getByText(/exists already and is never overwritten/)).toBeVisible();
  });

  await answerOpenDialog(app, file);
  await test.step('a wrong passphrase can be corrected', async () => {
    await section.getByRole('button', { name: 'Check a backup…' }).click();
    await typePassphrase(page, 'another passphrase');
    const again = await confirmation(page);
    await expect(again.getByText('The backup was not opened')).toBeVisible();
    await inspectConfirmation(again, 'backup-wrong-passphrase');
    await typePassphrase(page, PASSPHRASE);
    await expect(section.getByText('The backup is whole and its passphrase opens it')).toBeVisible();
  });

  await test.step('one changed byte is reported', async () => {
    flipByte(file, 4_000);
    await section.getByRole('button', { name: 'Check a backup…' }).click();
    await typePassphrase(page, PASSPHRASE);
    await expect(section.getByText(/was changed|damaged/).first()).toBeVisible();
    await inspectScreen(page, 'settings-backup-damaged');
  });
});
