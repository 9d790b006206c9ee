import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../boundaries/import-matrix.cjs';
import { readText, root } from './sources.ts';

const places = Object.entries(PLACES);
const manifest = JSON.parse(readText('package.json')) as Record<string, Record<string, string>>;
const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };

/** The names in backticks of the paragraph that starts with "**May import.**". */
function mayImport(notes: string): string[] {
  const [paragraph = ''] = /\*\*May import\.\*\*(?:.+\n?)+/.exec(notes) ?? [];
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

describe('the README of a folder', () => {
  it.for(places.filter(([name]) => name.startsWith('shared/')))('of %s lists the allowed imports', ([name, grant]) => {
    expect(mayImport(readText(`${name}/README.md`)).toSorted()).toEqual(
      [...(grant.places ?? []), ...(grant.packages ?? [])].toSorted(),
    );
  });

  it('exists for every folder of shared and electron', () => {
    const folders = places.map(([name]) => name).filter((name) => !name.startsWith('renderer'));
    // The folders of storage share one page.
    const page = (name: string) => join(root, ...name.split('/').slice(0, 2), 'README.md');
    expect(folders.filter((name) => !existsSync(page(name)))).toEqual([]);
  });
});

describe('the import rules', () => {
  it('name only packages that are runtime dependencies, and Electron', () => {
    const named = new Set(places.flatMap(([, { packages = [] }]) => packages));
    expect([...named].filter((name) => !(name in dependencies) && name !== 'electron')).toEqual([]);
  });
});
