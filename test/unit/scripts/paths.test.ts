import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder, privateFolder, removeOwn } from '../../../scripts/lib/paths.mjs';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder to plant in, and one beside it that nothing may touch. */
function planted() {
  const folder = temporaryFolder();
  const victim = join(folder, 'victim');
  mkdirSync(victim);
  writeFileSync(join(victim, 'kept'), '');
  return { folder, victim, isKept: () => existsSync(join(victim, 'kept')) };
}
const isRoot = process.getuid?.() === 0;

it.each([
  ['linux', '/c/castellan'],
  ['darwin', '/c/castellan'],
  ['win32', '/c/castellan'],
])('on %s, the cache folder of a release build is the named one', (platform, expected) => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' }, platform)).toBe(expected);
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' }, platform)).not.toContain('relative');
});

describe('a private folder', () => {
  it('is created private, and made private again', () => {
    const { folder } = planted();
    const path = join(folder, 'cache', 'tests');
    expect(statSync(privateFolder(path)).mode & 0o777).toBe(0o700);
    chmodSync(path, 0o755);
    expect(statSync(privateFolder(path)).mode & 0o777).toBe(0o700);
  });

  it('must not be a link or another user’s folder', () => {
    const { folder, victim } = planted();
    symlinkSync(victim, join(folder, 'link'));
    expect(() => privateFolder(join(folder, 'link'))).toThrow('not a folder of this user');
    if (!isRoot) return;
    mkdirSync(join(folder, 'other'));
    chownSync(join(folder, 'other'), 65_534, 65_534);
    expect(() => privateFolder(join(folder, 'other'))).toThrow('not a folder of this user');
  });
});

describe('removing a folder of a run', () => {
  it('removes our own folder, but not the targets of links in it', () => {
    const { folder, victim, isKept } = planted();
    mkdirSync(join(folder, 'run'));
    symlinkSync(victim, join(folder, 'run', 'link'));
    removeOwn(join(folder, 'run'));
    expect([existsSync(join(folder, 'run')), isKept()]).toEqual([false, true]);
  });

  it('removes nothing through a link and nothing of another user', () => {
    const { folder, victim, isKept } = planted();
    symlinkSync(victim, join(folder, 'planted'));
    removeOwn(join(folder, 'planted'));
    removeOwn(join(folder, 'missing'));
    expect(isKept()).toBe(true);
    if (!isRoot) return;
    mkdirSync(join(folder, 'theirs'));
    chownSync(join(folder, 'theirs'), 65_534, 65_534);
    removeOwn(join(folder, 'theirs'));
    expect(existsSync(join(folder, 'theirs'))).toBe(true);
  });
});
