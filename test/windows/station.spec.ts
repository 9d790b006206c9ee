import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Page } from 'playwright/test';
import encodeQR from 'qr';
import { writePng } from '../../electron/engine/containers/png.ts';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  press,
  readToEnd,
} from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, SMALL_SIZES } from '../e2e/reach.ts';
import { answerOpenDialog, answerSaveDialog } from '../e2e/save-dialog.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { makeAgeKey, openAge } from '../unit/crypto/open-age.ts';

const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';
const view = (page: Page) => page.getByRole('region', { name: 'File', exact: true });
const openFile = (page: Page) => page.getByRole('button', { name: 'Open file…' }).first().click();

test('exports and a request go through the offline station as files', async ({ launch }) => {
  const running = await launch();
  const { app, page, home } = running;
  await createLocalVault(page);
  await createWallet(page, 'Cold');
  const address = await addressOf(accountRows(page).first());
  const list = join(home, 'accounts.json');
  writeFileSync(list, JSON.stringify([{ kind: 'account', address, addressFormat: FORMAT }]));
  await answerSaveDialog(app, home);
  await goTo(page, 'Offline station');
  await inspectScreen(page, 'station-empty');

  await test.step('a file that is no container is refused by name', async () => {
    const other = join(home, 'other.castellan');
    writeFileSync(other, '{"format":"castellan-container","version":2}');
    await answerOpenDialog(app, other);
    await openFile(page);
    await expect(page.getByText('A newer Castellan wrote this container', { exact: false })).toBeVisible();
    await inspectScreen(page, 'station-refused');
  });

  await test.step('target keys are made for a list, and the check code is shown', async () => {
    await answerOpenDialog(app, list);
    await openFile(page);
    await view(page).getByRole('button', { name: 'Make target keys…' }).click();
    await expect(view(page).getByText('Carry the file and the check code to the online machine')).toBeVisible();
    await inspectScreen(page, 'station-targets');
  });
  const code = (await view(page).locator('.station-code').textContent()) ?? '';

  await test.step('they are gathered after the confirmation window asked to compare that code', async () => {
    await answerOpenDialog(app, join(home, 'accounts.targets.castellan'));
    await openFile(page);
    await view(page).getByRole('button', { name: 'Gather exports…' }).click();
    const refused = await confirmation(page);
    await expect(refused.locator('main')).toContainText(code);
    await expect(refused.locator('main')).toContainText('accounts.targets.castellan');
    await press(refused, refused.getByRole('button', { name: 'Don’t ask' }));
    await expect(view(page).getByText('You did not compare the check code.', { exact: false })).toBeVisible();
    await view(page).getByRole('button', { name: 'Gather exports…' }).click();
    await confirm(page, 'The codes are the same');
    await confirm(page);
    await expect(view(page).getByText('Every export is in the file')).toBeVisible();
  });

  await test.step('every bundle is proven, and a key is shown in the confirmation window alone', async () => {
    await answerOpenDialog(app, join(home, 'accounts.targets.gathered.castellan'));
    await openFile(page);
    await view(page).getByRole('button', { name: 'Open and compare' }).click();
    await expect(page.getByRole('button', { name: /accounts\.targets\.gathered\.castellan.*Proven/ })).toBeVisible();
    await inspectScreen(page, 'station-proven');
    await view(page).getByRole('button', { name: 'Reveal…' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Reveal the private key');
    await expect(asked.locator('main')).toContainText(address.slice(-4));
    await press(asked, asked.getByRole('button', { name: 'Close and wipe' }));
    await expect(view(page).getByRole('button', { name: 'Reveal…' })).toBeEnabled();
  });

  await test.step('a proven key is written as a file of age, which its recipient opens', async () => {
    const { recipient, privateKey } = makeAgeKey();
    await view(page).getByRole('button', { name: 'Reveal…' }).click();
    const asked = await confirmation(page);
    await asked.getByRole('radio', { name: 'age file' }).check();
    await asked.getByRole('radio', { name: 'Passphrase', exact: true }).check();
    await asked.getByLabel('Passphrase of the file', { exact: true }).fill('a long passphrase');
    await asked.getByLabel('Repeat passphrase of the file').fill('another passphrase');
    await readToEnd(asked);
    const yes = asked.getByRole('button', { name: 'Write age file…' });
    await expect(yes).not.toHaveAttribute('aria-disabled');
    await yes.click();
    await expect(asked.getByText('The two passphrases differ. Type both again.')).toBeVisible();
    await asked.getByRole('radio', { name: 'Recipients' }).check();
    await expect(asked.getByText('The two passphrases differ. Type both again.')).toHaveCount(0);
    await asked.getByRole('textbox', { name: 'Recipients' }).fill(recipient.slice(0, -1));
    await inspectConfirmation(asked, 'trusted-reveal-age');
    await yes.click();
    await expect(asked.getByText('Recipient 1 has 61 characters, not 62.', { exact: false })).toBeVisible();
    const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
    await asked.getByRole('textbox', { name: 'Recipients' }).fill(mistyped);
    await expect(asked.getByText('Recipient 1 has a wrong checksum', { exact: false })).toBeVisible();
    await asked.getByRole('textbox', { name: 'Recipients' }).fill(recipient);
    await asked.getByRole('radio', { name: 'Kept 30 days' }).check();
    await readToEnd(asked);
    await press(asked, yes);
    await expect(view(page).getByText('The age file is written')).toBeVisible();
    const key = Buffer.from(openAge(readFileSync(join(home, `account-${address}.age`)), { privateKey })).toString();
    const point = secp256k1.getPublicKey(Buffer.from(key, 'hex'), false).subarray(1);
    expect(Buffer.from(keccak_256(point).subarray(-20)).toString('hex')).toBe(address.slice(2).toLowerCase());
  });

  await test.step('a key is written as a keystore under a passphrase, and as a sheet to print', async () => {
    await view(page).getByRole('button', { name: 'Reveal…' }).click();
    const asked = await confirmation(page);
    await asked.getByRole('radio', { name: 'Web3 keystore' }).check();
    await asked.getByLabel('Passphrase of the file', { exact: true }).fill('a long passphrase');
    await asked.getByLabel('Repeat passphrase of the file').fill('a long passphrase');
    await readToEnd(asked);
    await inspectConfirmation(asked, 'trusted-reveal-keystore');
    await press(asked, asked.getByRole('button', { name: 'Write keystore…' }));
    await expect(view(page).getByText('The keystore is written')).toBeVisible();
    const keystore = JSON.parse(readFileSync(join(home, `account-${address}.json`), 'utf8'));
    expect([keystore.version, keystore.address]).toEqual([3, address.slice(2).toLowerCase()]);

    await view(page).getByRole('button', { name: 'Reveal…' }).click();
    const again = await confirmation(page);
    await again.getByRole('radio', { name: 'Recovery sheet (PDF)' }).check();
    await expect(again.getByText('A recovery sheet is not encrypted')).toBeVisible();
    await readToEnd(again);
    await inspectConfirmation(again, 'trusted-reveal-sheet');
    await press(again, again.getByRole('button', { name: 'Write recovery sheet…' }));
    await expect(view(page).getByText('The recovery sheet is written')).toBeVisible();
    expect(readFileSync(join(home, `account-${address}.pdf`), 'latin1').slice(0, 5)).toBe('%PDF-');
  });

  await test.step('all exports are written to a folder, with a signed report', async () => {
    await view(page).getByRole('button', { name: 'Write 1 file…' }).click();
    const asked = await confirmation(page);
    await readToEnd(asked);
    await inspectConfirmation(asked, 'trusted-write-exports');
    await press(asked, asked.getByRole('button', { name: 'Write 1 file…' }));
    const report = await confirmation(page);
    await expect(report.getByRole('heading', { level: 1 })).toHaveText('Sign the report of 1 export');
    await inspectConfirmation(report, 'trusted-report');
    await confirm(page, 'Sign report');
    await expect(view(page).getByText('1 file is written, with a signed report')).toBeVisible();
    await inspectScreen(page, 'station-written');
    const folder = join(home, 'accounts.targets.gathered.keys');
    expect(readdirSync(folder).toSorted()).toEqual([`001-account-${address}.hex`, 'report.json']);
    const key = readFileSync(join(folder, `001-account-${address}.hex`), 'utf8');
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).not.toContain(key);
  });

  await test.step('a container is shown as QR codes, and read from pictures of them', async () => {
    await view(page).getByRole('button', { name: 'Show QR codes' }).click();
    await view(page).getByRole('button', { name: 'Pause' }).click();
    const drawn = view(page).getByRole('img', { name: /^QR code \d+ of \d+$/ });
    const numbers = async () =>
      /(\d+) of (\d+)/
        .exec((await drawn.getAttribute('aria-label')) ?? '')
        ?.slice(1)
        .map(Number);
    const [paused = 0, round = 0] = (await numbers()) ?? [];
    for (let number = paused; number > 1; number -= 1)
      await view(page).getByRole('button', { name: 'Previous' }).click();
    await inspectScreen(page, 'station-codes');
    const pictures: string[] = [];
    for (let number = 1; number <= round / 2; number += 1) {
      await expect(drawn).toHaveAttribute('aria-label', `QR code ${number} of ${round}`);
      pictures.push(join(home, `${number}.png`));
      writeFileSync(pictures.at(-1) ?? '', await drawn.screenshot());
      await view(page).getByRole('button', { name: 'Next' }).click();
    }
    await view(page).getByRole('button', { name: 'Hide QR codes' }).click();

    const other = join(home, 'other.png');
    writeFileSync(other, writePng(encodeQR('https://example.com', 'raw', { border: 4 }), 6));
    const read = async (...paths: string[]) => {
      await answerOpenDialog(app, paths);
      await page.getByRole('button', { name: 'Read QR codes…' }).click();
    };
    await read(...pictures.slice(2));
    await expect(page.getByText('Missing: 1 to 2.', { exact: false })).toBeVisible();
    await read(other);
    await expect(page.getByText('it is not a frame of a container', { exact: false })).toBeVisible();
    await expect(page.getByText('other.png: Its code was refused', { exact: false })).toBeVisible();
    await inspectScreen(page, 'station-codes-missing');
    await read(...pictures.slice(0, 2));
    await expect(page.getByRole('button', { name: /qr-codes\.castellan.*Not opened/ })).toBeVisible();
    await expect(page.getByText('Missing:', { exact: false })).toHaveCount(0);
  });

  await test.step('a request is composed in a dialog, stamped after a question, and sent byte for byte', async () => {
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Create wallet' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Wallet name' }).fill('Carried');
    await inspectScreen(page, 'dialog-carry');
    await dialog.getByRole('button', { name: 'Carry to the offline station' }).click();
    await expect(view(page).getByRole('heading', { level: 2 })).toHaveText('Stamp a request: Create wallet');
    await expect(page.getByRole('button', { name: /create-wallet\.castellan.*60 minutes left/ })).toBeVisible();
    await inspectScreen(page, 'station-request');
    await view(page).getByRole('button', { name: 'Save file…' }).click();
    await expect(view(page).getByRole('button', { name: 'Save file…' })).toHaveCount(0);
    expect(readFileSync(join(home, 'create-wallet.castellan'), 'utf8')).toContain('"kind":"request-to-stamp"');

    await view(page).getByRole('button', { name: 'Review and stamp…' }).click();
    await expect((await confirmation(page)).locator('main')).toContainText('Carried');
    await confirm(page);
    await expect(view(page).getByText('Carry the stamped request to the online machine')).toBeVisible();
    const stamped = readFileSync(join(home, 'create-wallet.stamped.castellan'), 'utf8');
    expect(stamped).toContain('"kind":"stamped-request"');
    await view(page).getByRole('button', { name: 'Show stamped request' }).click();
    await inspectScreen(page, 'station-stamped');

    await view(page).getByRole('button', { name: 'Review and send…' }).click();
    const asked = await confirmation(page);
    await expect(asked.locator('main')).toContainText('Carried');
    await expect(asked.locator('main')).toContainText('The service takes it for');
    await inspectConfirmation(asked, 'trusted-send-carried');
    await confirm(page, 'Send request');
    await expect(view(page).getByText('The service completed it')).toBeVisible();
    await inspectScreen(page, 'station-sent');
  });

  await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `station-${size}`));
});
