import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyOf } from '../../../scripts/lib/build.mjs';
import { temporaryFolder } from './temporary-folder.ts';

function sources(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'one');
  writeFileSync(join(root, 'src/deep/b.ts'), 'two');
  writeFileSync(join(root, 'config.json'), '{}');
  writeFileSync(join(root, 'unrelated'), 'x');
  return root;
}

const PATHS = ['src', 'config.json', 'absent'];

it('stays the same for the same files, wherever they are', () => {
  expect(keyOf(sources(), PATHS, ['floor'])).toBe(keyOf(sources(), PATHS, ['floor']));
});

it('does not depend on other files', () => {
  const root = sources();
  const before = keyOf(root, PATHS);
  writeFileSync(join(root, 'unrelated'), 'y');
  expect(keyOf(root, PATHS)).toBe(before);
});

it.each<[string, (root: string) => void]>([
  ['a content', (root) => writeFileSync(join(root, 'src/deep/b.ts'), 'TWO')],
  ['a new file', (root) => writeFileSync(join(root, 'src/c.ts'), '')],
  ['a removed file', (root) => rmSync(join(root, 'src/a.ts'))],
  [
    'a moved border between two files',
    (root) => {
      writeFileSync(join(root, 'src/a.ts'), 'onet');
      writeFileSync(join(root, 'src/deep/b.ts'), 'wo');
    },
  ],
  ['a file that was absent', (root) => writeFileSync(join(root, 'absent'), '')],
])('changes with %s', (_what, change) => {
  const root = sources();
  const before = keyOf(root, PATHS);
  change(root);
  expect(keyOf(root, PATHS)).not.toBe(before);
});

it('changes with the runtime it is for', () => {
  const root = sources();
  expect(keyOf(root, PATHS, ['floor'])).not.toBe(keyOf(root, PATHS, ['shipping']));
});
