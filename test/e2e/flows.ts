import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';

/** What an operator does, by the names that are read out to them. */

export async function createLocalVault(page: Page, passphrase: string | null = null): Promise<void> {
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  if (passphrase !== null) {
    await page.getByRole('radio', { name: 'Passphrase file' }).check();
    await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase);
    await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill(passphrase);
  }
  await page.getByRole('button', { name: 'Create vault' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
}

export const place = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export async function createWallet(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByRole('button', { name: 'Create wallet' }).click();
  await expect(dialog(page).getByText('Wallet created')).toBeVisible();
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  await expect(accountRows(page).first()).toBeVisible();
}

/** The rows of the accounts without the header. */
export const accountRows = (page: Page): Locator =>
  page
    .getByRole('grid', { name: 'Accounts' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** The whole Ethereum address of a row; what is seen of it is shortened. */
export async function addressOf(row: Locator): Promise<string> {
  return /0x[0-9a-fA-F]{40}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
}

/** Up to the preview; nothing is signed yet. */
export async function previewMessage(page: Page, message: string): Promise<void> {
  await goTo(page, 'Accounts');
  await accountRows(page).first().click();
  await page
    .getByRole('region', { name: 'Account details' })
    .getByRole('button', { name: 'Sign with this account' })
    .click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('table', { name: 'Meaning' })).toBeVisible();
}

export async function signMessage(page: Page, message: string): Promise<void> {
  await previewMessage(page, message);
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
}

/** Up to the dialog that proves the address; nothing is revealed yet. */
export async function exportFirstAccount(page: Page): Promise<string> {
  await goTo(page, 'Accounts');
  const row = accountRows(page).first();
  const address = await addressOf(row);
  await row.click();
  await page.getByRole('region', { name: 'Account details' }).getByRole('button', { name: 'Export account' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Type the last six characters of the address' })
    .fill(address.slice(-6));
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await dialog(page).getByRole('button', { name: 'Export account' }).click();
  await expect(page.getByRole('dialog', { name: 'Exported key' })).toBeVisible();
  return address;
}
