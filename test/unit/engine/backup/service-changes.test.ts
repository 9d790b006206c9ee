import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../../../electron/crypto/index.ts';
import { backupBody, changesSinceBackup, serviceCounts } from '../../../../electron/engine/backup/service-changes.ts';
import { backupCheck } from '../../../../electron/engine/doctor/records.ts';
import { DAY_MS } from '../../../../shared/model/index.ts';
import { encodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { createReadyBench } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-changes-'));
const signer = openP256Signer(new Uint8Array(32).fill(9));
let bench: Awaited<ReturnType<typeof createReadyBench>>;

/** The same as a program that uses the service of this machine with a key of its own. */
async function makeWallet(walletName: string): Promise<void> {
  const { baseUrl } = bench.engine.service.state();
  const { organizationId } = bench.engine.profiles.get('local');
  const body = JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(bench.engine.audit.status().lastAt),
    organizationId,
    parameters: { walletName, accounts: [] },
  });
  const answer = await fetch(`${baseUrl}/public/v1/submit/create_wallet`, {
    method: 'POST',
    body,
    headers: { 'X-Stamp': encodeStamp(signStamp(signer, utf8Encode(body))) },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('COMPLETED')]);
}

beforeAll(async () => {
  bench = await createReadyBench();
  const { userId } = (await bench.engine.queries.run('whoami', {})) as { userId: string };
  const { requestId } = await bench.engine.requests.prepare('create_api_keys', {
    userId,
    apiKeys: [{ apiKeyName: 'Program', publicKey: signer.publicKey, curveType: 'API_KEY_CURVE_P256' }],
  });
  await bench.engine.requests.submit(requestId);
});
afterAll(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

it('are counted from the backup on, also those that only a client of the service made', async () => {
  const { askedBackups, backups, audit } = bench.engine;
  await backups.create({ out: join(folder, 'a.backup'), passphrase: utf8Encode('a passphrase of the backup') });
  const before = askedBackups.age();
  expect([before.changes, before.serviceChanges]).toEqual([0, 0]);
  const tomorrow = (audit.lastBackup()?.at ?? 0) + DAY_MS;
  expect(backupCheck(bench.engine, tomorrow)).toMatchObject({
    status: 'ok',
    finding: expect.not.stringContaining('local service'),
  });
  await makeWallet('Made by a program');
  const { changes, serviceChanges } = askedBackups.age();
  expect([changes, audit.lastBackup()?.since]).toEqual([0, 0]);
  expect(serviceChanges).toBeGreaterThan(0);
  const finding = expect.stringMatching(/\d+ changes? of the local service came after it\.$/);
  expect(backupCheck(bench.engine, tomorrow - 1)).toMatchObject({ status: 'ok', finding });
  expect(backupCheck(bench.engine, tomorrow)).toMatchObject({ status: 'care', finding });
  // A folder that only `castellan serve` used has no audit log.
  const unused = { ...audit, lastBackup: () => null, status: () => ({ entries: 0, lastAt: null }) };
  expect(backupCheck({ ...bench.engine, audit: unused }, tomorrow)).toMatchObject({
    status: 'care',
    finding: `The local service in ${join(bench.root, 'service')} has no backup.`,
  });
});

it('are not known for a backup of an earlier version, and whole for a service that it lacks', () => {
  const { root } = bench;
  const now = serviceCounts(root).get('service');
  expect(now).toBeGreaterThan(0);
  expect(changesSinceBackup(root, utf8Encode('{"createdAt":1}'))).toBeNull();
  expect(changesSinceBackup(root, utf8Encode('{"createdAt":1,"services":{}}'))).toBe(now);
  expect(changesSinceBackup(root, backupBody(1, serviceCounts(root)))).toBe(0);
  expect(changesSinceBackup(folder, utf8Encode('{}'))).toBe(0);
});
