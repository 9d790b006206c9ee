import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedModules } from './detectors.ts';
import { dataFlow, runtimeDependencies } from './readme-lists.ts';
import { PRODUCT, readText, repositoryFiles, root, sourcesOf } from './sources.ts';

const manifest = JSON.parse(readText('package.json')) as Record<string, Record<string, string>>;
const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
const README_WORDS = 900;

describe('the documents', () => {
  it('describe the data flow of one operation by files that exist', () => {
    const steps = dataFlow(readText('docs/architecture.md'));
    expect(steps?.length).toBeGreaterThanOrEqual(6);
    expect(steps?.filter((paths) => paths.length === 0)).toEqual([]);
    expect(steps?.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('give a reason for every runtime dependency, and for nothing else', () => {
    const listed = runtimeDependencies(readText('docs/development.md')) ?? [];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(dependencies).toSorted());
    expect(listed.filter(({ reason }) => reason.length < 15)).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const pages = [...repositoryFiles('docs').filter((path) => path.endsWith('.md')), 'README.md', 'CONTRIBUTING.md'];
    const named = pages.flatMap((page) =>
      [...readText(page).matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => `${page}: ${name}`),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => manifest.scripts?.[each.split(': ')[1] ?? ''] === undefined)).toEqual([]);
  });

  it('link only to files that exist', () => {
    const pages = [...repositoryFiles('docs').filter((path) => path.endsWith('.md')), 'README.md', 'CONTRIBUTING.md'];
    const links = pages.flatMap((page) =>
      [...readText(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !target.includes('://'))
        .map((target) => join(dirname(page), target)),
    );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('begin the changelog with the version of the program', () => {
    const versions = [...readText('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)];
    expect(versions.map(([, version]) => version)[0]).toBe(manifest.version);
  });

  it(`read the README in three minutes: at most ${README_WORDS} words`, () => {
    expect(readText('README.md').split(/\s+/).length).toBeLessThanOrEqual(README_WORDS);
  });

  it('say in at most eight points what the program does', () => {
    expect(readText('README.md').match(/^- \*\*/gm)?.length).toBeLessThanOrEqual(8);
  });
});

describe('the runtime dependencies', () => {
  it('are all used by the product', () => {
    const modules = sourcesOf(...PRODUCT).flatMap(importedModules);
    const elsewhere = [
      ...repositoryFiles('renderer').filter((path) => path.endsWith('.css')),
      'electron.vite.config.ts',
    ]
      .map(readText)
      .join();
    const isUsed = (name: string): boolean =>
      modules.some(
        (module) => module === name || module.startsWith(`${name}/`) || module.includes(`/node_modules/${name}/`),
      ) || ['"', "'", '/'].some((end) => elsewhere.includes(`"${name}${end}`) || elsewhere.includes(`'${name}${end}`));
    expect(Object.keys(dependencies).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('have exact versions', () => {
    const loose = Object.entries(dependencies).filter(
      ([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

describe('the lists are read as written', () => {
  it('data flow', () => {
    const page =
      '# A\n\n## Data flow\n\n1. `renderer/a.tsx` asks\n2. `electron/main/b.ts` and `shared/c.ts` (`name()`)\n3. nothing\n\n### Later\n\n4. `x/y.ts`\n';
    expect(dataFlow(page)).toEqual([['renderer/a.tsx'], ['electron/main/b.ts', 'shared/c.ts'], []]);
    expect(dataFlow('# A\n')).toBeNull();
  });

  it('runtime dependencies', () => {
    const page =
      '## Runtime dependencies\n\n- `keytar`: the keychain\n- `a`, `@b/c`: curves; `d` too\n- none\n\n## Next\n\n- `no`: no\n';
    expect(runtimeDependencies(page)).toEqual([
      { name: 'keytar', reason: 'the keychain' },
      { name: 'a', reason: 'curves;  too' },
      { name: '@b/c', reason: 'curves;  too' },
      { name: 'd', reason: 'curves;  too' },
    ]);
    expect(runtimeDependencies('# A\n')).toBeNull();
  });
});
