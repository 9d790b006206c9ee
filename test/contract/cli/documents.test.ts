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

/** The line of the README that comes before its commands on a machine without a keychain. */
const withoutKeychain = /^```sh without a keychain\n(.*)\n```$/m.exec(
  readFileSync(join(root, 'README.md'), 'utf8'),
)?.[1];

const pages = ['README.md', ...guide.toSorted()].filter((page) => commandsOf(page) !== '');

const workstation = new Workstation();
const bare = new Workstation();
beforeAll(() => workstation.useKeychain());
afterAll(() => Promise.all([workstation.close(), bare.close()]));

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

it('the commands of the README work without a keychain, after its line for that', async () => {
  // The second time, as in a new shell, the line leaves the file unchanged.
  const lines = [`HOME=$PWD; unset CASTELLAN_PASSPHRASE_FILE`, withoutKeychain, 'castellan init'];
  const again = ['unset CASTELLAN_PASSPHRASE_FILE', 'set +e', withoutKeychain, 'set -e'];
  const first = commandsOf('README.md').replace('castellan init\n', '');
  const { exitCode, stderr } = await bare.shell('bare', [...lines, ...again, first].join('\n'));
  expect(exitCode, stderr).toBe(0);
  expect(stderr).not.toContain('keychain');
});
