import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  signMessage,
} from './flows.ts';
import { handOf } from './hand.ts';
import { environmentOf, executable, expect, HEADLESS, newHome, test } from './harness.ts';
import { answerByKeys, pressOn } from './keys.ts';
import { answerSaveDialog } from './save-dialog.ts';
import { inspectScreen } from './screens.ts';

const OF_VAULT = 'the passphrase of the vault';
const OF_BACKUP = 'a passphrase of its own';

/** Runs `castellan backup restore` as an operator does on another machine. Returns its exit code. */
async function restore(file: string, home: string): Promise<number> {
  const secret = (name: string, text: string) => {
    const path = join(home, name);
    writeFileSync(path, text);
    chmodSync(path, 0o600);
    return path;
  };
  const child = spawn(
    executable,
    [...HEADLESS, 'cli', 'backup', 'restore', '--file', file, '--passphrase-file', secret('of-backup', OF_BACKUP)],
    {
      env: environmentOf(home, {
        CASTELLAN_PASSPHRASE_FILE: secret('of-vault', OF_VAULT),
        CASTELLAN_E2E_KEYRING: 'none',
      }),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = (await once(child, 'close')) as [number];
  return code;
}

test('a backup from the window is restored on another machine, and its accounts sign there', async ({ launch }) => {
  const { app, page, home, close } = await launch();
  await createLocalVault(page, OF_VAULT);
  await createWallet(page, 'Treasury');
  const address = await addressOf(accountRows(page).first());
  await answerSaveDialog(app, home);
  await goTo(page, 'Settings');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Backup' }).click();
  const section = page.getByRole('region', { name: 'Backup' });
  await section.getByRole('button', { name: 'Back up…' }).click();
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(OF_BACKUP);
  await asked.getByRole('textbox', { name: 'Repeat passphrase' }).fill(OF_BACKUP);
  await confirm(page, 'Back up');
  await expect(section.getByText('The backup was written and checked')).toBeVisible();
  await close();

  const [file = ''] = readdirSync(home).filter((name) => name.endsWith('.backup'));
  const other = newHome();
  expect(await restore(join(home, file), other)).toBe(0);
  const again = await launch({ home: other });
  const { pointers, spent } = await handOf(again.page);
  await pressOn(again.page, again.page.getByRole('button', { name: 'Unlock…' }));
  await answerByKeys(again.page, 'Unlock', { Passphrase: OF_VAULT });
  await again.page.keyboard.press('Control+3');
  await expect(accountRows(again.page)).toHaveCount(1);
  expect(pointers(), 'uses of the pointer').toBe(0);
  expect(spent(), 'clicks from the first start to the restored accounts').toBeLessThanOrEqual(3);
  await inspectScreen(again.page, 'restored');
  expect(await addressOf(accountRows(again.page).first())).toBe(address);
  await signMessage(again.page, 'after the restore');
});
