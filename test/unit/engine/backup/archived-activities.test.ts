import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '../../../../electron/engine/index.ts';
import { pathsBelow } from '../../../../electron/main/paths.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createBench, createProcesses, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';

const MONTHS_LATER = 150 * 24 * 3_600_000;
/** The wait before a service first looks for a month to archive, in milliseconds. */
const FIRST_LOOK = 60_000;
const ARCHIVE = join('service', 'archive', 'activities-2026-09.db');
const folder = mkdtempSync(join(tmpdir(), 'castellan-archived-'));
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));

let bench: Awaited<ReturnType<typeof createReadyBench>>;
let now: number;
let before: unknown;

const sign = async (payload: string) => {
  const { engine, address } = bench;
  const how = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_SHA256' } as const;
  const { requestId } = await engine.requests.prepare('sign_raw_payload', { ...how, signWith: address, payload });
  await engine.requests.submit(requestId);
};
const listed = ({ engine }: Bench) => engine.queries.ask('list_activities', { paginationOptions: { limit: '100' } });
const backup = async (name: string) => {
  const file = join(folder, name);
  await bench.engine.backups.create({ out: file, passphrase: secret() });
  return file;
};
const servicesIn = async (file: string) =>
  (await bench.engine.backups.verify({ file, passphrase: secret() })).services.map(
    ({ activities, archives, missingArchives }) => ({ activities, archives, missingArchives }),
  );
const restore = (file: string, root: string) =>
  restoreBackup(
    {
      ...{ paths: pathsBelow(root), version: '0.0.0', forceStore: 'file' as const, autoUnlock: true },
      clock: { now: () => now, steady: () => now, pause: async () => undefined },
      consent: async (question: Parameters<typeof operatorSays>[0]) => operatorSays(question),
      ...{ askPassphrase: async () => PASSPHRASE(), askPin: null, passkeys: null },
      report: (error: unknown) => expect.unreachable(String(error)),
      transport: () => Promise.reject(new Error('no request is expected')),
      startProcess: createProcesses(() => now).start,
    },
    { file, passphrase: secret(), store: null },
  );

beforeAll(async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  bench = await createReadyBench();
  for (const payload of ['11', '22', '33']) await sign(payload);
  before = await listed(bench);
  bench.advance(MONTHS_LATER);
  now = 1_790_000_000_000 + MONTHS_LATER;
  const [look] = timers.mock.calls.find(([, wait]) => wait === FIRST_LOOK) ?? [];
  timers.mockRestore();
  look?.();
  expect(look).toBeDefined();
  await eventually(() => expect(readFileSync(join(bench.root, ARCHIVE)).length).toBeGreaterThan(0));
});
afterAll(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

describe('a service whose earlier activities are archived', () => {
  it('lists them as before', async () => {
    expect(await listed(bench)).toEqual(before);
  });

  it('is in a backup with its archives, and restored byte for byte', async () => {
    const file = await backup('whole.backup');
    const { activities } = before as { activities: unknown[] };
    expect(await servicesIn(file)).toEqual([{ activities: activities.length, archives: 1, missingArchives: [] }]);
    const root = join(folder, 'restored');
    await restore(file, root);
    expect(readFileSync(join(root, ARCHIVE))).toEqual(readFileSync(join(bench.root, ARCHIVE)));
    const next = await createBench({}, root, now);
    try {
      expect(await listed(next)).toEqual(before);
    } finally {
      await next.end();
    }
  });

  it('is restored with its keys from a backup whose archive was changed, which is named and set aside', async () => {
    const path = join(bench.root, ARCHIVE);
    const bytes = readFileSync(path);
    const changed = Uint8Array.from(bytes);
    changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
    writeFileSync(path, changed);
    const file = await backup('changed.backup');
    writeFileSync(path, bytes);
    const named = ['the archive service/archive/activities-2026-09.db as it was listed: its file was changed'];
    const verified = await bench.engine.backups.verify({ file, passphrase: secret() });
    expect(verified).toMatchObject({ notIncluded: named, services: [{ changedArchives: ['2026-09'] }] });
    const root = join(folder, 'changed');
    expect(await restore(file, root)).toMatchObject({ notIncluded: named });
    expect(existsSync(join(root, ARCHIVE))).toBe(false);
    expect(readFileSync(join(root, `${ARCHIVE}.changed`))).toEqual(Buffer.from(changed));
  });

  it('is backed up without a missing archive, which the check of the backup names', async () => {
    const path = join(bench.root, ARCHIVE);
    renameSync(path, `${path}.away`);
    const file = await backup('missing.backup');
    renameSync(`${path}.away`, path);
    expect(await servicesIn(file)).toMatchObject([{ archives: 1, missingArchives: ['2026-09'] }]);
  });
});
