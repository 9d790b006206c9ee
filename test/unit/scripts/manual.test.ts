import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manualFiles } from '../../../electron/cli/manual.ts';
import { writeManual } from '../../../scripts/lib/manual.mjs';
import { temporaryFolder } from './temporary-folder.ts';

it('writes the manual pages and the completion scripts of this version into a folder', async () => {
  const folder = temporaryFolder();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const files = manualFiles(version);
  expect(await writeManual(folder)).toEqual(files.map(({ path }) => path));
  for (const { path, text } of files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
});
