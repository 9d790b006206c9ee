import type { Locator, Page } from 'playwright/test';
import { accountRows, confirm, dialog, goTo, place } from './flows.ts';
import { expect } from './harness.ts';

/** The controls of the place Send, and the steps that its tests share. */
export const textbox = (page: Page, name: string | RegExp): Locator => page.getByRole('textbox', { name });
export const recipient = (page: Page): Locator => page.getByRole('combobox', { name: 'To' });
export const review = (page: Page): Locator => page.getByRole('button', { name: 'Review payment' });

/** Names a node for the first offered chain. */
export async function addNode(page: Page, node: { readonly url: string }): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add node' }).click();
  await dialog(page).getByRole('textbox', { name: 'JSON-RPC address' }).fill(node.url);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Change list of nodes');
}

/** Goes to Send with the first account, by its key. */
export async function sendFromFirst(page: Page): Promise<void> {
  await goTo(page, 'Accounts');
  await accountRows(page).first().click();
  await page.keyboard.press('s');
  await expect(place(page, 'Send')).toBeVisible();
}
