import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { openAtRest } from '../../electron/crypto/sealing.ts';
import { act, confirm, createLocalVault, dialog, goTo, place, press } from './flows.ts';
import { expect, newHome, type Running, test } from './harness.ts';
import { keychainSecrets } from './keychain.ts';
import { keepKey, newKey, showExport, stampOften, unlockKnown } from './known-keys.ts';
import { foundInMemory, type Process, privateHalfIn, processesBelow } from './memory.ts';
import { needlesOf, type Secret } from './secrets.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

test.skip(process.getuid?.() !== 0, 'only root reads the memory of processes that keep themselves to themselves');

// Each test has a home and a service of its own, and searches for a minute.
test.describe.configure({ mode: 'parallel' });

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

test('the search for secrets in memory finds each encoding of a secret', async () => {
  const secret: Secret = { name: 'planted', bytes: randomBytes(32) };
  const needles = needlesOf([secret]);
  expect(needles.length).toBeGreaterThan(20);
  // The script holds them with their bits flipped, so that only the bytes that the process computes are found.
  const flipped = needles.map(({ bytes }) => Buffer.from(bytes.map((byte) => ~byte)).toString('base64'));
  const hold = `const held = ${JSON.stringify(flipped)}.map((text) => Buffer.from(text, 'base64').map((byte) => ~byte));
    process.stdout.write('held');
    process.stdin.on('data', () => { for (const bytes of held) bytes.fill(0); process.stdout.write('wiped'); });`;
  const child = spawn(process.execPath, ['-e', hold], { stdio: ['pipe', 'pipe', 'inherit'] });
  const planted: Process = { pid: child.pid ?? 0, what: 'child' };
  try {
    await once(child.stdout, 'data');
    expect(foundInMemory([secret], [planted])).toEqual(needles.map(({ name }) => `child: ${name}`));
    child.stdin.write('.');
    await once(child.stdout, 'data');
    expect(foundInMemory([secret], [planted])).toEqual([]);
  } finally {
    child.kill();
  }
});

const namesOf = (running: Running) => processesBelow(running.pid).map(({ what }) => what);
/** Finds the secrets in the memory of the processes that are meant. */
const found = (running: Running, secrets: readonly Secret[], isMeant: (what: string) => boolean) =>
  foundInMemory(
    secrets,
    processesBelow(running.pid).filter(({ what }) => isMeant(what)),
  );
const outsideTheVault = (what: string) => what !== 'vault';

test('after 100 stamps and an export only the open vault holds the keys, and after a lock no process does', async ({
  launch,
}) => {
  const home = newHome();
  const [api, signer] = [newKey(), newKey()];
  await keepKey(home, service, { api, signer });
  const running = await launch({ home });
  const { app, page } = running;
  const keys = [{ name: 'API key', bytes: Uint8Array.from(api.privateKey) }];
  await unlockKnown(running);
  await stampOften(running, service, 100);
  expect(namesOf(running)).toEqual(
    expect.arrayContaining(['main', 'vault', 'zygote', 'renderer', 'network.mojom.NetworkService']),
  );
  expect(found(running, keys, (what) => what === 'vault')).not.toEqual([]);
  expect(found(running, keys, outsideTheVault)).toEqual([]);

  const exported = { name: 'exported key', bytes: Uint8Array.from(randomBytes(32)) };
  const asked = await showExport(running, service, { signer, exported });
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith('castellan://trusted/'))
      ?.webContents.getOSProcessId(),
  );
  expect(foundInMemory([exported], processesBelow(pid ?? 0))).not.toEqual([]);
  await press(asked, asked.getByRole('button', { name: 'Close and wipe' }));
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  // Main relays it sealed: it is in the window that showed it, which is gone, and was in the vault.
  expect(found(running, [exported], () => true)).toEqual([]);
  expect(found(running, keys, outsideTheVault)).toEqual([]);

  await page.getByRole('button', { name: 'Lock vault' }).click();
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect.poll(() => namesOf(running)).not.toContain('vault');
  expect(found(running, keys, () => true)).toEqual([]);
});

test('a session’s key is only in the vault, and in no process after the session', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  await goTo(page, 'Settings');
  await act(page, 'local', 'Sign in for reading…');
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await confirm(page);
  const signedIn = page.getByText('Signed in for reading until');
  await expect(signedIn).toBeVisible();
  await act(page, 'local', 'Check connection');
  await expect(page.getByText('Connected as Operator in Local vault.')).toBeVisible();

  const [vault] = processesBelow(running.pid).filter(({ what }) => what === 'vault') as [Process];
  const bytes = privateHalfIn(vault, await sessionKey(page));
  expect(bytes).not.toBeNull();
  const keys = [{ name: 'session key', bytes: bytes ?? Uint8Array.of() }];
  expect(found(running, keys, (what) => what === 'vault')).not.toEqual([]);
  expect(found(running, keys, outsideTheVault)).toEqual([]);
  await act(page, 'local', 'End session');
  await expect(signedIn).toBeHidden();
  await expect.poll(() => found(running, keys, () => true)).toEqual([]);
  expect(namesOf(running)).toContain('vault');
});

test('the local service’s master key is only in that service, and in no process after a lock', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  await createLocalVault(page);
  const master = [await masterKey(running)];
  const isService = (what: string) => what === 'custody';
  expect(found(running, master, isService)).not.toEqual([]);
  expect(found(running, master, (what) => !isService(what))).toEqual([]);
  await page.getByRole('button', { name: 'Lock vault' }).click();
  await expect(place(page, 'Vault locked')).toBeVisible();
  await expect.poll(() => namesOf(running)).not.toContain('custody');
  expect(found(running, master, () => true)).toEqual([]);
});

/** The master key from the keychain, opened with the wrapping key, which is there too when no PIN was chosen. */
async function masterKey(running: Running): Promise<Secret> {
  const kept = await keychainSecrets(running);
  const [header, master] = ['header/', 'master/'].map((kind) => kept.find(({ name }) => name.includes(kind)));
  const place = `castellan keychain v2|${master?.name.replace('keychain item ', '').replace('/', '|')}`;
  const bytes = openAtRest(header?.bytes.subarray(1) ?? Uint8Array.of(), master?.bytes ?? Uint8Array.of(), place);
  return { name: 'master key', bytes };
}

/** The public half of the key that the service has for the session. */
const sessionKey = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const reply = await window.castellan.call('operations.ask', { operation: 'get_api_keys', request: {} });
    const { apiKeys } = (reply as { value: { answer: { apiKeys: { credential: Record<string, string> }[] } } }).value
      .answer;
    return apiKeys.find(({ credential }) => credential.type === 'CREDENTIAL_TYPE_LOGIN')?.credential.publicKey ?? '';
  });
