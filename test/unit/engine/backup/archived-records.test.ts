import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../../electron/engine/index.ts';
import { pathsBelow } from '../../../../electron/main/paths.ts';
import { eventually } from '../../../tools/eventually.ts';
import { type Bench, createBench, createProcesses, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';

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
    const ports = {
      ...{ paths: pathsBelow(root), version: '0.0.0', forceStore: 'file' as const, autoUnlock: true },
      clock: { now: () => now, steady: () => now, pause: async () => undefined },
      consent: async (question: Parameters<typeof operatorSays>[0]) => operatorSays(question),
      ...{ askPassphrase: async () => PASSPHRASE(), askPin: null, passkeys: null },
      report: (error: unknown) => expect.unreachable(String(error)),
      transport: () => Promise.reject(new Error('no request is expected')),
      startProcess: createProcesses(() => now).start,
    };
    await restoreBackup(ports, { file, passphrase: secret(), store: null });
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

  it('make no backup once an archive is missing', async () => {
    const path = join(bench.root, 'archive', NAME);
    rmSync(path);
    const out = join(folder, 'second.backup');
    const made = bench.engine.backups.create({ out, passphrase: secret() });
    await expect(made).rejects.toMatchObject({ code: 'AUDIT_BROKEN', message: expect.stringContaining(path) });
    expect(readdirSync(folder)).not.toContain('second.backup');
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
