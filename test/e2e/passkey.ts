import type { Page } from 'playwright/test';
import { act, addKey, confirm, confirmation, goTo } from './flows.ts';
import { expect } from './harness.ts';

/** Main's window for passkeys, once it has asked. */
export async function passkeyWindow(page: Page): Promise<Page> {
  const find = () =>
    page
      .context()
      .pages()
      .find((other) => other.url().startsWith('https://'));
  await expect.poll(() => find() !== undefined).toBe(true);
  const asked = find() as Page;
  await expect(asked.getByRole('heading', { level: 1 })).not.toHaveText('Passkey');
  return asked;
}

export const keys = (page: Page) => page.getByRole('table', { name: 'Keys' });

export async function addPasskey(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await addKey(page, 'Passkey…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Relying party' })).toHaveValue('localhost');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('YubiKey');
  await dialog.getByRole('button', { name: 'Make passkey' }).click();
}

/** A local vault whose profile signs with a passkey. `look` looks at the question, which is the same for each test. */
export async function useKey(page: Page, look: (asked: Page) => Promise<void> = async () => {}): Promise<void> {
  await addPasskey(page);
  await confirm(page);
  await expect(page.getByText('The passkey YubiKey is registered.')).toBeVisible();
  await act(page, 'YubiKey of local', 'Use to sign…');
  await look(await confirmation(page));
  await confirm(page, 'Use this key');
  await expect(keys(page).getByRole('row', { name: /YubiKey.*signs for it/ })).toBeVisible();
}
