import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDeb } from '../../../scripts/lib/package-deb.mjs';
import { identityOf } from '../../../scripts/lib/package-identity.mjs';
import { digestOf } from '../../../scripts/lib/package-tree.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const missing = ['dpkg-deb', 'tar'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const EPOCH = 1_764_000_000;
const RELEASES = [
  { version: '0.2.0', date: '2026-11-26', changes: ['Something new.'] },
  { version: '0.1.0', date: '2026-11-23', changes: ['The first one.'] },
];

/** The program files of a layout, of which only the names and the first bytes matter here. */
const FILES: Readonly<Record<string, string>> = {
  castellan: '\u007fELF\0GLIBC_2.17\0GLIBC_2.3.4\0',
  'bin/castellan': '#!/bin/sh\n',
  'bin/launch': '#!/bin/sh\n',
  'chrome-sandbox': '\u007fELF',
  chrome_crashpad_handler: '\u007fELF\0GLIBC_2.28\0',
  'libEGL.so': '\u007fELF\0GLIBC_2.4\0',
  'icudtl.dat': 'data',
};

describe.skipIf(missing.length > 0)(`the Debian package (needs ${missing.join(' and ') || 'nothing more'})`, () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const umask = process.umask();
  afterEach(() => void process.umask(umask));

  async function build(name: string, testLayout = false, mask = 0o022): Promise<string> {
    process.umask(mask);
    const at = (part: string) => join(folder, name, part);
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(at(`layout/${path}`)), { recursive: true });
      writeFileSync(at(`layout/${path}`), content);
      chmodSync(at(`layout/${path}`), 0o640);
    }
    for (const path of ['output', 'manual/man/man1', 'manual/fish']) mkdirSync(at(path), { recursive: true });
    writeFileSync(at('manual/man/man1/castellan.1'), '.TH CASTELLAN 1\n');
    writeFileSync(at('manual/fish/castellan.fish'), 'complete\n');
    const identity = identityOf({ version: '0.2.0', testLayout });
    const options = { layout: at('layout'), manual: at('manual'), work: at('work'), output: at('output') };
    return makeDeb({ ...options, identity, releases: RELEASES, epoch: EPOCH });
  }

  const contents = (deb: string) =>
    new Map(
      execFileSync('sh', ['-c', 'dpkg-deb --fsys-tarfile "$0" | tar -tv --numeric-owner --full-time -f -', deb], {
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
      })
        .trim()
        .split('\n')
        .map((line) => {
          const [mode = '', owner = '', , date, time, ...path] = line.split(/\s+/);
          return [path.join(' '), { mode, owner, time: `${date} ${time}` }] as const;
        }),
    );

  const field = (deb: string, name: string) =>
    execFileSync('dpkg-deb', ['--field', deb, name], { encoding: 'utf8' }).trim();

  it('has every file with its mode, root as owner and the time of the commit', async () => {
    const found = contents(await build('one'));
    const mode = (path: string) => found.get(`./usr/${path}`)?.mode;
    expect(mode('lib/castellan/chrome-sandbox')).toBe('-rwsr-xr-x');
    for (const program of ['castellan', 'bin/castellan', 'bin/launch', 'chrome_crashpad_handler'])
      expect(mode(`lib/castellan/${program}`)).toBe('-rwxr-xr-x');
    for (const file of ['lib/castellan/libEGL.so', 'lib/castellan/apparmor', 'share/applications/castellan.desktop'])
      expect(mode(file)).toBe('-rw-r--r--');
    for (const file of ['man/man1/castellan.1.gz', 'fish/castellan.fish', 'doc/castellan/changelog.gz'])
      expect(mode(`share/${file}`)).toBe('-rw-r--r--');
    expect(found.has('./usr/bin/castellan -> ../lib/castellan/bin/castellan')).toBe(true);
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
      expect(mode(`share/icons/hicolor/${size}x${size}/apps/castellan.png`)).toBe('-rw-r--r--');
    expect(new Set([...found.values()].map(({ owner }) => owner))).toEqual(new Set(['0/0']));
    expect(new Set([...found.values()].map(({ time }) => time))).toEqual(new Set(['2025-11-24 16:00:00']));
  });

  it('is identical from another folder under another umask', async () => {
    expect(digestOf(await build('one'))).toBe(digestOf(await build('two', false, 0o077)));
  });

  it('depends on the libraries under both names, and on the required glibc', async () => {
    const depends = field(await build('one'), 'Depends').split(', ');
    expect(depends[0]).toBe('libc6 (>= 2.28)');
    expect(depends).toEqual(
      expect.arrayContaining(['libx11-xcb1', 'libgtk-3-0t64 | libgtk-3-0', 'libasound2t64 | libasound2']),
    );
  });

  it('has no configuration file, and scripts that never name a home folder', async () => {
    const deb = await build('one');
    const control = join(folder, 'control');
    execFileSync('dpkg-deb', ['--control', deb, control]);
    const scripts = ['postinst', 'postrm'].map((name) => readFileSync(join(control, name), 'utf8'));
    expect(() => readFileSync(join(control, 'conffiles'))).toThrow('ENOENT');
    for (const script of scripts) {
      expect(script).not.toMatch(/\/home|HOME|\.local|unshare|chmod 0?4/);
      expect(spawnSync('sh', ['-n'], { input: script }).status).toBe(0);
    }
  });

  it('shows in name, version and title that it is for tests', async () => {
    const deb = await build('test', true);
    expect([field(deb, 'Package'), field(deb, 'Version'), field(deb, 'Conflicts')]).toEqual([
      ...['castellan-test', '0.2.0~test', 'castellan'],
    ]);
    const entry = 'dpkg-deb --fsys-tarfile "$0" | tar -xO ./usr/share/applications/castellan.desktop';
    expect(execFileSync('sh', ['-c', entry, deb], { encoding: 'utf8' })).toContain('Name=Castellan (test package)\n');
  });
});
