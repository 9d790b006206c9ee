import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, mayOwn, pathsBelow, stateRoot } from '../../../electron/main/paths.ts';

describe('the state folder', () => {
  it.for([
    ['linux', {}, '/home/op/.local/share/castellan'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/castellan'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/op/.local/share/castellan'],
    ['darwin', {}, '/home/op/Library/Application Support/Castellan'],
    ['linux', { CASTELLAN_HOME: '/elsewhere' }, '/elsewhere'],
    ['linux', { CASTELLAN_HOME: '' }, '/home/op/.local/share/castellan'],
  ] as const)('on %s with %o is %s', ([platform, environment, expected]) => {
    expect(stateRoot({ platform, environment, home: '/home/op' })).toBe(expected);
  });

  it('holds everything', () => {
    for (const path of Object.values(pathsBelow('/state'))) expect(path.startsWith('/state')).toBe(true);
  });
});

describe('making the folders', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-paths-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes them private, including existing ones', () => {
    const root = join(folder, 'state');
    mkdirSync(root, { mode: 0o755 });
    const paths = pathsBelow(root);
    makeFolders(paths);
    for (const made of [paths.root, paths.service, paths.chromium]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('leaves a folder of other files as it is, and takes a state folder that was opened', () => {
    const root = join(folder, 'documents');
    mkdirSync(root, { mode: 0o755 });
    writeFileSync(join(root, 'letter'), '');
    const wrong = 'cannot be used: it is open to others and holds files of something else. Nothing was started.';
    expect(() => makeFolders(pathsBelow(root))).toThrow(wrong);
    expect([statSync(root).mode & 0o777, mayOwn(root)]).toEqual([0o755, false]);
    writeFileSync(join(root, 'records.db'), '');
    makeFolders(pathsBelow(root));
    expect(statSync(root).mode & 0o777).toBe(0o700);
  });

  it('closes a state folder again whose folders were all opened', () => {
    const paths = pathsBelow(join(folder, 'opened'));
    makeFolders(paths);
    writeFileSync(paths.profiles, '');
    const all = [paths.root, paths.service, paths.chromium];
    for (const made of all) writeFileSync(join(made, 'file'), '');
    for (const made of all) chmodSync(made, 0o755);
    makeFolders(paths);
    for (const made of all) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('leaves a folder for all users, and one of another user, as it is', () => {
    const root = join(folder, 'shared');
    mkdirSync(root);
    chmodSync(root, 0o1777);
    expect(() => makeFolders(pathsBelow(root))).toThrow('it is a folder for all users');
    expect(statSync(root).mode & 0o7777).toBe(0o1777);
    if (process.getuid?.() !== 0) return;
    chmodSync(root, 0o755);
    chownSync(root, 1, 1);
    expect(() => makeFolders(pathsBelow(root))).toThrow('it belongs to another user');
    expect(statSync(root).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['it is a file', 'file', 'it is a file, not a folder'],
    ['a folder above it is a file', 'file/inner', 'FOLDER/file is a file, not a folder'],
    ['a folder above it is a device', '/dev/null/x', '/dev/null is a file, not a folder'],
    ['nothing can be made there', '/proc/castellan', 'nothing can be made in /proc'],
  ])('says that %s, and what to do', (_why, path, why) => {
    writeFileSync(join(folder, 'file'), '');
    const root = resolve(folder, path);
    expect(() => makeFolders(pathsBelow(root))).toThrow(
      expect.objectContaining({
        code: 'FILE_REFUSED',
        message: `The state folder ${root} cannot be used: ${why.replace('FOLDER', folder)}. Nothing was started. Correct this, or choose another state folder with CASTELLAN_HOME.`,
      }),
    );
  });
});
