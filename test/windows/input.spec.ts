import type { Locator, Page } from 'playwright/test';
import { encodeQR } from 'qr';
import {
  accountRows,
  composeMessage,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  holdEnter,
  press,
  readToEnd,
} from '../e2e/flows.ts';
import { give } from '../e2e/given.ts';
import { expect, type Running, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import bip39 from '../vectors/bip-39.json' with { type: 'json' };

/** EIP-1559 on chain 1: nonce 7, 2.5 ether at 32 gwei or less. */
const UNSIGNED = '02f001078459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const PSBT = Buffer.from(`70736274ff${'01'.repeat(20)}`, 'hex');
const PERMIT = JSON.stringify({ domain: {}, types: { EIP712Domain: [] }, primaryType: 'EIP712Domain', message: {} });

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/** Starts with one account and opens the place for signing. */
async function openSign({ page }: Running): Promise<void> {
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await accountRows(page).first().click();
  await page.getByRole('button', { name: 'Sign with this account' }).click();
  await expect(message(page)).toBeVisible();
}

const form = (page: Page) => page.getByRole('form', { name: 'What to sign' });
const status = (page: Page) => form(page).getByRole('status').first();
const drop = (page: Page, name: string, type: string, content: Uint8Array) =>
  give('drop', form(page), { name, type, content });

const codeOf = (text: string) => encodeQR(text, 'gif', { scale: 4, border: 4 });

test('dropped, pasted and scanned contents are recognised', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await openSign(running);
  const transaction = page.getByRole('textbox', { name: 'Unsigned transaction' });
  await expect(status(page)).toContainText('drop or choose a file or a picture of a QR code');

  await test.step('files: bytes, JSON, a text, one that is too large, and a key, which enters nothing', async () => {
    await drop(page, 'payment.psbt', '', PSBT);
    await expect(status(page)).toContainText('Bitcoin transaction (PSBT), as bytes');
    await expect(transaction).toHaveValue(PSBT.toString('hex'));
    await drop(page, 'permit.json', 'application/json', Buffer.from(PERMIT));
    await expect(status(page)).toContainText('Typed data (EIP-712)');
    await expect(page.getByRole('textbox', { name: 'Typed data' })).toHaveValue(PERMIT);
    await drop(page, 'note.txt', 'text/plain', Buffer.from('Pay Bob'));
    await expect(message(page)).toHaveValue('Pay Bob');
    await drop(page, 'large.bin', '', Buffer.alloc(4 * 1024 * 1024 + 1));
    await expect(status(page)).toHaveText('The file is larger than 4 MiB, so it was not read.');
    await drop(page, 'words.txt', 'text/plain', Buffer.from(bip39.words[1]?.[2] ?? ''));
    await expect(page.getByText('This is a recovery phrase. Nothing was kept.').first()).toBeVisible();
    await expect(message(page)).toHaveValue('Pay Bob');
  });

  await test.step('a picture of a QR code, dropped and pasted', async () => {
    await drop(page, 'code.gif', 'image/gif', codeOf(UNSIGNED));
    await expect(status(page)).toContainText('From the QR code: Ethereum transaction, written in hexadecimal');
    await expect(transaction).toHaveValue(UNSIGNED);
    await inspectScreen(page, 'sign-scanned');
    await transaction.fill('');
    await expect(status(page)).not.toContainText('From the QR code');
    const request = codeOf('bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4');
    await give('paste', form(page), { name: 'image.gif', type: 'image/gif', content: request });
    await expect(status(page)).toContainText('From the QR code: A payment request (BIP-21), which is no transaction');
    await expect(message(page)).toHaveValue(/^bitcoin:BC1Q/);
  });

  await test.step('pictures without a code, pictures of a phrase, and other files', async () => {
    await message(page).fill('');
    await drop(page, 'phrase.gif', 'image/gif', codeOf(bip39.words[1]?.[2] ?? ''));
    await expect(page.getByText('This is a recovery phrase. Nothing was kept.').first()).toBeVisible();
    const blank = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    await drop(page, 'blank.gif', 'image/gif', blank);
    await expect(status(page)).toHaveText('No QR code was found in the picture, so nothing was taken.');
    await drop(page, 'broken.png', 'image/png', Buffer.from('no picture'));
    await expect(status(page)).toContainText('This picture cannot be read');
    await expect(message(page)).toHaveValue('');
    await resize(running, 960, 640, 2);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await inspectScreen(page, 'sign-scanned-narrow');
  });
});

