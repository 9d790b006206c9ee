import { describe, expect, it } from 'vitest';
import { cleanRootObstacle } from '../../../scripts/lib/clean-root.mjs';
import { endToEndObstacle, launcherScript } from '../../../scripts/lib/e2e.mjs';
import { neededAtRunTime } from '../../../scripts/lib/package-contents.mjs';
import { checkPackageable } from '../../../scripts/lib/package-layout.mjs';
import { explain } from '../../../scripts/lib/problem.mjs';

describe('checkPackageable', () => {
  const shipping = {
    kind: 'shipping',
    electron: '45.4.1',
    platform: 'linux',
    arch: 'x64',
    testLayout: false,
    binding: true,
    glibc: '2.35',
    libstdcxx: '3.4.30',
  } as const;

  it('packages a release on the shipped runtime', () => {
    expect(() => checkPackageable(shipping)).not.toThrow();
  });

  it('refuses a release on a runtime without security fixes', () => {
    const floor = { ...shipping, kind: 'floor', electron: '33.2.1' } as const;
    expect(() => checkPackageable(floor)).toThrow('no release was packaged');
    expect(() => checkPackageable({ ...floor, testLayout: true })).not.toThrow();
  });

  it('refuses a package without the token binding, and names the compiler', () => {
    const problem = caught(() => checkPackageable({ ...shipping, testLayout: true, binding: false }));
    expect(explain(problem)).toMatch(/pkcs11js is not compiled.*\n.*g\+\+/);
  });

  it.each([
    ['glibc', { glibc: '2.36' }],
    ['libstdc++', { libstdcxx: '3.4.32' }],
  ])('refuses a release that needs a newer %s than Ubuntu 22.04 has', (name, needed) => {
    expect(() => checkPackageable({ ...shipping, ...needed })).toThrow(`would need ${name} ${Object.values(needed)}`);
    expect(() => checkPackageable({ ...shipping, ...needed, testLayout: true })).not.toThrow();
    expect(() => checkPackageable({ ...shipping, glibc: '2.4', libstdcxx: '3.4.9' })).not.toThrow();
  });

  it('refuses Linux on other processors, for which no package is made', () => {
    expect(() => checkPackageable({ ...shipping, arch: 'arm64' })).toThrow('nothing was packaged');
  });
});

describe('a clean Debian for the checks of a package', () => {
  it('needs root, and names each missing program with its package', () => {
    const isInstalled = (name: string) => !['Xvfb', 'debootstrap'].includes(name);
    expect(cleanRootObstacle({ isRoot: false, isInstalled })).toBe('only root can make a clean Debian system');
    expect(cleanRootObstacle({ isRoot: true, isInstalled })).toBe(
      'debootstrap (debootstrap) and Xvfb (xvfb) is not installed',
    );
    expect(cleanRootObstacle({ isRoot: true, isInstalled: () => true })).toBeUndefined();
  });
});

const caught = (run: () => void): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('neededAtRunTime', () => {
  it.each([
    'lib/keytar.js',
    'prebuilds/linux-x64/keytar.node',
    'build/Release/better_sqlite3.node',
    'prebuilds/linux-x64.node',
    'src/koffi/index.cjs',
    'package.json',
    'LICENSE.md',
  ])('packages %s', (path) => {
    expect(neededAtRunTime(path, 'linux-x64')).toBe(true);
  });

  it.each([
    'build/Release/obj.target/better_sqlite3.node',
    'prebuilds/linuxmusl-x64/keytar.node',
    'prebuilds/darwin-arm64.node',
    'deps/sqlite3/sqlite3.c',
    'src/better_sqlite3.cpp',
    'README.md',
    'musl_x64/koffi.node',
  ])('leaves out %s', (path) => {
    expect(neededAtRunTime(path, 'linux-x64')).toBe(false);
  });
});

describe('the user who runs the tested windows', () => {
  const nobody = { isRoot: true, hasUser: false, environment: {} };

  it('is not added without permission, and then the tests are skipped', () => {
    expect(endToEndObstacle(nobody)).toContain('CASTELLAN_ADD_TEST_USER=1 has that user added');
    expect(endToEndObstacle({ ...nobody, environment: { CASTELLAN_ADD_TEST_USER: '0' } })).toBeDefined();
  });

  it('is added with permission, and not needed where it exists or for an ordinary user', () => {
    const asked = { CASTELLAN_ADD_TEST_USER: '1' };
    for (const facts of [{ environment: asked }, { hasUser: true }, { isRoot: false }])
      expect(endToEndObstacle({ ...nobody, ...facts })).toBeUndefined();
  });
});

describe('launcherScript', () => {
  const options = { executable: "/srv/it's/castellan", homes: '/srv/homes' };

  it('becomes the ordinary user only when root runs the tests', () => {
    expect(launcherScript({ ...options, user: 'castellan-test' })).toContain("setpriv --reuid='castellan-test'");
    expect(launcherScript({ ...options, user: undefined })).not.toContain('setpriv');
  });

  it('quotes paths for the shell', () => {
    expect(launcherScript({ ...options, user: undefined })).toContain("exec '/srv/it'\\''s/castellan' \"$@\"");
  });
});
