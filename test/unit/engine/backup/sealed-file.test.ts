import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { temporaryFor, writeSealedFile } from '../../../../electron/engine/backup/sealed-file.ts';
import { AppError } from '../../../../shared/errors/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-sealed-'));
const path = join(folder, 'a.backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (whenNamed: () => Promise<void>, seal = async (bytes: Uint8Array) => bytes) =>
  writeSealedFile(path, pieces(), { temporary: temporaryFor(path), header: new Uint8Array(4), seal, whenNamed });
async function* pieces() {
  yield new Uint8Array(10);
}

it('is not recorded when another file has taken its name', async () => {
  const whenNamed = vi.fn();
  const seal = async (bytes: Uint8Array) => {
    writeFileSync(path, 'another');
    return bytes;
  };
  await expect(write(whenNamed, seal)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(whenNamed).not.toHaveBeenCalled();
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.backup'], 'another']);
  rmSync(path);
});

it('has its name when it is recorded, and is removed when it cannot be', async () => {
  let seen: string[] = [];
  const whenNamed = async () => {
    seen = readdirSync(folder).filter((name) => !name.startsWith('.'));
    throw new AppError('AUDIT_UNAVAILABLE', 'The log is full.');
  };
  await expect(write(whenNamed)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
  expect([seen, readdirSync(folder)]).toEqual([['a.backup'], []]);
});
