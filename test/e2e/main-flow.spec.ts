import type { Page } from 'playwright/test';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  dialog,
  exportFirstAccount,
  goTo,
  place,
  press,
  reviewMessage,
  unfold,
  unlock,
} from './flows.ts';
import { expect, test } from './harness.ts';
import { keychainSecrets } from './keychain.ts';
import { recordedMessages, recordMessages } from './recording.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { found, foundInFiles, needlesOf, type Secret } from './secrets.ts';

/** The brightest red of the opaque pixels on the canvas. */
const brightest = (shown: Page): Promise<number> =>
  shown.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let most = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255) most = Math.max(most, pixels[at] ?? 0);
    return most;
  });

test('from the first start to an exported key, and no secret left anywhere', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await recordMessages(running);

  await test.step('first start', async () => {
    await expect(place(page, 'Where should your keys work?')).toBeVisible();
    await inspectScreen(page, 'start');
    await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
    await expect(page.getByRole('radio', { name: 'Keychain' })).toBeChecked();
    await inspectScreen(page, 'start-local');
    await page.getByRole('button', { name: 'Back' }).click();
    await createLocalVault(page);
    await expect(page.getByRole('group', { name: 'Service' })).toHaveText('Local service running');
    await inspectScreen(page, 'accounts-empty');
  });

  await test.step('create a wallet', async () => {
    await page.getByRole('button', { name: 'Create wallet', exact: true }).click();
    await dialog(page).getByRole('textbox', { name: 'Wallet name' }).fill('Treasury');
    await dialog(page).getByRole('button', { name: 'Add another account' }).click();
    await dialog(page)
      .getByRole('group', { name: 'Account 2' })
      .getByRole('combobox', { name: 'Kind' })
      .selectOption('Solana');
    await inspectScreen(page, 'wallet-form');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('row', { name: 'Wallet name Treasury' })).toBeVisible();
    await inspectConfirmation(asked, 'wallet-question');
    await unfold(asked, 'Exact bytes');
    await expect(asked.getByRole('region', { name: 'Exact bytes' })).toContainText('"walletName":"Treasury"');
    await inspectConfirmation(asked, 'wallet-review');
    await inspectScreen(page, 'wallet-waiting');
    await confirm(page);
    await expect(dialog(page).getByText('Wallet created')).toBeVisible();
    await inspectScreen(page, 'wallet-created');
    await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click();
  });

  const address = await test.step('list, search and copy accounts', async () => {
    await expect(accountRows(page)).toHaveCount(2);
    const ethereum = await addressOf(accountRows(page).filter({ hasText: 'Ethereum' }));
    expect(ethereum).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill(ethereum.slice(2, 10));
    await expect(accountRows(page)).toHaveCount(1);
    await accountRows(page).first().click();
    await inspectScreen(page, 'account');
    await page.getByRole('button', { name: 'Copy address' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Address copied' })).toBeVisible();
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(ethereum);
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('no such account');
    await expect(page.getByText('No account matches')).toBeVisible();
    await inspectScreen(page, 'accounts-no-match');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(accountRows(page)).toHaveCount(2);
    return ethereum;
  });

  await test.step('sign a message and have the signature checked', async () => {
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill(address);
    await expect(accountRows(page)).toHaveCount(1);
    await reviewMessage(page, 'Pay the invoice of November');
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { name: 'Sign the message “Pay the invoice of November”' })).toBeVisible();
    await inspectConfirmation(asked, 'sign-review');
    await inspectScreen(page, 'sign-waiting');
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
    await expect(page.getByText('Verified on this machine')).toBeVisible();
    for (const part of ['r', 's', 'v'])
      await expect(page.getByRole('button', { name: `Copy ${part}`, exact: true })).toBeVisible();
    await inspectScreen(page, 'sign-result');
  });

  await test.step('follow activities', async () => {
    await page.getByRole('button', { name: 'Show activity' }).click();
    await expect(place(page, 'Activities')).toBeVisible();
    const details = page.getByRole('region', { name: 'Activity details' });
    await expect(details.getByRole('row', { name: /^Message .*Pay the invoice of November$/ })).toBeVisible();
    await expect(details.getByText('Completed')).toBeVisible();
    await inspectScreen(page, 'activity');
    await page.getByRole('searchbox', { name: 'Search activities' }).fill('wallet');
    await expect(
      page.getByRole('grid', { name: 'Activities' }).getByRole('gridcell', { name: 'Create wallet' }),
    ).toBeVisible();
  });

  const secrets: Secret[] = await test.step('export an account, prove its address, close and wipe', async () => {
    expect(await exportFirstAccount(page)).toBe(address);
    const proof = await confirmation(page);
    await expect(proof.getByText('This key belongs to the address you asked for')).toBeVisible();
    const lives = proof.getByRole('radiogroup', { name: 'When this closes, the key that opens it is' });
    await expect(lives.getByRole('radio', { name: 'Destroyed' })).toBeChecked();
    await inspectConfirmation(proof, 'export-proof');
    await confirm(page, 'Reveal key');
    const shown = await confirmation(page);
    // One window from the first answer to the last.
    expect(shown).toBe(proof);
    await expect(shown.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
    await inspectConfirmation(shown, 'export-revealed');
    await shown.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => brightest(shown)).toBeLessThan(128);
    await shown.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => brightest(shown)).toBeGreaterThan(192);
    await shown.emulateMedia({ colorScheme: null });
    // The primary button of a window is its aim, and a copy is none.
    await expect(shown.getByRole('button', { name: 'Copy key' })).not.toHaveClass(/button-primary/);
    await shown.getByRole('button', { name: 'Copy key' }).click();
    let copied = '';
    await expect
      .poll(async () => {
        copied = await app.evaluate(({ clipboard }) => clipboard.readText());
        return copied;
      })
      .toMatch(/^[0-9a-f]{64}$/);
    const kept = await keychainSecrets(running);
    await press(shown, shown.getByRole('button', { name: 'Close and wipe' }));
    await expect(dialog(page)).toBeHidden();
    return [...kept, { name: 'exported key', bytes: new Uint8Array(Buffer.from(copied, 'hex')) }];
  });

  await test.step('it cannot be opened again: its key was destroyed', async () => {
    const targets = secrets.filter(({ name }) => name.startsWith('keychain item target/'));
    expect(targets).toHaveLength(1);
    await expect
      .poll(async () => (await keychainSecrets(running)).filter(({ name }) => name.includes('target/')))
      .toEqual([]);
    await goTo(page, 'Activities');
    await page.getByRole('searchbox', { name: 'Search activities' }).fill('export');
    await page
      .getByRole('grid', { name: 'Activities' })
      .getByRole('gridcell', { name: /^Export the key of/ })
      .click();
    const details = page.getByRole('region', { name: 'Activity details' });
    await expect(details.getByText('This export cannot be opened any more')).toBeVisible();
    await expect(details.getByRole('button', { name: 'Open export' })).toBeHidden();
    await inspectScreen(page, 'activity-sealed');
  });

  await test.step('the places that are left', async () => {
    await goTo(page, 'Accounts');
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('');
    await goTo(page, 'Settings');
    await expect(
      page.getByRole('region', { name: 'Checks' }).getByText('Measured: the window runs in Chromium’s sandbox.'),
    ).toBeVisible();
    await inspectScreen(page, 'settings');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await inspectScreen(page, 'palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Lock vault' }).click();
    await expect(place(page, 'Vault locked')).toBeVisible();
    await inspectScreen(page, 'locked');
    await unlock(page);
    await expect(place(page, 'Settings')).toBeVisible();
  });

  await test.step('no secret is in any file, log or message', async () => {
    // The secrets, in this order.
    // - The key that seals the others, behind a byte that means that there is no PIN.
    // - The API key, the audit log's key, the service's master key and the export's target key, all sealed.
    // - The exported key.
    expect(secrets.map(({ bytes }) => bytes.length)).toEqual([33, 61, 61, 61, 61, 32]);
    const needles = needlesOf(
      secrets.map(({ name, bytes }) => ({ name, bytes: bytes.length === 33 ? bytes.subarray(1) : bytes })),
    );
    const messages = await recordedMessages(running);
    expect(messages.length).toBeGreaterThan(50);
    const crossed = messages.flatMap(({ direction, name, bytes }) =>
      found(needles, bytes).map((hit) => `${name} ${direction}: ${hit}`),
    );
    expect(crossed).toEqual([]);
    await running.close();
    expect(found(needles, Buffer.from(running.output()))).toEqual([]);
    const { hits, files } = foundInFiles(needles, running.home);
    expect(hits).toEqual([]);
    expect(files).toBeGreaterThan(10);
  });
});

test('the search for secrets finds each planted secret', () => {
  const secret: Secret = {
    name: 'planted',
    bytes: Uint8Array.from({ length: 32 }, (_, index) => (index * 71 + 13) % 256),
  };
  const needles = needlesOf([secret]);
  const buffer = Buffer.from(secret.bytes);
  for (const text of [
    buffer.toString('hex'),
    buffer.toString('hex').toUpperCase(),
    buffer.toString('base64'),
    Buffer.concat([Buffer.from('x'), buffer, Buffer.from('yz')]).toString('base64'),
    Buffer.concat([Buffer.from('xy'), buffer]).toString('base64url'),
    JSON.stringify(Object.assign({}, secret.bytes)),
    JSON.stringify([...secret.bytes]),
  ]) {
    expect(found(needles, Buffer.from(`before ${text} after`)), text).not.toEqual([]);
    expect(found(needles, Buffer.from(`before ${text} after`, 'utf16le')), text).not.toEqual([]);
  }
  expect(found(needles, Buffer.concat([Buffer.from('before'), buffer]))).toEqual(['planted, raw']);
  expect(found(needles, Buffer.alloc(1000))).toEqual([]);
});
