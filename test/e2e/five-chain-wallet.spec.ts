import type { Locator, Page } from 'playwright/test';
import { accountRows, confirm, createLocalVault, dialog } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { inspectScreen } from './screens.ts';

const CHAINS = ['Ethereum', 'Bitcoin', 'Solana', 'Tron', 'Cosmos'];

const chain = (page: Page, name: string): Locator => dialog(page).getByRole('checkbox', { name, exact: true });

async function expectFiveChains(page: Page): Promise<void> {
  await expect(accountRows(page)).toHaveCount(CHAINS.length);
  for (const name of CHAINS) await expect(accountRows(page).filter({ hasText: name })).not.toHaveCount(0);
}

test('a wallet of five chains is made in six clicks', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  const { spent } = await handOf(page);
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Treasury');
  await dialog(page).getByRole('button', { name: 'All chains' }).click();
  await inspectScreen(page, 'wallet-five-chains');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Create wallet');
  await expect(dialog(page).getByText('Wallet created')).toBeVisible();
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  await expectFiveChains(page);
  expect(spent(), 'clicks from the empty list to the wallet').toBeLessThanOrEqual(6);
});

test('a chain is taken out of a new wallet again, but never the last one', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(chain(page, 'Ethereum')).toBeDisabled();
  await chain(page, 'Solana').check();
  await chain(page, 'Ethereum').uncheck();
  await expect(dialog(page).getByRole('combobox', { name: 'Kind' })).toHaveValue('ADDRESS_FORMAT_SOLANA');
  await expect(chain(page, 'Solana')).toBeDisabled();
});
