import type { ElectronApplication, Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import type { StandIn } from './stand-in-service.ts';

/** Steps of an operator, who finds controls by their accessible names. */

export async function createLocalVault(page: Page, passphrase: string | null = null): Promise<void> {
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  if (passphrase !== null) {
    await page.getByRole('radio', { name: 'Passphrase file' }).check();
  }
  await page.getByRole('button', { name: 'Create vault' }).click();
  const asked = await confirmation(page);
  if (passphrase === null) await doWithoutPin(asked);
  else {
    await asked.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(passphrase);
    await asked.getByRole('textbox', { name: 'Repeat passphrase' }).fill(passphrase);
  }
  await confirm(page, 'Create vault');
  await declineFirstBackup(page);
}

/** Puts the offered backup off. */
export async function declineFirstBackup(page: Page): Promise<void> {
  // With a passphrase several keys are sealed, each by a scrypt of its own.
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(place(page, 'Accounts')).toBeVisible();
}

/**
 * Fills in the form for a service elsewhere. Returns the public key that an administrator would register. `look` looks at
 * the question, which is the same for each test.
 */
export async function connectTo(
  page: Page,
  { baseUrl, organizationId }: StandIn,
  look: (asked: Page) => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  await page.getByRole('textbox', { name: 'Profile name' }).fill('production');
  await page.getByRole('textbox', { name: 'Service address' }).fill(baseUrl);
  await page.getByRole('textbox', { name: 'Organization id' }).fill(organizationId);
  await page.getByRole('button', { name: 'Make key and connect' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('row', { name: `Service address ${baseUrl}` })).toBeVisible();
  await look(asked);
  await doWithoutPin(asked);
  await confirm(page, 'Connect');
  await expect(place(page, 'Register this public key')).toBeVisible();
  return page.evaluate(async () => {
    const reply = await window.castellan.call('profiles.list', {});
    const { credentials } = (reply as { value: { credentials: { profile: string; publicKey: string }[] } }).value;
    return credentials.find(({ profile }) => profile === 'production')?.publicKey ?? '';
  });
}

/** Turns the PIN down, where one is offered. */
export async function doWithoutPin(asked: Page): Promise<void> {
  const without = asked.getByRole('radio', { name: /^Without a(nother)? PIN/ });
  if (await without.isVisible()) await without.check();
}

/** Main's own window with the question that waits for an answer. */
export async function confirmation(page: Page): Promise<Page> {
  const windows = () => page.context().pages();
  const find = () => windows().find((other) => other.url().startsWith('castellan://trusted/'));
  await expect.poll(() => find() !== undefined).toBe(true);
  const asked = find() as Page;
  await expect(asked.getByRole('heading', { level: 1 })).toBeVisible();
  return asked;
}

/** Reads to the end and confirms, by the word on the button if it is given. */
export async function confirm(page: Page, yes: string | null = null): Promise<void> {
  const asked = await confirmation(page);
  await readToEnd(asked);
  const button =
    yes === null
      ? asked.locator('.trusted-answers').getByRole('button').last()
      : asked.getByRole('button', { name: yes, exact: true });
  await expect(button).not.toHaveAttribute('aria-disabled');
  await press(asked, button);
}

/** Presses a button that answers, and waits until the next question is shown. The last answer closes the window. */
export async function press(asked: Page, button: Locator): Promise<void> {
  const id = await asked.locator('main').getAttribute('data-question');
  await button.click({ noWaitAfter: true }).catch(unlessClosed(asked));
  await asked.locator(`main:not([data-question="${id}"])`).waitFor().catch(unlessClosed(asked));
}

/**
 * Rethrows an action's error, unless its window is gone. The action may close the window while the click is still being
 * delivered.
 */
export function unlessClosed(asked: Page): (error: Error) => void {
  return (error) => {
    if (!asked.isClosed()) throw error;
  };
}

/** Opens the locked vault of a keychain, or with the passphrase. */
export async function unlock(page: Page, passphrase: string | null = null): Promise<void> {
  await page.getByRole('button', { name: 'Unlock…' }).click();
  if (passphrase !== null) {
    const asked = await confirmation(page);
    await asked.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  }
  await confirm(page, 'Unlock');
}

/**
 * Presses Enter in the trusted window as a held key does: every 50 ms for two seconds, from the moment the window
 * exists. The events come from below the page.
 */
export const holdEnter = (app: ElectronApplication, repeats: boolean): Promise<void> =>
  app.evaluate(async ({ BrowserWindow }, isAutoRepeat) => {
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const find = () =>
      BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('castellan://trusted/'));
    let asked = find();
    for (; asked === undefined; asked = find()) await pause(10);
    for (let count = 0; count < 40 && !asked.isDestroyed(); count += 1) {
      const modifiers: 'isautorepeat'[] = isAutoRepeat ? ['isautorepeat'] : [];
      asked.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Enter', modifiers });
      asked.webContents.sendInputEvent({ type: 'char', keyCode: '\r', modifiers });
      await pause(50);
    }
  }, repeats);

export const readToEnd = (asked: Page): Promise<void> =>
  asked.getByTestId('end').evaluate((end) => end.scrollIntoView());

/** Opens a fold of the meaning, unless it is open. */
export async function unfold(where: Page | Locator, title: string): Promise<void> {
  const summary = where.locator('summary', { hasText: title }).first();
  if (await summary.evaluate((element) => element.closest('details')?.open !== true)) await summary.click();
}

export const place = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();
  await expect(place(page, name)).toBeVisible();
}

