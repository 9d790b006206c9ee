import type { Locator, Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, dialog, place, press, searchPalette } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of accounts' });
const row = (page: Page, grid: string, text: string): Locator =>
  page.getByRole('grid', { name: grid, exact: true }).getByRole('row').filter({ hasText: text });
const details = (page: Page, name: 'Wallet' | 'Private key') => page.getByRole('region', { name: `${name} details` });

/** The keys that an operator presses to answer yes. Every question needs its own. */
async function answerYes(page: Page, look: (asked: Page) => Promise<void> = async () => {}): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await look(await confirmation(page));
  await confirm(page);
}

/** Answers yes to one request, and closes the dialog with the outcome. */
async function carryOut(page: Page, look?: (asked: Page) => Promise<void>): Promise<void> {
  await answerYes(page, look);
  await expect(dialog(page).getByText('The service completed it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

/** Moves the focus with Tab to a control, as an operator without a pointer does. Returns the number of keys. */
async function tabTo(page: Page, control: Locator): Promise<number> {
  await expect(control).toHaveCount(1);
  for (let keys = 0; keys < 40; keys += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return keys;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the control');
}

/** Chooses an action in the menu of the selected row, with the keyboard. */
async function chooseInRow(page: Page, grid: string, name: string): Promise<void> {
  await page.getByRole('grid', { name: grid, exact: true }).focus();
  await page.keyboard.press('Shift+F10');
  const item = page.getByRole('menu', { name: 'Actions on the row' }).getByRole('menuitem', { name, exact: true });
  await expect(item).toHaveCount(1);
  await item.press('Enter');
  // The next key goes to what the action opened, whether the menu has faded or not.
  expect(await page.evaluate(() => document.querySelector('dialog[open]') !== null)).toBe(true);
}

async function showSection(page: Page, name: string, letter: string): Promise<void> {
  await sections(page).locator('[aria-current]').focus();
  await page.keyboard.press(letter);
  await expect(place(page, name)).toBeVisible();
}

/** Opens the export, reads its end and closes it again. Returns the words of the question that proves it. */
async function openExport(page: Page, look: (asked: Page) => Promise<void>): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Open export' })).toBeVisible();
  const revealed = await confirmation(page);
  await expect(revealed.getByRole('heading', { level: 1 })).toBeVisible();
  await look(revealed);
  await press(revealed, revealed.getByRole('button', { name: 'Close and wipe' }));
  await expect(page.getByRole('dialog', { name: 'Open export' })).toBeHidden();
}

test('wallets are created, extended, renamed, exported and deleted with the keyboard', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);

  await test.step('the section opens by the palette, and an empty list offers the first wallet', async () => {
    await searchPalette(page, 'wallets');
    await page.keyboard.press('Enter');
    await expect(place(page, 'Wallets')).toBeVisible();
    await expect(page.getByText('No wallets yet.')).toBeVisible();
    await inspectScreen(page, 'wallets-empty');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Treasury');
    await answerYes(page);
    await expect(dialog(page).getByText('Wallet created')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Wallets', 'Treasury')).toHaveCount(1);
    await expect(row(page, 'Wallets', 'Treasury')).toContainText('Ethereum');
    await expect(row(page, 'Wallets', 'Treasury')).toContainText('No backup');
  });

  await test.step('the details have the seed, the next path and no export', async () => {
    await page.getByRole('grid', { name: 'Wallets' }).focus();
    await page.keyboard.press('Home');
    await expect(details(page, 'Wallet')).toContainText('Made by the service');
    await expect(details(page, 'Wallet').getByRole('table', { name: 'Seed' })).toContainText('12');
    await expect(details(page, 'Wallet').getByRole('table', { name: 'Next path' })).toContainText("m/44'/60'/0'/0/1");
    await inspectScreen(page, 'wallets-details');
  });

  await test.step('one key opens the form that adds an account, and the next path moves on', async () => {
    const { spent } = await handOf(page);
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page)).toContainText('Treasury (1 account)');
    await page.keyboard.press('Control+Enter');
    await confirm(page);
    await expect(dialog(page).getByText('Accounts added')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(spent(), 'keys and answers from the wallet to its new account').toBeLessThanOrEqual(4);
    await expect(details(page, 'Wallet').getByRole('table', { name: 'Next path' })).toContainText("m/44'/60'/0'/0/2");
    await expect(details(page, 'Wallet')).toContainText('2 accounts');
  });

  await test.step('a new name is in the list and in the details', async () => {
    await chooseInRow(page, 'Wallets', 'Rename…');
    await tabTo(page, dialog(page).getByRole('textbox', { name: 'Wallet name' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Reserve');
    await carryOut(page);
    await expect(row(page, 'Wallets', 'Reserve')).toHaveCount(1);
    await expect(details(page, 'Wallet').getByRole('heading', { name: 'Reserve' })).toBeVisible();
  });

  await test.step('an export of the wallet is opened here, and listed with its asker and state', async () => {
    const id = await details(page, 'Wallet').locator('.mono').last().textContent();
    await chooseInRow(page, 'Wallets', 'Export wallet…');
    await expect(dialog(page)).toContainText('No address is proven');
    await tabTo(page, dialog(page).getByRole('textbox', { name: 'Type the last six characters of the wallet id' }));
    await page.keyboard.type('wrong!');
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page)).toContainText('This is not the end of the wallet id.');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(id?.slice(-6, -1) ?? '');
    await inspectScreen(page, 'wallets-export');
    await page.keyboard.type(id?.slice(-1) ?? '');
    await inspectConfirmation(await confirmation(page), 'wallets-export-question');
    await confirm(page);
    await openExport(page, async (revealed) => {
      await expect(revealed.getByRole('row', { name: /^Wallet “?Reserve/ })).toBeVisible();
      await inspectConfirmation(revealed, 'wallets-export-opened');
    });
    await expect(row(page, 'Wallets', 'Reserve')).toContainText('Exported');
    const exports = details(page, 'Wallet').getByRole('table', { name: 'Exports' });
    await expect(exports).toContainText('Whole wallet');
    await expect(exports).toContainText('Completed');
    await inspectScreen(page, 'wallets-exported');
  });

  await test.step('an account of this wallet alone is chosen for an export', async () => {
    await chooseInRow(page, 'Wallets', 'Export account…');
    await tabTo(page, dialog(page).getByRole('combobox', { name: 'Account' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Export account' })).toContainText('Reserve');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('every action is in reach in a small window and at 200%', async () => {
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `wallets-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('its accounts are one key away, and the rail goes back to the accounts', async () => {
    await page.getByRole('grid', { name: 'Wallets' }).focus();
    await page.keyboard.press('Enter');
    await expect(place(page, 'Accounts')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Accounts' }).getByRole('row')).toHaveCount(3);
    await showSection(page, 'Wallets', 'w');
  });

  await test.step('an exported wallet is deleted, and its details close', async () => {
    await page.getByRole('grid', { name: 'Wallets' }).focus();
    await page.keyboard.press('Home');
    await chooseInRow(page, 'Wallets', 'Delete wallet…');
    await expect(dialog(page)).toContainText('It was exported before');
    await carryOut(page);
    await expect(page.getByText('No wallets yet.')).toBeVisible();
    await expect(details(page, 'Wallet')).toBeHidden();
  });
});

test('a private key is created with a tag, signs, is exported and deleted with the keyboard', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await showSection(page, 'Private keys', 'p');

  await test.step('an empty list offers the first key', async () => {
    await expect(page.getByText('No private keys.')).toBeVisible();
    await inspectScreen(page, 'private-keys-empty');
    await page.keyboard.press('Control+Enter');
    await tabTo(page, dialog(page).getByRole('textbox', { name: 'Private key name' }));
    await page.keyboard.type('Cold key');
    await inspectScreen(page, 'private-keys-create');
    await carryOut(page);
    await expect(row(page, 'Private keys', 'Cold key')).toHaveCount(1);
    await expect(row(page, 'Private keys', 'Cold key')).toContainText('secp256k1');
  });

  await test.step('its tag is made and taken out by name', async () => {
    await page.getByRole('grid', { name: 'Private keys' }).focus();
    await page.keyboard.press('Home');
    await expect(details(page, 'Private key')).toContainText('0x');
    await chooseInRow(page, 'Private keys', 'Create tag…');
    await tabTo(page, dialog(page).getByRole('textbox', { name: 'Private key tag name' }));
    await page.keyboard.type('Reserve');
    await carryOut(page);
    await expect(row(page, 'Private keys', 'Cold key')).toContainText('Reserve');
    await inspectScreen(page, 'private-keys-details');
    await chooseInRow(page, 'Private keys', 'Take out of Reserve…');
    await expect(dialog(page)).toContainText('Takes the tag “Reserve” from the private key “Cold key”.');
    await carryOut(page);
    await expect(row(page, 'Private keys', 'Cold key')).not.toContainText('Reserve');
    await chooseInRow(page, 'Private keys', 'Add to tag…');
    await tabTo(page, dialog(page).getByRole('combobox', { name: 'Tag' }));
    await page.keyboard.type('Reserve');
    await inspectScreen(page, 'private-keys-add-to-tag');
    await carryOut(page, (asked) => expect(asked.getByText('Cold key').first()).toBeVisible());
    await expect(row(page, 'Private keys', 'Cold key')).toContainText('Reserve');
  });

  await test.step('the members of its tag change by name, with what that gives', async () => {
    await page.keyboard.press('Control+8');
    await page
      .getByRole('navigation', { name: 'Sections of organization' })
      .getByRole('button', { name: 'Tags' })
      .click();
    await row(page, 'Tags', 'Reserve').click();
    const changed = async (list: string, picture: string) => {
      await page.getByRole('region', { name: 'tag details' }).getByRole('button', { name: 'Change members…' }).click();
      await dialog(page)
        .getByRole('combobox', { name: `Choose a private key for “${list}”` })
        .selectOption('Cold key');
      await inspectScreen(page, `tags-${picture}`);
      await carryOut(page, async (asked) => {
        await expect(asked.getByText('Cold key').first()).toBeVisible();
        await expect(asked.getByText(/^Each request that was tried is allowed/)).toBeVisible();
        await inspectConfirmation(asked, `tags-${picture}-question`);
      });
    };
    await changed('Remove private keys', 'remove-private-keys');
    await expect(row(page, 'Tags', 'Reserve')).toContainText('no private key');
    await changed('Add private keys', 'add-private-keys');
    await expect(row(page, 'Tags', 'Reserve')).toContainText('Cold key');
    await page.keyboard.press('Control+3');
    await showSection(page, 'Private keys', 'p');
    await expect(row(page, 'Private keys', 'Cold key')).toContainText('Reserve');
    await page.getByRole('grid', { name: 'Private keys' }).focus();
    await page.keyboard.press('Home');
  });

  await test.step('it receives at its address, and signs with it', async () => {
    await tabTo(page, details(page, 'Private key').getByRole('button', { name: 'Receive' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
    await inspectScreen(page, 'private-keys-receive');
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: 'Private keys' }).focus();
    await tabTo(page, details(page, 'Private key').getByRole('button', { name: 'Sign with this private key' }));
    await page.keyboard.press('Enter');
    await expect(place(page, 'Sign')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Cold key');
    await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
    await page.keyboard.type('Signed by a key of no wallet');
    await inspectScreen(page, 'private-keys-sign');
    await answerYes(page, (asked) => expect(asked.getByText('Cold key').first()).toBeVisible());
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  });

  await test.step('an export is opened here and marks it', async () => {
    await page.keyboard.press('Control+3');
    await expect(place(page, 'Accounts')).toBeVisible();
    await showSection(page, 'Private keys', 'p');
    await expect(row(page, 'Private keys', 'Cold key')).toHaveCount(1);
    await page.getByRole('grid', { name: 'Private keys' }).focus();
    await page.keyboard.press('Home');
    const id = await details(page, 'Private key').locator('.mono').last().textContent();
    await chooseInRow(page, 'Private keys', 'Export private key…');
    await tabTo(
      page,
      dialog(page).getByRole('textbox', { name: 'Type the last six characters of the private key id' }),
    );
    await page.keyboard.type(id?.slice(-6, -1) ?? '');
    await inspectScreen(page, 'private-keys-export');
    await page.keyboard.type(id?.slice(-1) ?? '');
    await confirm(page);
    await openExport(page, async () => {});
    await expect(row(page, 'Private keys', 'Cold key')).toContainText('Exported');
    await expect(details(page, 'Private key')).toContainText('This private key was exported');
  });

  await test.step('every action is in reach in a small window and at 200%', async () => {
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `private-keys-${size}`));
    await resize(running, 1280, 800, 1);
  });

  await test.step('it is deleted by name', async () => {
    await chooseInRow(page, 'Private keys', 'Delete private key…');
    await carryOut(page, (asked) => expect(asked.getByText('Cold key').first()).toBeVisible());
    await expect(page.getByText('No private keys.')).toBeVisible();
    await expect(details(page, 'Private key')).toBeHidden();
  });
});
