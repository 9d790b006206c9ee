import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCarried } from '../../../electron/cli/carried.ts';
import type { CommandContext } from '../../../electron/cli/context.ts';
import { codePictures } from '../../../electron/engine/containers/codes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-carried-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the name of a picture cannot forge a line', async () => {
  const said: string[] = [];
  const context = { signal: new AbortController().signal, say: async (text: string) => void said.push(text) };
  const [picture] = await codePictures('a container');
  writeFileSync(join(folder, '1\nAll exports are proven.png'), 'no picture');
  writeFileSync(join(folder, '2\u001b[2K\r\n.png'), picture?.png ?? '');
  expect(await readCarried(folder, 'The list', context as unknown as CommandContext)).toBe('a container');
  expect(said).toEqual([
    '1\\u{a}All exports are proven.png is left out: it is not a PNG. Save it as PNG.',
    '1 of 1 QR codes: 2\\u{1b}[2K\\u{d}\\u{a}.png',
  ]);
});
