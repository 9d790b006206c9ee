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

/** Goes to Send with the first account, by its key. `click` may count the two clicks. */
export async function sendFromFirst(
  page: Page,
  click: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  await click(page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Accounts' }));
  await expect(place(page, 'Accounts')).toBeVisible();
  await click(accountRows(page).first());
  await page.keyboard.press('s');
  await expect(place(page, 'Send')).toBeVisible();
}
