import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { licenceOf, licencesPage, registryLicence } from '../../../scripts/lib/licences.mjs';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; optional?: boolean; license?: string }>;
};

/** Everything that a release may carry. The binaries of koffi are under koffi's own text. */
const shipped = Object.entries(packages).flatMap(([path, { dev = false }]) =>
  path !== '' && !dev && existsSync(inRoot(path)) && !path.includes('/@koromix/') ? [path] : [],
);

const MIT = { name: 'a', version: '1.0.0', identifier: 'MIT', text: 'Permission is hereby granted' };

describe('licencesPage', () => {
  it('names each package once, with its text', () => {
    const page = licencesPage([{ ...MIT, name: 'b' }, MIT, MIT]);
    expect(page.match(/Permission is hereby granted/g)).toHaveLength(2);
    expect(page.indexOf('a 1.0.0 (MIT)')).toBeLessThan(page.indexOf('b 1.0.0 (MIT)'));
  });

  it('refuses a licence that is not in the list, and a package without text', () => {
    expect(() => licencesPage([{ ...MIT, identifier: 'AGPL-3.0-only' }])).toThrow(
      expect.objectContaining({ byHand: ['a 1.0.0: AGPL-3.0-only is not among the licences that are allowed'] }),
    );
    expect(() => licencesPage([{ name: 'b', version: '2.0.0' }])).toThrow(
      expect.objectContaining({ byHand: ['b 2.0.0: no licence is not among the licences that are allowed'] }),
    );
    expect(() => licencesPage([{ ...MIT, text: '' }])).toThrow(
      expect.objectContaining({ byHand: ['a 1.0.0: the text of its licence is missing'] }),
    );
  });
});

describe('the contents of a release', () => {
  it('name the ERC-7730 registry with its day and its dedication', () => {
    expect(registryLicence().version).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(licencesPage([registryLicence()])).toContain('CC0 1.0 Universal');
  });

  it('have allowed licences with their texts, including typefaces', () => {
    const names = shipped.map((path) => path.replace(/^.*node_modules\//, ''));
    const page = licencesPage(names.map(licenceOf));
    expect(names.length).toBeGreaterThan(20);
    for (const part of ['inter ', 'jetbrains-mono ', 'better-sqlite3 ', 'keytar ', 'SIL OPEN FONT LICENSE'])
      expect(page).toContain(part);
  });

  it('have no licence of the older Electron', () => {
    expect(shipped.filter((path) => /floor|node_modules\/bindings$|file-uri-to-path/.test(path))).toEqual([]);
    expect(packages['node_modules/better-sqlite3-floor']).toMatchObject({ dev: true });
  });
});
