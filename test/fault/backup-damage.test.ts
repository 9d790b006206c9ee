import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, createBench, createReadyBench } from '../unit/engine/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-damaged-backups-'));
const file = join(folder, 'castellan.backup');
const damaged = join(folder, 'damaged.backup');
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));
const REFUSALS = ['BACKUP_INVALID', 'BACKUP_NEWER', 'BACKUP_TRUNCATED', 'BACKUP_DAMAGED'];

let reader: Bench;
let whole: Buffer;

beforeAll(async () => {
  const bench = await createReadyBench();
  await bench.engine.backups.create({ out: file, passphrase: secret() });
  await bench.end();
  reader = await createBench();
  whole = readFileSync(file);
});
afterAll(async () => {
  await reader.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Places from the first byte on, evenly apart. */
const places = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor((whole.length * index) / count));

const outcomeOf = (bytes: Uint8Array): Promise<string> => {
  writeFileSync(damaged, bytes);
  return reader.engine.backups.verify({ file: damaged, passphrase: secret() }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
};

it('a backup with any of 120 flipped bits is refused by name', { timeout: 1_800_000 }, async () => {
  for (const [index, at] of places(120).entries()) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (index % 8));
    expect(REFUSALS, `bit ${index % 8} of byte ${at}`).toContain(await outcomeOf(bytes));
  }
});

it('a backup that is cut at any of 66 places is refused by name', { timeout: 1_800_000 }, async () => {
  for (const length of places(66))
    expect(['BACKUP_INVALID', 'BACKUP_TRUNCATED'], `cut to ${length}`).toContain(
      await outcomeOf(whole.subarray(0, length)),
    );
});
