import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealExportBundle } from '../../electron/crypto/bundles/export-bundle.ts';
import { openP256Signer, p256Uncompress } from '../../electron/crypto/curves/p256.ts';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirm, confirmation, place, press, unlock } from './flows.ts';
import { environmentOf, executable, expect, HEADLESS, newHome, type Running, test } from './harness.ts';
import { foundInMemory, type Process, processesBelow } from './memory.ts';
import { needlesOf, type Secret } from './secrets.ts';
import { type StandIn, startStandIn } from './stand-in-service.ts';

const PASSPHRASE = 'plain words that only the operator knows';
const STAMPS = 100;
const { whoami, export_private_key: exporting, get_activity: get } = OPERATIONS;

const newKey = () => {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' });
  const [privateKey, first, second] = [d, x, y].map((text) => Buffer.from(text, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  return { privateKey, publicKey: `0${2 + ((second.at(-1) ?? 0) & 1)}${first.toString('hex')}` };
};

test.skip(process.getuid?.() !== 0, 'only root reads the memory of processes that keep themselves to themselves');

let service: StandIn;
test.beforeEach(async () => {
  service = await startStandIn();
});
test.afterEach(() => service.stop());

test('what looks for secrets in memory finds each spelling of one', async () => {
  const secret: Secret = { name: 'planted', bytes: randomBytes(32) };
  const needles = needlesOf([secret]);
  expect(needles.length).toBeGreaterThan(20);
  // They come with their bits flipped, so that only what the process makes of them is found.
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

/** Runs a command of the program with the passphrase from a file, as the operator who then opens the window. */
async function command(home: string, args: readonly string[], stdin = ''): Promise<void> {
  const file = join(home, 'passphrase');
  writeFileSync(file, PASSPHRASE, { mode: 0o600 });
  const environment = environmentOf(home, { CASTELLAN_PASSPHRASE_FILE: file, CASTELLAN_E2E_KEYRING: 'none' });
  const child = spawn(executable, [...HEADLESS, 'cli', ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(stdin);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}

/** Where the secrets are, but for the vault, which may hold them while it is unlocked. */
const outsideTheVault = (running: Running, secrets: readonly Secret[]) =>
  foundInMemory(
    secrets,
    processesBelow(running.pid).filter(({ what }) => what !== 'vault'),
  );
/** Main relays what is revealed, and Electron keeps what it relayed. */
const outsideMain = (running: Running, secrets: readonly Secret[]) =>
  foundInMemory(
    secrets,
    processesBelow(running.pid).filter(({ what }) => what !== 'main'),
  );
const inTheVault = (running: Running, secrets: readonly Secret[]) =>
  foundInMemory(
    secrets,
    processesBelow(running.pid).filter(({ what }) => what === 'vault'),
  );

test('after 100 stamps, an opened export and a lock no process holds the keys but the vault while it is open', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const home = newHome();
  const api = newKey();
  const signer = newKey();
  service.allow(api.publicKey);
  const at = ['--base-url', service.baseUrl, '--organization-id', service.organizationId];
  await command(home, ['profile', 'add', 'desk', ...at, '--signer-key', p256Uncompress(signer.publicKey)]);
  await command(home, ['key', 'import', '--profile', 'desk', '--store', 'file'], api.privateKey.toString('hex'));

  const running = await launch({ home });
  const { page } = running;
  const secrets = [{ name: 'API key', bytes: Uint8Array.from(api.privateKey) }];
  await unlock(page, PASSPHRASE);
  await expect(place(page, 'Accounts')).toBeVisible({ timeout: 30_000 });
  const before = service.seen.paths.length;
  await page.evaluate(async (times) => {
    for (let count = 0; count < times; count += 1) await window.castellan.call('profiles.check', {});
  }, STAMPS);
  expect(service.seen.paths.slice(before).filter((path) => path === whoami.path)).toHaveLength(STAMPS);

  const processes = processesBelow(running.pid).map(({ what }) => what);
  for (const what of ['main', 'vault', 'zygote', 'renderer', 'network.mojom.NetworkService'])
    expect(processes).toContain(what);
  expect(inTheVault(running, secrets)).not.toEqual([]);
  expect(outsideTheVault(running, secrets)).toEqual([]);

  const exported = { name: 'exported key', bytes: Uint8Array.from(randomBytes(32)) };
  await openExport(running, signer, exported);
  expect(outsideMain(running, [exported])).toEqual([]);
  expect(outsideTheVault(running, secrets)).toEqual([]);

  await page.getByRole('button', { name: 'Lock vault' }).click();
  await expect(place(page, 'Vault locked')).toBeVisible();
  expect(processesBelow(running.pid).map(({ what }) => what)).not.toContain('vault');
  expect(foundInMemory(secrets, processesBelow(running.pid))).toEqual([]);
});

/** Exports a private key, as a service gives it out, shows it and closes it. */
async function openExport({ app, page }: Running, signer: ReturnType<typeof newKey>, exported: Secret): Promise<void> {
  service.answer(exporting.path, (body: Buffer) => {
    const { parameters } = JSON.parse(body.toString()) as {
      parameters: { privateKeyId: string; targetPublicKey: string };
    };
    const exportBundle = sealExportBundle({
      plaintext: Uint8Array.from(exported.bytes),
      targetPublicKey: parameters.targetPublicKey,
      organizationId: service.organizationId,
      signer: openP256Signer(Uint8Array.from(signer.privateKey)),
    });
    const activity = {
      ...get.example.response.activity,
      organizationId: service.organizationId,
      type: exporting.activityType,
      status: 'ACTIVITY_STATUS_COMPLETED',
      fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
      intent: { [exporting.intentMember]: parameters },
      result: { [exporting.resultMember]: { privateKeyId: parameters.privateKeyId, exportBundle } },
    };
    return { activity };
  });
  const { privateKeyId } = exporting.example.parameters;
  const activityId = page.evaluate(async (id) => {
    const parameters = { privateKeyId: id };
    const prepared = await window.castellan.call('requests.prepare', { operation: 'export_private_key', parameters });
    const { requestId } = (prepared as { value: { requestId: string } }).value;
    const submitted = await window.castellan.job(
      'requests.submit',
      crypto.randomUUID(),
      { requestId },
      () => undefined,
    );
    return (submitted as { value: { activity: { row: { activityId: string } } } }).value.activity.row.activityId;
  }, privateKeyId);
  await confirm(page);
  const shown = page.evaluate(
    async (id) => window.castellan.job('exports.show', crypto.randomUUID(), { activityId: id }, () => undefined),
    await activityId,
  );
  await confirm(page, 'Open export');
  await confirm(page, 'Reveal key');
  const asked = await confirmation(page);
  await expect(asked.getByRole('img', { name: 'Private key, 64 characters' })).toBeVisible();
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().startsWith('castellan://trusted/'))
      ?.webContents.getOSProcessId(),
  );
  expect(foundInMemory([exported], processesBelow(pid ?? 0))).not.toEqual([]);
  await press(asked, asked.getByRole('button', { name: 'Close and wipe' }));
  await shown;
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}
