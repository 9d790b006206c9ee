import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Page } from 'playwright/test';
import {
  act,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  declineFirstBackup,
  dialog,
  goTo,
  place,
  press,
  readToEnd,
} from './flows.ts';
import { handOf } from './hand.ts';
import { child, childrenOf, environmentOf, executable, expect, HEADLESS, type Running, test } from './harness.ts';
import { countedTries, countTries } from './keychain.ts';
import { inspectConfirmation } from './screens.ts';

const PIN = 'a PIN of 12';

/** The processes that hold keys, by name. */
const keyHolders = async (running: Running): Promise<string[]> =>
  [...(await childrenOf(running)).keys()].filter((name) => /vault|custody/i.test(name));

/** Types a PIN to unlock and confirms. The question stays, or the window is gone. */
async function tryPin(page: Page, pin: string): Promise<void> {
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await readToEnd(asked);
  const yes = asked.getByRole('button', { name: 'Unlock', exact: true });
  await expect(yes).not.toHaveAttribute('aria-disabled');
  await press(asked, yes);
}

/** The states of unlocking that the page shows from now on. */
const statesOf = (page: Page) =>
  page.evaluateHandle(() => {
    const states: string[] = [];
    const read = () => {
      const state = document.querySelector('.lock [role="status"]')?.textContent ?? null;
      if (state !== null && state !== states.at(-1)) states.push(state);
    };
    new MutationObserver(read).observe(document.body, { childList: true, subtree: true, characterData: true });
    read();
    return states;
  });

/** Runs a command with the same state folder. Returns its exit code and its output. */
async function castellan(home: string, ...argv: string[]): Promise<{ code: number; said: unknown }> {
  const running = spawn(executable, [...HEADLESS, 'cli', ...argv], {
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  running.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const [code] = (await once(running, 'close')) as [number];
  return { code, said: JSON.parse(text) };
}

/** Chooses another time until the vault is locked: not without the answer in main's window. */
async function chooseIdleTime(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  const minutes = page.getByRole('combobox', { name: 'Lock when nobody is at this computer for' });
  await expect(minutes).toHaveValue('5');
  await minutes.selectOption('30 minutes');
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { level: 1, name: /^Lock after 30 minutes/ })).toBeVisible();
  await inspectConfirmation(asked, 'idle-time');
  await press(asked, asked.getByRole('button', { name: 'Don’t change' }));
  await expect(minutes).toHaveValue('5');
  await minutes.selectOption('30 minutes');
  await confirm(page, 'Change idle time');
  await expect(minutes).toHaveValue('30');
}

test('the first start offers a PIN for unlocking, and wrong tries cause a delay that survives a restart', async ({
  launch,
}) => {
  const first = await launch();
  const { page, home } = first;
  const { spent } = await handOf(page);
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  const asked = await confirmation(page);
  await expect(asked.getByRole('radio', { name: 'Protect with a PIN' })).toBeChecked();
  await expect(asked.getByRole('textbox', { name: 'PIN', exact: true })).toBeFocused();
  await inspectConfirmation(asked, 'first-start-pin');
  for (const name of ['PIN', 'Repeat PIN']) await asked.getByRole('textbox', { name, exact: true }).fill(PIN);
  await confirm(page, 'Create vault');
  expect(spent(), 'clicks from the first start to the vault').toBeLessThanOrEqual(3);
  await declineFirstBackup(page);
  await createWallet(page, 'Treasury');

  await page.keyboard.press('Control+n');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Control+l');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect(page.getByText('Treasury')).toHaveCount(0);
  await expect.poll(() => keyHolders(first)).toEqual([]);

  await page.getByRole('button', { name: 'Unlock…' }).click();
  for (const wrong of ['a PIN of 13', 'a PIN of 1', 'a PIN of 12 ']) await tryPin(page, wrong);
  await expect((await confirmation(page)).getByText(/Wait 30 seconds, then try again/)).toBeVisible();
  await inspectConfirmation(await confirmation(page), 'unlock-wait');
  expect(await countedTries(first)).toMatchObject({ count: 3 });
  // A busy machine may need 30 seconds until the next try, so a longer wait takes their place.
  await countTries(first, { count: 10, at: Date.now() });
  await first.close();

  const second = await launch({ home });
  await expect(place(second.page, 'Vault locked')).toBeVisible();
  await second.page.getByRole('button', { name: 'Unlock…' }).click();
  await expect((await confirmation(second.page)).getByText(/10 wrong tries were made\. Wait 1 hour/)).toBeVisible();
  await tryPin(second.page, PIN);
  await expect((await confirmation(second.page)).getByText(/Wait 1 hour .*Nothing was tried/)).toBeVisible();
  await countTries(second, { count: 10, at: Date.now() - 2 * 3_600_000 });
  const states = await statesOf(second.page);
  await tryPin(second.page, PIN);
  await expect(second.page.getByText('Treasury').first()).toBeVisible();
  expect(await states.jsonValue()).toEqual(['Answer in the confirmation window.', 'Opening the vault.']);
});

test('a command locks the running window, and reports when there is none', async ({ launch }) => {
  const running = await launch();
  const { page, home } = running;
  await page.getByRole('button', { name: 'Use the vault on this machine' }).click();
  await page.getByRole('button', { name: 'Create vault' }).click();
  await (await confirmation(page)).getByRole('radio', { name: 'Without a PIN' }).check();
  await confirm(page, 'Create vault');
  await declineFirstBackup(page);
  await chooseIdleTime(page);
  expect(await castellan(home, 'lock')).toEqual({ code: 0, said: { locked: true } });
  await expect(place(page, 'Vault locked')).toBeVisible();
  await running.close();
  expect(await castellan(home, 'lock')).toEqual({ code: 0, said: { locked: false } });
});

test('locking the desktop’s screen locks the window', async ({ launch }) => {
  const running = await launch();
  const { app, page } = running;
  await createLocalVault(page);
  await expect(async () => {
    await app.evaluate(() => {
      const { execFileSync } = process.getBuiltinModule('node:child_process');
      const saver = ['/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver.ActiveChanged', 'boolean:true'];
      execFileSync('dbus-send', ['--session', '--type=signal', ...saver]);
    });
    await expect(place(page, 'Vault locked')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect.poll(() => keyHolders(running)).toEqual([]);
});

test('a lock withdraws open questions and clears the clipboard', async ({ launch }) => {
  const running = await launch();
  const { page, home, app } = running;
  await createLocalVault(page);
  await goTo(page, 'Settings');
  await act(page, 'Workstation of local', 'Rename…');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Renamed while locked');
  await page.evaluate(() => window.castellan.call('app.copy', { text: 'what was copied' }));
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  expect(await copied()).toBe('what was copied');
  await dialog(page).getByRole('button', { name: 'Rename…' }).click();
  const asked = await confirmation(page);
  await castellan(home, 'lock');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect.poll(() => asked.isClosed()).toBe(true);
  await expect.poll(copied).toBe('');
});

test('when the vault dies, the local service ends and the window is locked', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page, 'plain words of mine');
  const [vault, custody] = [await child(running, 'vault'), await child(running, 'custody')];
  process.kill(vault, 'SIGKILL');
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect.poll(() => existsSync(`/proc/${custody}`)).toBe(false);
});
