import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../../../electron/engine/index.ts';
import { edit } from '../audit/audit-edit.ts';
import { createBench } from '../harness.ts';
import { restorePorts } from './restore-ports.ts';

const NOW = 1_790_000_000_000;
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));
const CHANGED = 'Entry 4 was changed, moved or inserted: its hash does not match it and the previous entry';
const NAMED = [`the proof of the audit log from entry 4 on: ${CHANGED}`];

it('a backup with a damaged audit log is restored with its keys, and the damage stays reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-damaged-log-'));
  const first = await createBench({}, join(folder, 'first'), NOW);
  const stamp = ({ engine }: typeof first) => engine.requests.stamp(new TextEncoder().encode('{"organizationId":"a"}'));
  const connection = { name: 'desk', baseUrl: 'https://service.example', signerKey: null, store: 'file' as const };
  await first.engine.setup.connect({ ...connection, organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' });
  for (let entry = 4; entry <= 6; entry += 1) await stamp(first);
  await first.engine.close();
  edit(first.root, (database) => database.exec("UPDATE audit SET url = 'x' WHERE sequence = 4"));

  const bench = await createBench({}, first.root, NOW);
  const out = join(folder, 'damaged.backup');
  expect(await bench.engine.backups.create({ out, passphrase: secret() })).toMatchObject({
    keys: 2,
    damaged: NAMED,
    notIncluded: NAMED,
  });
  const verified = await bench.engine.backups.verify({ file: out, passphrase: secret() });
  expect(verified).toMatchObject({ damaged: NAMED, records: { auditEntries: 6 } });
  await expect(stamp(bench)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
  const lines: string[] = [];
  expect(() => {
    for (const line of bench.engine.audit.export()) lines.push(line);
  }).toThrow(`${CHANGED}. The export has the entries as they are.`);
  // With the head, and the entries of the backup and its check.
  expect(lines).toHaveLength(9);
  await bench.end();

  const root = join(folder, 'restored');
  const restored = await restoreBackup(restorePorts(root, NOW), { file: out, passphrase: secret(), store: null });
  expect(restored).toMatchObject({ keys: 2, damaged: NAMED, auditIsWhole: false });
  const next = await createBench({}, root, NOW);
  // Also before this process has verified the log.
  await expect(stamp(next)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
  await expect(next.engine.audit.verify()).rejects.toThrow(CHANGED);
  await next.engine.audit.begin();
  await next.engine.setup.confirm('desk');
  await stamp(next);
  await next.end();
  rmSync(folder, { recursive: true, force: true });
});
