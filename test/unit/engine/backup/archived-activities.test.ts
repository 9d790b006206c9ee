import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { archivesCheck } from '../../../../electron/engine/doctor/archives.ts';
import { type EnginePorts, restoreBackup } from '../../../../electron/engine/index.ts';
import type { ListedArchive } from '../../../../shared/processes/index.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';
import { DAMAGES, damaged, FLIP } from './damages.ts';
import { restorePorts } from './restore-ports.ts';

const MONTHS_LATER = 150 * 24 * 3_600_000;
/** The wait before a service first looks for a month to archive, in milliseconds. */
const FIRST_LOOK = 60_000;
const ARCHIVE = join('service', 'archive', 'activities-2026-09.db');
const folder = mkdtempSync(join(tmpdir(), 'castellan-archived-'));
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));

let bench: Awaited<ReturnType<typeof createReadyBench>>;
let now = 1_790_000_000_000;
let before: unknown;
/** Changes the list of archives that the service sends, as an earlier version would not compare it. */
let listedAs = (archives: ListedArchive[]): ListedArchive[] => archives;

const startProcess = ((...started: Parameters<EnginePorts['startProcess']>) => {
  const handle = processes.start(...started);
  const call = async (...message: Parameters<typeof handle.call>) => {
    const answer = (await handle.call(...message)) as { readonly archives?: ListedArchive[] | number };
    return Array.isArray(answer.archives) ? { ...answer, archives: listedAs(answer.archives) } : answer;
  };
  return { ...handle, call };
}) as EnginePorts['startProcess'];
const processes = createProcesses(() => now);

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
    ({ activities, archives, damagedArchives }) => ({ activities, archives, damagedArchives }),
  );
const restore = (file: string, root: string) =>
  restoreBackup(restorePorts(root, now), { file, passphrase: secret(), store: null });

beforeAll(async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  bench = await createReadyBench({ startProcess });
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
    expect(await servicesIn(file)).toEqual([{ activities: activities.length, archives: 1, damagedArchives: [] }]);
    expect(await archivesCheck(bench.engine)).toMatchObject({ status: 'ok', finding: '1 archive is whole.' });
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

  it.each(DAMAGES)('is backed up without an archive that %s, which is named with its content', async (name, damage) => {
    const path = join(bench.root, ARCHIVE);
    const { activities } = before as { activities: unknown[] };
    const held = `${activities.length - 1} activities of 2026-09`;
    const file = join(folder, `${name}.backup`);
    const [made, found] = await damaged(
      path,
      damage,
      async () =>
        [
          await bench.engine.backups.create({ out: file, passphrase: secret() }),
          await archivesCheck(bench.engine),
        ] as const,
    );
    expect(made).toMatchObject({ services: 1, notIncluded: made.damaged });
    expect(made.damaged).toEqual([
      expect.stringMatching(new RegExp(`^the archive ${path} with ${held}: it ${damage.problem}$`)),
    ]);
    expect(found).toMatchObject({ name: 'Archives', status: 'problem' });
    expect(found.finding).toMatch(
      new RegExp(`^${path} ${damage.problem}\\. It holds ${held}\\. Signing and all other`),
    );
    expect(found.advice).toContain('Restore an older backup');

    const lacking = [`the archive service/archive/activities-2026-09.db with ${held}: it is missing`];
    const verified = await bench.engine.backups.verify({ file, passphrase: secret() });
    expect(verified).toMatchObject({ notIncluded: lacking, damaged: lacking });
    const root = join(folder, `${name} restored`);
    expect(await restore(file, root)).toMatchObject({ notIncluded: lacking, damaged: lacking, keys: 2 });
    expect(existsSync(join(root, ARCHIVE))).toBe(false);
  });

  it('is in no backup when an archive changes after it was compared', async () => {
    const path = join(bench.root, ARCHIVE);
    const bytes = readFileSync(path);
    const out = join(folder, 'meanwhile.backup');
    // Its records alone fill the first chunk, which is sealed before the archive is read.
    await sign('44'.repeat(300_000));
    let isChanged = false;
    const progress = ({ text }: { text: string }) => {
      if (isChanged || text !== 'Writing the backup') return;
      isChanged = true;
      FLIP.make(path);
    };
    await expect(bench.engine.backups.create({ out, passphrase: secret(), progress })).rejects.toMatchObject({
      code: 'FILE_REFUSED',
      message: expect.stringContaining('service/archive/activities-2026-09.db changed while it was read'),
    });
    writeFileSync(path, bytes);
    expect([isChanged, existsSync(out)]).toEqual([true, false]);
  });

  it('is restored with its keys from an older backup whose archive was changed, which is named and set aside', async () => {
    const path = join(bench.root, ARCHIVE);
    const file = join(folder, 'changed.backup');
    const changed = await damaged(path, FLIP, async () => {
      const bytes = readFileSync(path);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      listedAs = (archives) => archives.map((archive) => ({ ...archive, sha256 }));
      await bench.engine.backups.create({ out: file, passphrase: secret() });
      listedAs = (archives) => archives;
      return bytes;
    });
    const named = [expect.stringMatching(/^the archive service\/archive\/activities-2026-09\.db .*: it was changed$/)];
    expect(await bench.engine.backups.verify({ file, passphrase: secret() })).toMatchObject({ damaged: named });
    const root = join(folder, 'changed');
    expect(await restore(file, root)).toMatchObject({ notIncluded: named, damaged: named });
    expect(existsSync(join(root, ARCHIVE))).toBe(false);
    expect(readFileSync(join(root, `${ARCHIVE}.changed`))).toEqual(changed);
  });
});
