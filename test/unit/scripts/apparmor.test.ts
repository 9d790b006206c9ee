import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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

const parser = ['/usr/sbin/apparmor_parser', '/sbin/apparmor_parser'].find((path) => existsSync(path));
/** Releases of the parser before 4.0 know neither the ABI nor the rule `userns`. */
const isCurrent = existsSync('/etc/apparmor.d/abi/4.0');

describe.skipIf(parser === undefined)('the AppArmor parser (needs apparmor)', () => {
  const parse = (text: string, ...options: string[]) => {
    const path = join(folder, 'profile');
    writeFileSync(path, text);
    const args = ['--skip-kernel-load', '--skip-cache', ...options, path];
    const ran = spawnSync(parser ?? '', args, { encoding: 'utf8' });
    return { code: ran.status, output: ran.stdout + ran.stderr };
  };
  /** The profile for an earlier parser, without the rule that it does not know. */
  const earlier = () => resource('apparmor').replace('abi/4.0', 'abi/3.0').replace('  userns,\n', '');

  it.skipIf(!isCurrent)('takes the profile (needs apparmor 4)', () => {
    expect(parse(resource('apparmor'))).toMatchObject({ code: 0 });
  });

  it.skipIf(isCurrent)('refuses the profile before 4.0, so the package does not install it there', () => {
    expect(parse(resource('apparmor')).output).toContain("Could not open 'abi/4.0'");
    expect(resource('postinst')).toContain('[ -e /etc/apparmor.d/abi/4.0 ]');
  });

  it('takes all of the profile but its rule for user namespaces', () => {
    expect(parse(earlier())).toMatchObject({ code: 0 });
    expect(parse(earlier(), '--names').output).toContain('castellan\n');
    expect(parse(earlier().replace('{castellan,', '{castellan,{'))).not.toMatchObject({ code: 0 });
  });
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
