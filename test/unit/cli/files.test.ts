import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFileBytes, readLines } from '../../../electron/cli/files.ts';
import { writeNewFile } from '../../../electron/storage/files/index.ts';

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
  ['a folder that does not exist', 'absent/file', '/absent does not exist. Check the path.'],
  ['a path through a file', 'file/inside', '/file is a file, not a folder. Correct the path.'],
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

async function allOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

it('reads the lines of a file, also of one without a line end, and lines that span two reads', async () => {
  const path = join(folder, 'lines');
  const lines = ['', 'é'.repeat(50_000), 'b'.repeat(90_000), 'end'];
  writeFileSync(path, lines.join('\n'));
  expect(await allOf(readLines(path, { maximum: 100_000, what: 'The log' }))).toEqual(lines);
});

it.each(['/dev/zero', 'one line'])('reads a line of %s only up to the limit', async (name) => {
  const path = name === 'one line' ? join(folder, 'line') : name;
  if (name === 'one line') writeFileSync(path, 'a'.repeat(200_000));
  await expect(allOf(readLines(path, { maximum: 1000, what: 'The log' }))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('has a line of more than 1000 characters. It was not used.'),
  });
});
