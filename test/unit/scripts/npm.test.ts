import { describe, expect, it } from 'vitest';
import { matchesLock } from '../../../scripts/lib/npm.mjs';

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

  it('asks only for the version where the lock file knows no contents', () => {
    const wanted = { packages: { 'node_modules/binding': { version: '1.0.0', optional: true } } };
    const installed = { packages: { 'node_modules/binding': { version: '1.0.0', integrity: 'sha512-b' } } };
    expect(matchesLock(wanted, installed)).toBe(true);
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
