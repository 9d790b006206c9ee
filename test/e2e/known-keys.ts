import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { sealExportBundle } from '../../electron/crypto/bundles/export-bundle.ts';
import { openP256Signer, p256Uncompress } from '../../electron/crypto/curves/p256.ts';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { confirm, confirmation, place, unlock } from './flows.ts';
import { environmentOf, executable, expect, HEADLESS, type Running } from './harness.ts';
import type { Secret } from './secrets.ts';
import type { StandIn } from './stand-in-service.ts';

/** Keys that the test makes, so that it knows their bytes: one that stamps, and one that a service exports. */

const PASSPHRASE = 'plain words that only the operator knows';
const { whoami, export_private_key: exporting, get_activity: get } = OPERATIONS;

export interface KnownKey {
  readonly privateKey: Buffer;
  /** Compressed, in hexadecimal digits. */
  readonly publicKey: string;
}

export function newKey(): KnownKey {
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
}

/** Prepares a home with a profile of that service, whose key is in the passphrase file. */
export async function keepKey(
  home: string,
  service: StandIn,
  { api, signer }: Record<'api' | 'signer', KnownKey>,
): Promise<void> {
  service.allow(api.publicKey);
  const at = ['--base-url', service.baseUrl, '--organization-id', service.organizationId];
  await command(home, ['profile', 'add', 'desk', ...at, '--signer-key', p256Uncompress(signer.publicKey)]);
  await command(home, ['key', 'import', '--profile', 'desk', '--store', 'file'], api.privateKey.toString('hex'));
}

export async function unlockKnown({ page }: Running): Promise<void> {
  await unlock(page, PASSPHRASE);
  await expect(place(page, 'Accounts')).toBeVisible();
}

/** Makes the vault stamp this number of requests, which the service accepts. */
export async function stampOften({ page }: Running, service: StandIn, times: number): Promise<void> {
  const before = service.seen.paths.length;
  await page.evaluate(async (count) => {
    for (let left = count; left > 0; left -= 1) await window.castellan.call('profiles.check', {});
  }, times);
  const stamped = service.seen.paths.slice(before).filter((path) => path === whoami.path);
  // The first read of a profile also asks for the organization's name.
  expect(stamped.length).toBeGreaterThanOrEqual(times);
}

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

/** Exports a private key from the service and shows it. Returns the window that shows it, which also closes it. */
export async function showExport(
  { page }: Running,
  service: StandIn,
  { signer, exported }: { signer: KnownKey; exported: Secret },
): Promise<Page> {
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
  void page.evaluate(
    async (id) => window.castellan.job('exports.show', crypto.randomUUID(), { activityId: id }, () => undefined),
    await activityId,
  );
  const asked = await confirmation(page);
  await asked.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await confirm(page, 'Reveal key');
  // Key derivation from the passphrase takes longer than the window waits for the next question, so the window may be
  // another one.
  let shown: Page | undefined;
  const isShown = async (other: Page) =>
    other.url().startsWith('castellan://trusted/') &&
    (await other.getByRole('img', { name: 'Private key, 64 characters' }).isVisible());
  await expect
    .poll(async () => {
      for (const other of page.context().pages()) if (await isShown(other).catch(() => false)) shown = other;
      return shown !== undefined;
    })
    .toBe(true);
  return shown as Page;
}
