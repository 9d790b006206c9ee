import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron } from 'playwright/test';
import { accountRows, confirm, confirmation, createLocalVault, createWallet, place, unlock } from '../e2e/flows.ts';
import { environmentOf, expect, layout, newHome, test } from '../e2e/harness.ts';
import { inspectConfirmation, inspectScreen, photographAs } from '../e2e/screens.ts';

const NOT_A_DATABASE = 'this is not a database, and long enough to be read as one: '.repeat(20);
const PASSPHRASE = 'correct horse battery staple';

test('without a keychain, keys go into a passphrase file and every wrong passphrase is refused', async ({ launch }) => {
  const home = newHome();
  const environment = { CASTELLAN_E2E_KEYRING: 'none' };
  const first = await launch({ home, environment });
  await first.page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await expect(first.page.getByRole('radio', { name: 'Keychain' })).toBeDisabled();
  await inspectScreen(first.page, 'start-no-keychain');
  await first.page.getByRole('button', { name: 'Back' }).click();
  await createLocalVault(first.page, PASSPHRASE);
  await createWallet(first.page, 'Treasury');
  await first.close();

  const { page } = await launch({ home, environment });
  await expect(place(page, 'Vault locked')).toBeVisible();
  await unlock(page, 'incorrect horse');
  const asked = await confirmation(page);
  await expect(asked.getByRole('alert').filter({ hasText: /passphrase/i })).toBeVisible();
  await inspectConfirmation(asked, 'locked-wrong-passphrase');
  await asked.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await confirm(page, 'Unlock');
  await expect(accountRows(page)).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Service' })).toHaveText('Local service running');
});

test('a locked keychain is distinguished from a missing one', async ({ launch }) => {
  const home = newHome();
  await (await launch({ home })).close();
  const { page } = await launch({ home, environment: { CASTELLAN_E2E_KEYRING: 'locked' } });
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await expect(page.getByText('The keychain is locked')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Passphrase file' })).toBeChecked();
});

test('a key whose keychain is gone is explained and nothing is overwritten', async ({ launch }) => {
  const home = newHome();
  const first = await launch({ home });
  await createLocalVault(first.page);
  await createWallet(first.page, 'Treasury');
  await first.close();
  const before = readFileSync(join(home, 'state', 'credentials.json'), 'utf8');

  const { page } = await launch({ home, environment: { CASTELLAN_E2E_KEYRING: 'none' } });
  await page.getByRole('button', { name: 'Unlock…' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /keychain|Secret Service/ })).toBeVisible();
  await expect(place(page, 'Vault locked')).toBeVisible();
  await inspectScreen(page, 'keychain-gone');
  expect(readFileSync(join(home, 'state', 'credentials.json'), 'utf8')).toBe(before);
});

test.describe('a damaged state folder', () => {
  const damages: readonly [what: string, file: string, content: string][] = [
    ['damaged records', 'records.db', NOT_A_DATABASE],
    ['a truncated profile file', 'profiles.json', '{"format":"castellan-prof'],
    [
      'a profile file of a newer version',
      'profiles.json',
      '{"format":"castellan-profiles","version":999,"profiles":[]}',
    ],
  ];
  for (const [what, file, content] of damages) {
    test(`${what} is said in the window, with what to do, and is not touched`, async ({ launch }) => {
      const home = newHome();
      const first = await launch({ home });
      await createLocalVault(first.page);
      await first.close();
      const path = join(home, 'state', file);
      writeFileSync(path, content);

      const { page } = await launch({ home, usable: false });
      await expect(page.getByRole('alert')).toContainText(path);
      await photographAs(page, what.replaceAll(' ', '-'));
      expect(readFileSync(path, 'utf8')).toBe(content);
    });
  }

  test('a damaged cache is set aside and filled again', async ({ launch }) => {
    const home = newHome();
    const first = await launch({ home });
    await createLocalVault(first.page);
    await createWallet(first.page, 'Treasury');
    await first.close();
    writeFileSync(join(home, 'state', 'cache.db'), NOT_A_DATABASE);

    const { page } = await launch({ home });
    await unlock(page);
    await expect(accountRows(page)).toHaveCount(1);
  });
});

test('as root the window opens without a sandbox and shows it permanently', async () => {
  test.skip(process.getuid?.() !== 0, 'only root can be root');
  const home = newHome();
  const app = await _electron.launch({
    executablePath: join(layout, 'castellan'),
    args: ['--no-sandbox', '--disable-gpu'],
    env: environmentOf(home),
  });
  const page = await app.firstWindow();
  const banner = page.getByRole('alert').filter({ hasText: 'Sandbox is off' });
  await expect(banner).toContainText('root');
  await expect(banner.getByRole('button')).toHaveCount(0);
  await app.close();
});
