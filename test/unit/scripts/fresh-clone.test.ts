import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkFresh, packageInFreshClone } from '../../../scripts/lib/fresh-clone.mjs';
import { readSource } from '../../../scripts/lib/package-source.mjs';
import { explain } from '../../../scripts/lib/problem.mjs';
import { highestVersion, isNewer, neededVersions } from '../../../scripts/lib/symbol-versions.mjs';
import { temporaryFolder } from './temporary-folder.ts';

/** Packages what it finds: the committed file, what Git ignores, and the files of the cache. */
const SCRIPT = `import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
const cache = process.env.XDG_CACHE_HOME;
mkdirSync('release');
writeFileSync('release/seen.json', JSON.stringify({
  args: process.argv.slice(2),
  source: readFileSync('source.js', 'utf8'),
  kept: ['out', 'node_modules'].filter((name) => existsSync(name)),
  cached: existsSync(cache) ? readdirSync(cache) : [],
}));
`;

let root: string;
let cache: string;

beforeEach(() => {
  root = temporaryFolder();
  const write = (path: string, content: string) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
  };
  write(join(root, 'source.js'), 'committed');
  write(join(root, 'scripts/package.mjs'), SCRIPT);
  write(join(root, '.gitignore'), 'out/\nnode_modules/\nrelease/\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', root, ...args]);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add files');
  const folder = temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', folder);
  cache = join(folder, 'castellan');
  // Another program changed these. Git ignores them, and set-up would take them for its own.
  write(join(root, 'out/main/index.js'), 'changed');
  write(join(root, 'node_modules/react/index.js'), 'changed');
  write(join(cache, 'electron/shipping/libffmpeg.so'), 'changed');
  return () => vi.unstubAllEnvs();
});

describe.skipIf(process.platform !== 'linux')('a release', () => {
  it('has nothing of the build, the packages and the runtime that this machine kept', async () => {
    const folder = join(root, 'release');
    await packageInFreshClone({ root, commit: readSource(root).commit, args: ['--deb'], folder });
    expect(JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'))).toEqual({
      args: ['--fresh', '--deb'],
      source: 'committed',
      kept: [],
      cached: [],
    });
    expect(readdirSync(cache)).toEqual(['electron']);
  });

  it('is refused in a folder where files were kept', () => {
    const nothing = temporaryFolder();
    expect(() => checkFresh({ root: nothing, cache: join(nothing, 'cache') })).not.toThrow();
    const problem = (() => {
      try {
        checkFresh({ root, cache });
      } catch (error) {
        return explain(error);
      }
      return '';
    })();
    expect(problem).toContain('no release was packaged');
    for (const path of [join(root, 'out'), join(root, 'node_modules'), join(cache, 'electron')])
      expect(problem).toContain(path);
  });
});

describe.skipIf(process.platform !== 'linux')('the symbol versions that a program needs', () => {
  it('are read from the runtime', () => {
    const names = neededVersions(readFileSync(process.execPath));
    expect(names).toContain('GLIBC_2.2.5');
    expect(isNewer(highestVersion(names, 'GLIBC'), '2.36')).toBe(false);
  });

  it('are compared by their numbers', () => {
    expect(highestVersion(['GLIBC_2.4', 'GLIBC_2.38', 'GLIBC_2.9', 'GLIBCXX_3.4.32', 'GLIBC_PRIVATE'], 'GLIBC')).toBe(
      '2.38',
    );
    expect(neededVersions(Buffer.from('#!/bin/sh\n'))).toEqual([]);
  });
});
