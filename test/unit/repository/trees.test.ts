import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './sources.ts';

const paths = repositoryFiles();

/** The trees that have one order of resources. A folder beside it is of another kind, and is named here. */
const TREES = {
  'shared/operations': ['earlier'],
  'electron/custody/handlers': [],
  'electron/custody/store': ['archives', 'evidence', 'migrations', 'seals'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The resource files of a tree: the folder of each by its name. */
function resourcesOf(files: readonly string[], tree: keyof typeof TREES): Map<string, string> {
  const besides: readonly string[] = TREES[tree];
  return new Map(
    files
      .filter((path) => path.startsWith(`${tree}/`) && path.endsWith('.ts'))
      .map((path) => path.slice(tree.length + 1).split('/'))
      .flatMap(([folder = '', file, ...deeper]) =>
        file === undefined || deeper.length > 0 || besides.includes(folder) ? [] : [[file, folder] as const],
      ),
  );
}

/** Resource files of a tree that another tree has in another folder, or whose folder the operations do not have. */
function strayed(files: readonly string[], tree: keyof typeof TREES): string[] {
  const operations = resourcesOf(files, 'shared/operations');
  const folders = new Set(operations.values());
  const others = (Object.keys(TREES) as (keyof typeof TREES)[]).map((other) => resourcesOf(files, other));
  return [...resourcesOf(files, tree)].flatMap(([file, folder]) => {
    const isElsewhere = others.some((other) => (other.get(file) ?? folder) !== folder);
    return isElsewhere || !folders.has(folder) ? [`${tree}/${folder}/${file}`] : [];
  });
}

describe('operations, handlers and the store have one order of resources', () => {
  it.for(Object.keys(TREES) as (keyof typeof TREES)[])('%s has each resource in the folder of its name', (tree) => {
    expect(resourcesOf(paths, tree).size).toBeGreaterThan(0);
    expect(strayed(paths, tree)).toEqual([]);
  });

  it('a resource in another folder, or a folder of its own, is found', () => {
    const files = [
      'shared/operations/keys/wallets.ts',
      'electron/custody/store/users/wallets.ts',
      'electron/custody/store/things/thing.ts',
      'electron/custody/store/seals/wallets.ts',
    ];
    expect(strayed(files, 'electron/custody/store')).toEqual([
      'electron/custody/store/users/wallets.ts',
      'electron/custody/store/things/thing.ts',
    ]);
  });
});