/** The places of a text's characters from left to right, as the pointer finds them in an input. */
const drawnOrder = (input: Locator): Promise<number[]> =>
  input.evaluate((element) => {
    const { left, top, width } = element.getBoundingClientRect();
    const offsets: number[] = [];
    for (let x = left; x < left + width; x += 1) {
      const offset = document.caretPositionFromPoint(x, top + 18)?.offset;
      if (offset !== undefined && offset !== offsets.at(-1)) offsets.push(offset);
    }
    return offsets;
  });

test('every input draws its characters in order, and shows characters that change the direction', async ({
  launch,
}) => {
  const running = await launch();
  const { page } = running;
  await openSign(running);

  await test.step('letters of every direction', async () => {
    const text = 'Pay \u05d0\u05d1 10 \u05d2 20 30 \u0627\u0628';
    await message(page).fill(text);
    expect(await drawnOrder(message(page))).toEqual(Array.from({ length: text.length + 1 }, (_, at) => at));
    await message(page).fill('10 \u05d2 20\u200f 30');
    const marked = await drawnOrder(message(page));
    expect(marked).toEqual(marked.toSorted((one, other) => one - other));
    await expect(page.getByRole('alert')).toContainText('20U+200F 30');
  });

  await test.step('an input with direction changes or removed characters no longer draws its text', async () => {
    for (const character of ['\u202e', '\u2066', '\u202c', '\u2029', '\u0085']) {
      await message(page).fill(`Pay 1${character}000 \u05d0\u05d1 2`);
      await expect(message(page)).toBeHidden();
      const shown = page.getByRole('alert');
      await expect(shown).toBeFocused();
      const name = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      await expect(shown).toHaveText(`Pay 1${name}000 \u05d0\u05d1 2`);
      const places = await shown.evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const lefts: number[] = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
          for (let at = 0; at < (text.textContent ?? '').length; at += 1) {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            lefts.push(range.getBoundingClientRect().left);
          }
        return lefts;
      });
      expect(places.slice(1).every((left, index) => left >= (places[index] ?? 0))).toBe(true);
      if (character === '\u202e') await inspectScreen(page, 'sign-held');
      await page.getByRole('button', { name: 'Take these characters out' }).click();
      await expect(message(page)).toHaveValue('Pay 1000 \u05d0\u05d1 2');
    }
    await message(page).fill('a\u202eb');
    await resize(running, 960, 640, 2);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    await inspectSize(page, 'sign-held-narrow');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(message(page)).toHaveValue('');
    await resize(running, 1280, 860, 1);
  });

  await test.step('a search removes them', async () => {
    await goTo(page, 'Accounts');
    const search = page.getByRole('searchbox', { name: 'Search accounts' });
    await search.fill('\u202aTreasury\u202c');
    await expect(search).toHaveValue('Treasury');
    await expect(accountRows(page)).toHaveCount(1);
  });

  await test.step('a name from the service has chips below an input with its drawable text', async () => {
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('');
    await createWallet(page, 'Re\u202eserve');
    await goTo(page, 'Sign');
    const account = page.getByRole('combobox', { name: 'Account' });
    await account.fill('Re');
    await page.getByRole('option').filter({ hasText: 'ReU+202Eserve' }).click();
    await expect(account).toHaveValue(/^Reserve /);
    await expect(page.getByText(/^ReU\+202Eserve 0x/)).toBeVisible();
    await expect(page.getByText('ReU+202Eserve, Ethereum')).toBeVisible();
    await resize(running, 960, 640, 1);
    await message(page).fill('Pay \u202e1000');
    await inspectScreen(page, 'sign-held-small');
  });
});

