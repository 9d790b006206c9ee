import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchesLock } from '../../../scripts/lib/npm.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

const WANTED = {
  packages: {
    '': { name: 'castellan', version: '0.1.0' },
    'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' },
    'node_modules/binding-win32': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};

describe('matchesLock', () => {
  it('accepts an installation without the optional packages of other systems', () => {
    expect(
      matchesLock(WANTED, { packages: { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' } } }),
    ).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing is installed or the installation was interrupted', undefined],
    ['a package is missing', { packages: {} }],
    [
      'a package has another version',
      { packages: { 'node_modules/react': { version: '19.3.0', integrity: 'sha512-a' } } },
    ],
    [
      'a package has other contents',
      { packages: { 'node_modules/react': { version: '19.3.1', integrity: 'sha512-x' } } },
    ],
  ])('asks for an installation when %s', (_why, installed) => {
    expect(matchesLock(WANTED, installed)).toBe(false);
  });
});

describe.each(['package-lock.json', 'test/peers/package-lock.json'])('%s', (path) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as typeof WANTED;
  const installed = Object.entries(packages).filter(([name]) => name !== '');

  it('has the digest of every package, also of those for other systems', () => {
    expect(installed.length).toBeGreaterThan(10);
    expect(
      installed.filter(([, entry]) => !/^sha512-/.test((entry as { integrity?: string }).integrity ?? '')),
    ).toEqual([]);
  });

  it('names no registry, because npm’s configuration does', () => {
    expect(installed.filter(([, entry]) => 'resolved' in entry)).toEqual([]);
  });
});
