import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const resource = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../resources/linux', name), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-apparmor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('attaches the profile to the program, and to the scripts that look for user namespaces', () => {
  const [, layout, names] =
    /^profile castellan (\S+)\{(\S+)\} flags=\(unconfined\) \{$/m.exec(resource('apparmor')) ?? [];
  expect(layout).toBe('/usr/lib/castellan/');
  expect(names?.split(',').toSorted()).toEqual(['bin/castellan', 'bin/launch', 'castellan']);
  expect(resource('launch')).toContain('unshare --user');
});

it.each([
  ['remove', false],
  ['disappear', false],
  ['purge', true],
  ['upgrade', true],
])('after “%s” of the package, the profile exists: %s', (act, isKept) => {
  const profile = join(folder, 'castellan');
  writeFileSync(profile, 'profile');
  const script = resource('postrm').replaceAll('/etc/apparmor.d', folder);
  execFileSync('sh', ['-s', act], { input: script, env: { PATH: '/usr/bin:/bin' } });
  expect(existsSync(profile)).toBe(isKept);
});
