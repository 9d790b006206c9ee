import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { requireOwnFile, requireOwnFolder } from '../../../electron/cli/own-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-own-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, '');

it('does not advise to change the rights of a device or of a file in place of a folder', () => {
  expect(() => requireOwnFolder(file, 'The folder')).toThrow(/is not a folder\. .* Name a folder\.$/);
  if (process.getuid?.() !== 0) return;
  expect(() => requireOwnFolder('/dev/null', 'The folder')).toThrow(/is not a folder\. .* Name a folder\.$/);
  expect(() => requireOwnFile('/dev/null', 'The file')).toThrow(/is a device\. .* Name a file\.$/);
});

it('does not advise to close a folder that is meant for all users', () => {
  if (process.getuid?.() !== 0) return;
  expect(() => requireOwnFolder('/tmp', 'The folder')).toThrow(
    /It is meant for all users: choose a folder of your own/,
  );
});
