import type { Locator, Page } from 'playwright/test';
import { accountRows, confirm, dialog, goTo, place } from './flows.ts';
import { expect } from './harness.ts';

/** The controls of the place Send, and the steps that its tests share. */
export const textbox = (page: Page, name: string | RegExp): Locator => page.getByRole('textbox', { name });
export const recipient = (page: Page): Locator => page.getByRole('combobox', { name: 'To' });

/** Chooses an asset by its symbol. A known balance follows the symbol in the list. */
export async function chooseAsset(page: Page, symbol: string): Promise<void> {
  const list = page.getByRole('combobox', { name: 'Asset' });
  const option = list.locator('option', { hasText: new RegExp(`^${symbol}( ·|$)`) });
  await list.selectOption((await option.getAttribute('value')) ?? '');
}
export const review = (page: Page): Locator => page.getByRole('button', { name: 'Review payment' });

interface NewNode {
  readonly url: string;
  /** The first offered one when absent. */
  readonly chain?: string;
  /** The name of the address field. */
  readonly field?: string;
}

/** Names a node of a chain. */
export async function addNode(page: Page, { url, chain, field = 'JSON-RPC address' }: NewNode): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add node' }).click();
  if (chain !== undefined) await dialog(page).getByRole('combobox', { name: 'Chain' }).selectOption({ label: chain });
  await dialog(page).getByRole('textbox', { name: field }).fill(url);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Change list of nodes');
}

/** Creates a wallet whose one account is of a kind, such as `Solana`. Returns its address. */
export async function createWalletOf(page: Page, kind: string): Promise<string> {
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Treasury');
  await dialog(page)
    .getByRole('group', { name: 'Account 1' })
    .getByRole('combobox', { name: 'Kind' })
    .selectOption(kind);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Create wallet');
  await expect(dialog(page).getByText('Wallet created')).toBeVisible();
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  await expect(accountRows(page)).toHaveCount(1);
  return page.evaluate(async () => {
    const accounts = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
    return (accounts as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
  });
}

/** Goes to Send with the first account, by its key. */
export async function sendFromFirst(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Accounts' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
  await accountRows(page).first().click();
  await page.keyboard.press('s');
  await expect(place(page, 'Send')).toBeVisible();
}

/** Goes to Send by the rail, in two presses with the choice of an account of the wallet. */
export async function sendFrom(page: Page, wallet: string): Promise<void> {
  await goTo(page, 'Send');
  await page.getByRole('combobox', { name: 'From' }).focus();
  await page.keyboard.type(wallet);
  await expect(page.getByRole('option').first()).toContainText(wallet);
  await page.keyboard.press('Enter');
  await expect(page.locator('.account-chosen')).toContainText(wallet);
}

/** Chooses in a list of choices by typing the first letters. */
export async function typeChoice(page: Page, label: string, letters: string): Promise<void> {
  const list = page.getByRole('combobox', { name: label });
  await list.focus();
  await page.keyboard.type(letters);
  await expect(list.locator('option:checked')).toContainText(letters);
}
