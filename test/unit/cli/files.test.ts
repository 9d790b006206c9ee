import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFileBytes, writeNewFile } from '../../../electron/cli/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('writes a new file that only its owner may read', async () => {
  const path = join(folder, 'secret');
  await writeNewFile(path, Uint8Array.of(1, 2, 3));
  expect(readFileSync(path)).toEqual(Buffer.of(1, 2, 3));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('never overwrites', async () => {
  const path = join(folder, 'kept');
  writeFileSync(path, 'old');
  await expect(writeNewFile(path, Uint8Array.of(1))).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('it exists already and is never overwritten'),
  });
  expect(readFileSync(path, 'utf8')).toBe('old');
});

it.each([
  ['a folder that does not exist', 'absent/file', 'there is no such file or folder'],
  ['a path through a file', 'file/inside', 'a part of its path is not a folder'],
])('says why it cannot write to %s, and leaves no file', async (_name, path, reason) => {
  writeFileSync(join(folder, 'file'), '');
  await expect(writeNewFile(join(folder, path), Uint8Array.of(1))).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining(reason),
  });
  expect(readdirSync(folder)).toEqual(['file']);
});

it('reads up to the limit and not one byte more', async () => {
  const path = join(folder, 'input');
  writeFileSync(path, 'abcd');
  expect(await readFileBytes(path, 4, 'The input')).toEqual(new TextEncoder().encode('abcd'));
  await expect(readFileBytes(path, 3, 'The input')).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('longer than 3 bytes'),
  });
  await expect(readFileBytes(path, 3, 'The input', 'BUNDLE_TOO_LARGE')).rejects.toMatchObject({
    code: 'BUNDLE_TOO_LARGE',
  });
});

it('reads an endless device only up to the limit', async () => {
  await expect(readFileBytes('/dev/zero', 1000, 'The input')).rejects.toMatchObject({ code: 'FILE_REFUSED' });
});

it('refuses a folder', async () => {
  mkdirSync(join(folder, 'inner'));
  await expect(readFileBytes(join(folder, 'inner'), 10, 'The input')).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    message: expect.stringContaining('it is a folder'),
  });
});