/** Opens the palette and types into it, without a pointer. */
export async function searchPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

/** Finds an operation by its words, without a pointer, and opens its form. */
export async function chooseOperation(page: Page, words: string, title: string): Promise<void> {
  const pane = page.getByRole('region', { name: 'Operation', exact: true });
  await page.getByRole('searchbox', { name: 'Search operations' }).fill(words);
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Chooses an action on a profile (`local`) or a key (`Workstation of local`) from its menu in the settings. */
export async function act(page: Page, of: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** Begins to add a key of that kind in the settings. */
export async function addKey(page: Page, kind: 'Passkey…' | 'Key on a token…'): Promise<void> {
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export async function createWallet(page: Page, name: string, alsoOn: readonly string[] = []): Promise<void> {
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill(name);
  for (const chain of alsoOn) await dialog(page).getByRole('checkbox', { name: chain, exact: true }).check();
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page, 'Create wallet');
  await expect(dialog(page).getByText('Wallet created')).toBeVisible();
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  await expect(accountRows(page).first()).toBeVisible();
}

/** The rows of a list, without the header and the headings of groups. */
export const listRows = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name, exact: true }).locator('[role="row"][aria-selected]');

/** The rows of the accounts without the header. */
export const accountRows = (page: Page): Locator =>
  page
    .getByRole('grid', { name: 'Accounts' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** The whole Ethereum address of a row, which shows a shortened one. */
export async function addressOf(row: Locator): Promise<string> {
  return /0x[0-9a-fA-F]{40}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
}

/** Goes on to the question in the confirmation window. Nothing is signed yet. */
export async function reviewMessage(page: Page, message: string): Promise<void> {
  await composeMessage(page, message);
  await expect((await confirmation(page)).getByRole('table', { name: 'In short' })).toBeVisible();
}

/** All that the page does for a message. */
export async function composeMessage(page: Page, message: string): Promise<void> {
  await goTo(page, 'Accounts');
  await accountRows(page).first().click();
  await page
    .getByRole('region', { name: 'Account details' })
    .getByRole('button', { name: 'Sign with this account' })
    .click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.getByRole('button', { name: 'Review' }).click();
}

export async function signMessage(page: Page, message: string): Promise<void> {
  await reviewMessage(page, message);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
}

/** Goes on to the confirmation window that shows the proof. Nothing is revealed yet. */
export async function exportFirstAccount(page: Page): Promise<string> {
  const address = await composeExport(page);
  await confirm(page, 'Export key');
  await expect(page.getByRole('dialog', { name: 'Open export' })).toBeVisible();
  return address;
}

/** All that the page does for the export of the first account. */
export async function composeExport(page: Page): Promise<string> {
  await goTo(page, 'Accounts');
  const row = accountRows(page).first();
  const address = await addressOf(row);
  await row.click();
  await page.getByRole('region', { name: 'Account details' }).getByRole('button', { name: 'Export account' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Type the last six characters of the address' })
    .fill(address.slice(-6));
  return address;
}

/** Has the page ask by itself to sign a transaction with the first account of Ethereum. */
export async function submitTransaction(page: Page, unsignedTransaction: string): Promise<void> {
  await page.evaluate(async (unsigned) => {
    const listed = await window.castellan.call('accounts.list', { search: 'ethereum', offset: 0, limit: 1 });
    const signWith = (listed as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
    const parameters = { signWith, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: unsigned };
    const reply = await window.castellan.call('requests.prepare', { operation: 'sign_transaction', parameters });
    const { requestId } = (reply as { value: { requestId: string } }).value;
    void window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
  }, unsignedTransaction);
}

/** Makes the page submit a wallet of that name. Returns the outcome within a second: a code, or `waiting`. */
export const submitWallet = (page: Page, text: string): Promise<string> =>
  page.evaluate(async (walletName) => {
    const made = await window.castellan.call('requests.prepare', {
      operation: 'create_wallet',
      parameters: { walletName, accounts: [] },
    });
    if (!made.ok) return made.error.code;
    const { requestId } = made.value as { requestId: string };
    const reply = window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
    const late = new Promise<null>((resolve) => setTimeout(resolve, 1_000, null));
    const first = await Promise.race([reply, late]);
    return first === null ? 'waiting' : first.ok ? 'ok' : first.error.code;
  }, text);
