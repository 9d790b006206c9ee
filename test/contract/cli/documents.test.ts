import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guide = readdirSync(join(root, 'docs/guide')).map((name) => join('docs/guide', name));

/** The shell commands of a page, in their order: the blocks of code that are marked `sh`. */
const commandsOf = (page: string): string =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('');

const pages = ['README.md', ...guide.toSorted()].filter((page) => commandsOf(page) !== '');

const workstation = new Workstation();
beforeAll(() => workstation.useKeychain());
afterAll(() => workstation.close());

it('every page of the guide has commands, but its index', () => {
  expect(pages).toHaveLength(guide.length);
});

it('the README has ten commands', () => {
  expect(commandsOf('README.md').trim().split('\n')).toHaveLength(10);
});

// Each page has a state folder of its own, so pages run side by side.
it.concurrent.each(pages)('the commands of %s work in their order, pasted into a shell', async (page) => {
  const { exitCode, stderr } = await workstation.shell(basename(page, '.md'), commandsOf(page));
  expect(exitCode, stderr).toBe(0);
});
