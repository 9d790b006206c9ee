import { base58 } from '@scure/base';
import type { Locator } from 'playwright/test';
import bip39 from '../vectors/bip-39.json' with { type: 'json' };
import bip84 from '../vectors/bip-84.json' with { type: 'json' };
import rfc8032 from '../vectors/rfc-8032.json' with { type: 'json' };
import { accountRows, composeMessage, confirmation, createLocalVault, createWallet, dialog, goTo } from './flows.ts';
import { expect, test } from './harness.ts';
import { recordedMessages, recordMessages } from './recording.ts';
import { found, foundInFiles, needlesOf } from './secrets.ts';

const [account, key] = bip84.keys;
const [pair] = rfc8032.vectors;
const PHRASE = bip39.words[1]?.[2] ?? '';
/** The body is that of RFC 8410, section 10.3. */
const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`;
const SECRETS: readonly (readonly [what: string, text: string])[] = [
  ['recovery phrase', PHRASE],
  ['private key', key?.wif ?? ''],
  ['private key', account?.extendedPrivate ?? ''],
  ['private key', base58.encode(Buffer.from(`${pair?.privateKey}${pair?.publicKey}`, 'hex'))],
  ['private key', PEM],
];
/** A text that may be a private key. */
const DIGITS = 'c1'.repeat(32);

test('a pasted or typed key or phrase is refused by every field, cleared from the clipboard, and in no file, log or message', async ({
  launch,
}) => {
  const running = await launch();
  const { app, page } = running;
  await recordMessages(running);
  await createLocalVault(page);
  await createWallet(page, 'Treasury');

  const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText());
  const said = (what: string) => page.getByText(`This is a ${what}. Nothing was kept.`, { exact: true });
  const pasteAll = async (field: Locator) => {
    await field.fill('Invoice ');
    for (const [what, text] of SECRETS) {
      await app.evaluate(({ clipboard: system }, copied) => system.writeText(copied), text);
      await field.press('End');
      await field.press('Control+v');
      await expect.poll(clipboard).toBe('');
      await expect(said(what).filter({ visible: true }).first()).toBeVisible();
      await expect(field).toHaveValue('Invoice ');
    }
  };
  await page.keyboard.press('Control+n');
  const name = dialog(page).getByRole('textbox', { name: 'Wallet name' });
  await pasteAll(name);
  await page.keyboard.press('Escape');
  await accountRows(page).first().click();
  await page.getByRole('button', { name: 'Sign with this account' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await pasteAll(message);

  // The last letter makes the typed text a secret. The field is then empty, and so is the draft that was left.
  await app.evaluate(({ clipboard: system }) => system.writeText('of another program'));
  await message.fill('');
  await message.pressSequentially(PHRASE);
  await expect(message).toHaveValue('');
  await goTo(page, 'Accounts');
  await goTo(page, 'Sign');
  await expect(message).toHaveValue('');
  expect(await clipboard()).toBe('of another program');
  // Put together out of two pastes.
  for (const part of [PHRASE.slice(0, 20), PHRASE.slice(20)]) {
    await app.evaluate(({ clipboard: system }, copied) => system.writeText(copied), part);
    await message.press('Control+v');
  }
  await expect(message).toHaveValue('');
  await expect.poll(clipboard).toBe('');

  const needles = needlesOf(SECRETS.map(([what, text]) => ({ name: what, bytes: new TextEncoder().encode(text) })));
  const messages = await recordedMessages(running);
  expect(messages.length).toBeGreaterThan(20);
  expect(messages.flatMap(({ bytes }) => found(needles, bytes))).toEqual([]);
  await running.close();
  expect(found(needles, Buffer.from(running.output()))).toEqual([]);
  const { hits, files } = foundInFiles(needles, running.home);
  expect(hits).toEqual([]);
  expect(files).toBeGreaterThan(10);
});

test('64 hexadecimal digits as a message need one confirmation', async ({ launch }) => {
  const { page } = await launch();
  await createLocalVault(page);
  await createWallet(page, 'Treasury');
  await composeMessage(page, DIGITS);
  await expect(page.getByText('Is this a private key?').first()).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect((await confirmation(page)).getByRole('table', { name: 'In short' })).toBeVisible();
});
