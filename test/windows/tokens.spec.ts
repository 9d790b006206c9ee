import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOFTHSM, SoftTokens } from '../contract/tokens/soft-token.ts';
import { act, addKey, confirm, confirmation, dialog, doWithoutPin, goTo, place, press, unlock } from '../e2e/flows.ts';
import { childrenOf, expect, type Running, test } from '../e2e/harness.ts';
import { outOfReach, resize } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { enterTokenPin, openTokens, SOFT_MODULE } from '../e2e/soft-token.ts';
import { type StandIn, startStandIn } from '../e2e/stand-in-service.ts';

let service: StandIn;
let soft: SoftTokens;
let folder: string;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-module-'));
  chmodSync(folder, 0o755);
  service = await startStandIn();
  soft = new SoftTokens();
  soft.add('desk');
  openTokens(soft);
});
test.afterEach(async () => {
  await service.stop();
  soft.close();
  rmSync(folder, { recursive: true });
});

/** Makes a key on the token for the service. Returns its public half. `look` looks at each question, and `see` at the page. */
async function connectWithToken(
  { page }: Running,
  { look = inspectConfirmation, see = inspectScreen } = {},
): Promise<string> {
  await page.getByRole('button', { name: 'Connect to a service' }).click();
  await page.getByRole('textbox', { name: 'Profile name' }).fill('production');
  await page.getByRole('textbox', { name: 'Service address' }).fill(service.baseUrl);
  await page.getByRole('textbox', { name: 'Organization id' }).fill(service.organizationId);
  await page.getByRole('checkbox', { name: /^Use a key on a security key/ }).check();
  await expect(page.getByRole('radiogroup', { name: 'The key that signs the audit log is kept in' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Module' }).selectOption({ label: SOFT_MODULE });
  await page.getByRole('button', { name: 'Find tokens' }).click();
  await look(await confirmation(page), 'token-module');
  await confirm(page, 'Load module');
  await expect(page.getByRole('radio', { name: 'desk' })).toBeChecked();
  await see(page, 'connect-token');
  await page.getByRole('button', { name: 'Make key and connect' }).click();
  const connecting = await confirmation(page);
  await expect(connecting.getByRole('row', { name: 'Token desk' })).toBeVisible();
  await expect(connecting.getByText('The key signs only with the token “desk” and its PIN.')).toBeVisible();
  await doWithoutPin(connecting);
  await confirm(page, 'Connect');
  const asked = await confirmation(page);
  await expect(asked.getByRole('heading', { name: 'PIN of the token “desk”' })).toBeVisible();
  await look(asked, 'token-pin');
  await enterTokenPin(page, '000000');
  const again = await confirmation(page);
  await expect(again.getByText('Few tries are left before it locks.')).toBeVisible();
  await expect(again.getByText(/few tries/i)).toHaveCount(1);
  await look(again, 'token-pin-wrong');
  await enterTokenPin(page);
  await expect(place(page, 'Register this public key')).toBeVisible();
  return page.evaluate(async () => {
    const reply = await window.castellan.call('profiles.list', {});
    const { credentials } = (reply as { value: { credentials: { publicKey: string }[] } }).value;
    return credentials[0]?.publicKey ?? '';
  });
}

test('a token’s key is created in the window, and signs after its PIN until a lock', async ({ launch }) => {
  const running = await launch({ environment: soft.environment });
  const { page } = running;
  const publicKey = await connectWithToken(running);
  service.allow(publicKey);
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Connected as Operator')).toBeVisible();
  expect([...(await childrenOf(running)).keys()]).toContain('token');
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await goTo(page, 'Settings');
  await expect(page.getByRole('row', { name: /Token “desk” Cannot be copied/ })).toBeVisible();

  await test.step('another key is created in the settings', async () => {
    await addKey(page, 'Key on a token…');
    // Not beside the tokens: their folder is everybody's.
    const own = join(folder, 'own.so');
    expect(spawnSync('cp', [SOFTHSM, own]).status).toBe(0);
    const modules = dialog(page).getByRole('combobox', { name: 'Module' });
    await expect(modules.getByRole('option').last()).toHaveText('Another file');
    await modules.selectOption({ label: 'Another file' });
    // The test cannot operate the system’s own dialog, so it replaces the dialog's result.
    await running.app.evaluate(({ dialog: system }, path) => {
      system.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, own);
    await dialog(page).getByRole('button', { name: 'Choose file…' }).click();
    await expect(dialog(page).getByRole('textbox', { name: 'Path of the module' })).toHaveValue(own);
    await inspectScreen(page, 'token-file');
    await dialog(page).getByRole('button', { name: 'Find tokens' }).click();
    const unknown = await confirmation(page);
    await expect(unknown.getByText('This module is not known to Castellan')).toBeVisible();
    await press(unknown, unknown.getByRole('button', { name: 'Don’t load' }));
    await modules.selectOption({ label: SOFT_MODULE });
    await dialog(page).getByRole('button', { name: 'Find tokens' }).click();
    await dialog(page).getByRole('button', { name: 'Use a key that is there…' }).click();
    await expect(dialog(page).getByRole('radio', { name: 'Castellan Workstation' })).toBeVisible();
    await dialog(page).getByRole('combobox', { name: 'Kind of key' }).selectOption({ label: 'Ed25519' });
    for (const zoom of [1, 2]) {
      await resize(running, 960, 640, zoom);
      await expect.poll(() => outOfReach(page)).toEqual([]);
      await inspectSize(page, `token-dialog-960-${zoom * 100}`);
    }
    await resize(running, 1280, 800, 1);
    await inspectScreen(page, 'token-dialog');
    await dialog(page).getByRole('button', { name: 'Review' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('row', { name: 'Kind Ed25519' })).toBeVisible();
    await inspectConfirmation(asked, 'token-key');
    await confirm(page, 'Make key');
    await expect(page.getByRole('dialog', { name: 'Register this public key' })).toBeVisible();
    await expect(dialog(page).getByText('as an API key of Ed25519')).toBeVisible();
    await inspectScreen(page, 'token-register');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a lock ends the module’s process, and signing needs the PIN again', async () => {
    await page.evaluate(() => window.castellan.call('vault.lock', {}));
    await expect.poll(async () => [...(await childrenOf(running)).keys()]).not.toContain('token');
    await unlock(page);
    await expect(place(page, 'Settings')).toBeVisible();
    const code = page.evaluate(async () => {
      const reply = await window.castellan.call('profiles.check', {});
      return reply.ok ? 'ok' : reply.error.code;
    });
    const asked = await confirmation(page);
    await press(asked, asked.getByRole('button', { name: 'Don’t enter it' }));
    expect(await code).toBe('NOT_CONFIRMED');
  });

  await test.step('a removed token is reported by name', async () => {
    await page.evaluate(() => window.castellan.call('vault.lock', {}));
    soft.removeAll();
    await unlock(page);
    await expect(place(page, 'Settings')).toBeVisible();
    const code = await page.evaluate(async () => {
      const reply = await window.castellan.call('profiles.check', {});
      return reply.ok ? 'ok' : reply.error.code;
    });
    expect(code).toBe('TOKEN_MISSING');
  });
});

test('a hijacked page cannot load a module or see a token without a confirmation', async ({ launch }) => {
  const running = await launch({ environment: soft.environment });
  const { page } = running;
  const own = join(soft.folder, 'own.so');
  expect(spawnSync('cp', [SOFTHSM, own]).status).toBe(0);
  chmodSync(own, 0o777);
  const ask = (name: string, input: object) =>
    page.evaluate(
      async ([called, given]) => {
        const reply = await window.castellan.call(called, given);
        return reply.ok ? 'ok' : reply.error.code;
      },
      [name, input] as const,
    );
  expect(await ask('tokens.list', { module: own })).toBe('FILE_REFUSED');
  expect(await ask('tokens.list', { module: '../own.so' })).toBe('TOKEN_UNAVAILABLE');
  const at = { module: SOFTHSM, label: 'desk', serial: null, slot: null };
  for (const [name, input] of [
    ['tokens.list', { module: SOFTHSM }],
    ['tokens.keys', at],
  ] as const) {
    const code = ask(name, input);
    const asked = await confirmation(page);
    await press(asked, asked.getByRole('button', { name: 'Don’t load' }));
    expect(await code).toBe('NOT_CONFIRMED');
  }
  expect([...(await childrenOf(running)).keys()]).not.toContain('token');
});

test('a kept PIN is not asked for again until it is forgotten', async ({ launch }) => {
  const running = await launch({ environment: soft.environment });
  const { page } = running;
  // The test above looks at all of it.
  const unseen = async () => {};
  service.allow(await connectWithToken(running, { look: unseen, see: unseen }));
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByRole('button', { name: 'Go to accounts' }).click();
  await goTo(page, 'Settings');
  const relock = async () => {
    await page.evaluate(() => window.castellan.call('vault.lock', {}));
    await unlock(page);
    await expect(place(page, 'Settings')).toBeVisible();
  };
  const check = () =>
    page.evaluate(async () => {
      const reply = await window.castellan.call('profiles.check', {});
      return reply.ok ? 'ok' : reply.error.code;
    });
  await relock();
  const first = check();
  const asked = await confirmation(page);
  const keep = asked.getByRole('checkbox', { name: /^Keep this PIN in the keychain/ });
  await expect(keep).not.toBeChecked();
  await keep.check();
  await inspectConfirmation(asked, 'token-pin-keep');
  await enterTokenPin(page);
  expect(await first).toBe('ok');
  await relock();
  expect(await check()).toBe('ok');
  const row = page.getByRole('table', { name: 'Keys' }).getByRole('row', { name: /Workstation/ });
  await expect(row).toContainText('Its PIN is kept in the keychain.');
  await inspectScreen(page, 'settings-pin-kept');
  await act(page, 'Workstation of production', 'Forget PIN');
  await expect(row).not.toContainText('Its PIN is kept');
  await relock();
  const last = check();
  const again = await confirmation(page);
  await expect(again.getByRole('heading', { name: 'PIN of the token “desk”' })).toBeVisible();
  await press(again, again.getByRole('button', { name: 'Don’t enter it' }));
  expect(await last).toBe('NOT_CONFIRMED');
});
