import type { Locator, Page } from 'playwright/test';
import { accountRows, addressOf, confirmation, dialog, place, searchPalette } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, test } from '../e2e/harness.ts';
import {
  answerByKeys,
  chooseItem,
  completeIn,
  expectFocus,
  moveToFirst,
  pressOn,
  tabTo,
  typeInto,
} from '../e2e/keys.ts';
import { answerSaveDialog } from '../e2e/save-dialog.ts';

const PIN = 'a PIN of 12';
const PASSPHRASE = 'a passphrase of its own';
/** The mnemonic of the test accounts of the public EVM nodes. */
const WORDS = 'test test test test test test test test test test test junk';
const CHAINS = ['Ethereum', 'Bitcoin', 'Solana', 'Tron', 'Cosmos'];

const button = (inside: Page | Locator, name: string) => inside.getByRole('button', { name, exact: true });

test('each job of one person is done without a pointer, from the first start on', async ({ launch }) => {
  const { app, page, home } = await launch();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const { pointers } = await handOf(page);
  await answerSaveDialog(app, home);

  await test.step('the first vault with a PIN, and its backup', async () => {
    await pressOn(page, button(page, 'Use the vault on this machine'));
    await pressOn(page, button(page, 'Create vault'));
    await answerByKeys(page, 'Create vault', { PIN, 'Repeat PIN': PIN });
    await pressOn(page, button(page, 'Back up…'));
    await answerByKeys(page, 'Back up', { Passphrase: PASSPHRASE, 'Repeat passphrase': PASSPHRASE });
    await expect(page.getByText('The backup was written and checked')).toBeVisible();
    await pressOn(page, button(page, 'Go on'));
    await expect(place(page, 'Accounts')).toBeVisible();
  });

  await test.step('a wallet of five chains', async () => {
    await pressOn(page, button(page, 'Create wallet'));
    await typeInto(page, dialog(page).getByRole('textbox', { name: 'Wallet name' }), 'Treasury');
    await pressOn(page, button(dialog(page), 'All chains'));
    await page.keyboard.press('Control+Enter');
    await answerByKeys(page, 'Create wallet');
    await expect(dialog(page).getByText('Wallet created')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(accountRows(page)).toHaveCount(CHAINS.length);
    await expectFocus(page, 'a new wallet');
  });

  await test.step('more accounts of a wallet', async () => {
    await searchPalette(page, 'wallets');
    await page.keyboard.press('Enter');
    await expect(place(page, 'Wallets')).toBeVisible();
    await moveToFirst(page, 'Wallets');
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page)).toContainText('Treasury (5 accounts)');
    await page.keyboard.press('Control+Enter');
    await answerByKeys(page, 'Add account');
    await expect(dialog(page).getByText('Accounts added')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFocus(page, 'added accounts');
  });

  await test.step('a menu takes the focus and gives it back', async () => {
    const profile = page.getByRole('button', { name: /^Profile/ });
    await pressOn(page, profile);
    await expect(page.getByRole('menuitemradio', { name: 'local' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(profile).toBeFocused();
  });

  await test.step('the command palette reaches places and their sections', async () => {
    const sections = ['Wallets', 'Private keys', 'Secrets', 'TVC apps'];
    for (const name of ['Activities', 'All operations', ...sections, 'Settings', 'Sign']) {
      await searchPalette(page, name);
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(place(page, name)).toBeVisible();
    }
  });

  await test.step('the command palette opens the form of a private key, a secret and an app', async () => {
    for (const [command, title] of [
      ['Create private key', 'Create private key'],
      ['Import wallet, private key or secret', 'Import'],
      ['Create TVC app', 'Create app'],
    ] as const) {
      await searchPalette(page, command);
      await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(command);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await searchPalette(page, 'Export all private keys');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('an address to receive at', async () => {
    await page.keyboard.press('Control+3');
    await moveToFirst(page, 'Accounts');
    await page.keyboard.press('r');
    const receive = page.getByRole('region', { name: 'Receive' });
    await expect(receive.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
    await pressOn(page, button(receive, 'Copy address'));
    await expect(page.getByText('Address copied.')).toBeVisible();
  });

  await test.step('a signature', async () => {
    await page.keyboard.press('Control+5');
    await expect(place(page, 'Sign')).toBeVisible();
    await completeIn(page, page.getByRole('combobox', { name: 'Account' }), 'Treasury');
    await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'typed');
    await page.keyboard.press('Control+Enter');
    await answerByKeys(page, 'Sign message');
    await expect(page.getByText('Verified on this machine')).toBeVisible();
    await expectFocus(page, 'a signature');
  });

  await test.step('an import of a wallet', async () => {
    await searchPalette(page, 'import wallet');
    await page.keyboard.press('Enter');
    await typeInto(page, dialog(page).getByRole('textbox', { name: 'Wallet name' }), 'Old wallet');
    await page.keyboard.press('Enter');
    await answerByKeys(page, 'Start wallet import');
    await answerByKeys(page, 'Go on', { 'Word 1': WORDS });
    await answerByKeys(page, 'Import wallet');
    await expect(dialog(page).getByText('Wallet imported')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expectFocus(page, 'an import');
  });

  await test.step('an export, up to the revealed key', async () => {
    await page.keyboard.press('Control+3');
    await moveToFirst(page, 'Accounts');
    const address = await addressOf(accountRows(page).first());
    await page.keyboard.press('Shift+F10');
    await chooseItem(page, 'Export account');
    await expect(dialog(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.type(address.slice(-6));
    // A key that is pressed from habit changes nothing: the question is open already.
    await page.keyboard.press('Enter');
    await answerByKeys(page, 'Export key');
    await answerByKeys(page, 'Reveal key', { PIN });
    const shown = await confirmation(page);
    await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
    await tabTo(shown, button(shown, 'Close and wipe'));
    await expect
      .poll(
        async () => {
          if (!shown.isClosed()) await shown.keyboard.press('Enter').catch(() => undefined);
          return shown.isClosed();
        },
        { intervals: [1_200] },
      )
      .toBe(true);
    await expect(dialog(page)).toBeHidden();
    await expectFocus(page, 'an export');
  });

  await test.step('the vault is locked and unlocked', async () => {
    await page.keyboard.press('Control+l');
    await expect(place(page, 'Vault locked')).toBeVisible();
    await pressOn(page, button(page, 'Unlock…'));
    await answerByKeys(page, 'Unlock', { PIN });
    await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  });
  expect(pointers(), 'uses of the pointer').toBe(0);

  await test.step('a focus that is lost before its place is drawn goes to the place', async () => {
    await page.evaluate(() => {
      const [control, bar] = [document.createElement('button'), document.querySelector('.place-bar')];
      const grids = [...document.querySelectorAll('.list-grid')];
      const withPlace = (shown: boolean) => {
        bar?.classList.toggle('place-bar', shown);
        for (const grid of grids) grid.classList.toggle('list-grid', shown);
      };
      document.body.append(control);
      control.focus();
      withPlace(false);
      control.remove();
      const drawn = () => {
        withPlace(true);
        document.body.append(control);
        control.remove();
      };
      requestAnimationFrame(() => requestAnimationFrame(drawn));
    });
    await expectFocus(page, 'a place that was drawn late');
  });
  // The page's policy refuses styles and scripts that a library makes. Each refusal is reported here.
  expect(said).toEqual([]);
});
