import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Page } from 'playwright/test';
import encodeQR from 'qr';
import { writePng } from '../../electron/engine/containers/png.ts';
import { makeAgeKey, openAge } from '../unit/crypto/open-age.ts';
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
} from './flows.ts';
import { expect, test } from './harness.ts';
import { expectInReach, SMALL_SIZES } from './reach.ts';
import { answerOpenDialog, answerSaveDialog } from './save-dialog.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';

const FORMAT = 'ADDRESS_FORMAT_ETHEREUM';
const view = (page: Page) => page.getByRole('region', { name: 'File', exact: true });
const openFile = (page: Page) => page.getByRole('button', { name: 'Open file…' }).first().click();

/** As docs/formats.md describes it. */
function containerOf(kind: string, content: object): string {
  const digested = `castellan-container 1 ${kind}\n${JSON.stringify(content)}`;
  const sha256 = createHash('sha256').update(digested).digest('hex');
  return `${JSON.stringify({ format: 'castellan-container', version: 1, kind, sha256, content })}\n`;
}

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
    await confirm(page, 'Open export');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toHaveText('Reveal the private key');
    await expect(asked.locator('main')).toContainText(address.slice(-4));
    await press(asked, asked.getByRole('button', { name: 'Close and wipe' }));
    await expect(view(page).getByRole('button', { name: 'Reveal…' })).toBeEnabled();
  });

  await test.step('a proven key is written as a file of age, which its recipient opens', async () => {
    const { recipient, privateKey } = makeAgeKey();
    await view(page).getByRole('button', { name: 'Reveal…' }).click();
    await confirm(page, 'Open export');
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
    await press(asked, yes);
    await expect(view(page).getByText('The age file is written')).toBeVisible();
    const key = Buffer.from(openAge(readFileSync(join(home, `account-${address}.age`)), { privateKey })).toString();
    const point = secp256k1.getPublicKey(Buffer.from(key, 'hex'), false).subarray(1);
    expect(Buffer.from(keccak_256(point).subarray(-20)).toString('hex')).toBe(address.slice(2).toLowerCase());
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
    const read = (...paths: string[]) => page.getByLabel('Pictures of QR codes').setInputFiles(paths);
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

  await test.step('a composed request is stamped after a question, into a new file', async () => {
    const organizationId = await page.evaluate(async () => {
      const reply = await window.castellan.call('profiles.check', {});
      return reply.ok ? (reply.value as { organizationId: string }).organizationId : '';
    });
    const body = JSON.stringify({
      ...{ type: 'ACTIVITY_TYPE_CREATE_WALLET', timestampMs: String(Date.now()), organizationId },
      parameters: { walletName: 'Carried', accounts: [] },
    });
    const url = 'http://127.0.0.1/public/v1/submit/create_wallet';
    const request = join(home, 'request.castellan');
    writeFileSync(request, containerOf('request-to-stamp', { method: 'POST', url, headers: {}, body }));
    await answerOpenDialog(app, request);
    await openFile(page);
    await inspectScreen(page, 'station-request');
    await view(page).getByRole('button', { name: 'Review and stamp…' }).click();
    const asked = await confirmation(page);
    await expect(asked.locator('main')).toContainText('Carried');
    await confirm(page);
    await expect(view(page).getByText('Carry the stamped request to the online machine')).toBeVisible();
    expect(readFileSync(join(home, 'request.stamped.castellan'), 'utf8')).toContain('"kind":"stamped-request"');
    expect(readdirSync(home)).toContain('accounts.targets.castellan');
  });

  await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `station-${size}`));
});
