import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivesCheck } from '../../../../electron/engine/doctor/archives.ts';
import { restoreBackup } from '../../../../electron/engine/index.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createBench, createReadyBench } from '../harness.ts';
import { DAMAGES, damaged } from './damages.ts';
import { restorePorts } from './restore-ports.ts';

const MONTHS_LATER = 150 * 24 * 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'castellan-archived-'));
const file = join(folder, 'castellan.backup');
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));
const payload = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
const NAME = 'records-2026-09.db';

let bench: Awaited<ReturnType<typeof createReadyBench>>;
let exported: string[];
let now: number;

beforeAll(async () => {
  bench = await createReadyBench();
  // Without the head.
  exported = [...bench.engine.audit.export()].slice(0, -1);
  bench.advance(MONTHS_LATER);
  now = 1_790_000_000_000 + MONTHS_LATER;
});
afterAll(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

const sign = ({ engine }: Bench) =>
  engine.requests
    .prepare('sign_raw_payload', { ...payload, signWith: bench.address, payload: '11'.repeat(32) })
    .then(({ requestId }) => engine.requests.submit(requestId));

describe('records whose earlier months are archived', () => {
  it('are named in the audit log, verified, exported, and signed after', async () => {
    const archives = await bench.engine.archive();
    expect(archives).toMatchObject([{ month: '2026-09', first: 1, last: exported.length, requests: 1 }]);
    expect(await bench.engine.archive()).toEqual([]);
    expect(await bench.engine.audit.verify()).toEqual({ entries: exported.length + 1 });
    const now = [...bench.engine.audit.export()];
    expect(now.slice(0, exported.length)).toEqual(exported);
    expect(JSON.parse(now.at(-2) ?? '')).toMatchObject({ operation: 'audit archive', sequence: exported.length + 1 });
    expect((await sign(bench)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('leave no draft of an interrupted run once the next run has ended', async () => {
    const archive = join(bench.root, 'archive');
    for (const name of ['records-2026-10.db.draft', 'records-2026-10.db.draft.1f.new'])
      writeFileSync(join(archive, name), 'half an archive');
    expect(await bench.engine.archive()).toEqual([]);
    expect(readdirSync(archive)).toEqual([NAME]);
  });

  it('are refused while another Castellan archives, and nothing is done', async () => {
    const first = bench.engine.archive();
    await expect(bench.engine.archive()).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
    expect(await first).toEqual([]);
  });

  it('are in a backup, which is verified with them', async () => {
    await bench.engine.backups.create({ out: file, passphrase: secret() });
    const { records } = await bench.engine.backups.verify({ file, passphrase: secret() });
    // The entries of the backup itself come after its copy, and the head is no entry.
    expect(records.auditEntries).toBe([...bench.engine.audit.export()].length - 3);
  });

  it('are restored byte for byte, and open as they were', async () => {
    const root = join(folder, 'restored');
    await restoreBackup(restorePorts(root, now), { file, passphrase: secret(), store: null });
    expect(readdirSync(join(root, 'archive'))).toEqual([NAME]);
    expect(readFileSync(join(root, 'archive', NAME))).toEqual(readFileSync(join(bench.root, 'archive', NAME)));
    const next = await createBench({}, root, now);
    try {
      await next.engine.audit.verify();
      expect([...next.engine.audit.export()].slice(0, exported.length)).toEqual(exported);
      expect((await sign(next)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    } finally {
      await next.end();
    }
  });

  it.each(DAMAGES)('make no backup with an archive that %s, which is named with its content', async (name, damage) => {
    // Does nothing when the earlier months are archived already.
    await bench.engine.archive();
    const path = join(bench.root, 'archive', NAME);
    const out = join(folder, `${name}.backup`);
    const held = `It holds entries 1 to ${exported.length} of the audit log and 1 request\\.`;
    const [error, found] = await damaged(
      path,
      damage,
      async () =>
        [
          await bench.engine.backups.create({ out, passphrase: secret() }).catch((refused: unknown) => refused),
          await archivesCheck(bench.engine),
        ] as const,
    );
    expect(error).toMatchObject({ code: 'AUDIT_BROKEN' });
    expect(String(error)).toMatch(
      new RegExp(
        `Its archive ${path} ${damage.problem}\\. ${held} No backup was made\\. Signing and all other entries still work\\.`,
      ),
    );
    expect(readdirSync(folder)).not.toContain(`${name}.backup`);
    expect(found).toMatchObject({ name: 'Archives', status: 'problem' });
    expect(found.finding).toMatch(new RegExp(`^${path} ${damage.problem}\\. ${held} Signing and all other entries`));
    expect(found.advice).toContain('castellan audit begin');
  });
});

describe('a window', () => {
  it('archives by itself after its vault is unlocked, once a day', async () => {
    const made = await createReadyBench();
    made.advance(MONTHS_LATER);
    const window = await made.reopen({ autoUnlock: false });
    expect(readdirSync(window.root)).not.toContain('archive');
    await window.engine.vault.unlock();
    await eventually(() => expect(readdirSync(join(window.root, 'archive'))).toEqual([NAME]));
    await window.engine.close();
    expect(window.reported).toEqual([]);
    rmSync(window.root, { recursive: true, force: true });
  });
});