test('a message of many pages is signed only after each of them was on the screen', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  const text = `${'All of this is signed. '.repeat(9_000)}The end.`;
  await composeMessage(page, text);
  const asked = await confirmation(page);
  const yes = asked.getByRole('button', { name: 'Sign message', exact: true });
  const footer = asked.locator('footer');

  await test.step('the end of the first page does not enable the approval', async () => {
    await expect(footer).toContainText('Open every page to continue');
    await readToEnd(asked);
    await asked.locator('.trusted-body').press('End');
    await yes.focus();
    await holdEnter(app, false);
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
    await yes.click({ force: true });
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
    await inspectConfirmation(asked, 'trusted-pages');
  });

  await test.step('every page can be reached in the smallest window at 200%', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith('castellan://trusted/'),
      );
      window?.setContentSize(440, 480);
      window?.webContents.setZoomFactor(2);
    });
    await expect.poll(() => asked.evaluate(() => Math.round(innerWidth))).toBe(220);
    await expect.poll(() => outOfReach(asked)).toEqual([]);
    await inspectConfirmation(asked, 'trusted-pages-narrow');
  });

  await test.step('the last page alone does not enable the approval', async () => {
    for (const last of await asked.getByRole('button', { name: 'Last page' }).all()) await last.click();
    await expect(asked.getByText('The end.').first()).toBeAttached();
    await readToEnd(asked);
    await expect(asked.getByText(/^Page (\d+) of \1, \d+ not seen$/).first()).toBeVisible();
    await expect(footer).toContainText('Open every page to continue');
    await asked.waitForTimeout(1_000);
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('every page and the end enable the approval, and a held key does not press it', async () => {
    for (const back of await asked.getByRole('button', { name: 'Previous' }).all())
      while (await back.isEnabled()) await back.click();
    await readToEnd(asked);
    await expect(yes).not.toHaveAttribute('aria-disabled');
    await yes.focus();
    await holdEnter(app, true);
    await expect(yes).toBeVisible();
    await press(asked, yes);
    await expect(page.getByText('Verified on this machine')).toBeVisible();
  });
});

/** The forms of a signature for each kind of account. */
const KINDS = [
  ['ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', "m/44'/60'/0'/0/0", ['65 bytes', 'Base64', 'DER', 'DER in base64']],
  ['ADDRESS_FORMAT_TRON', 'CURVE_SECP256K1', "m/44'/195'/0'/0/0", ['65 bytes', 'Base64', 'DER', 'DER in base64']],
  ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'CURVE_SECP256K1', "m/84'/0'/0'/0/0", ['65 bytes', 'DER', 'DER in base64']],
  ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', 'CURVE_SECP256K1', "m/86'/0'/0'/0/0", ['64 bytes', 'Base64']],
  ['ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519', "m/44'/501'/0'/0'", ['64 bytes', 'Base64']],
  ['ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_P256', "m/44'/0'/0'/0/0", ['DER', 'DER in base64']],
] as const;

test('each kind of account’s signature is verified, then shown in the formats that its verifiers take', async ({
  launch,
}) => {
  const { page } = await launch();
  await createLocalVault(page);
  await page.evaluate(async (kinds) => {
    const accounts = kinds.map(([addressFormat, curve, path]) => ({
      addressFormat,
      curve,
      path,
      pathFormat: 'PATH_FORMAT_BIP32',
    }));
    const reply = await window.castellan.call('requests.prepare', {
      operation: 'create_wallet',
      parameters: { walletName: 'All', accounts },
    });
    const { requestId } = (reply as { value: { requestId: string } }).value;
    void window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
  }, KINDS);
  await confirm(page);
  await goTo(page, 'Sign');
  await page.getByRole('combobox', { name: 'Account' }).fill('All');
  // Accounts that arrive during the search are offered too.
  await page.evaluate(() => window.castellan.job('accounts.refresh', crypto.randomUUID(), {}, () => undefined));
  await expect(page.getByRole('option')).toHaveCount(KINDS.length);
  await page.keyboard.press('Escape');
  for (const [addressFormat, , , forms] of KINDS) {
    const address = await page.evaluate(async (format) => {
      const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 100 });
      const { rows } = (reply as { value: { rows: { address: string; addressFormat: string }[] } }).value;
      return rows.find((row) => row.addressFormat === format)?.address ?? '';
    }, addressFormat);
    await goTo(page, 'Sign');
    await page.getByRole('combobox', { name: 'Account' }).fill(address);
    await page.getByRole('option').first().click();
    await message(page).fill(`as ${addressFormat}`);
    await page.getByRole('button', { name: 'Review' }).click();
    await confirmation(page);
    await expect(page.getByText('Verified on this machine')).toBeHidden();
    await confirm(page);
    await expect(page.getByText('Verified on this machine')).toBeVisible();
    for (const form of forms) await expect(page.getByRole('rowheader', { name: form, exact: true })).toBeVisible();
  }
  await inspectScreen(page, 'sign-result-forms');
});
