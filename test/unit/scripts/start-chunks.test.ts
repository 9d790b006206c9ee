import { describe, expect, it } from 'vitest';
import { startChunks } from '../../../scripts/lib/start-chunks.mjs';

/** Modules of a build with two pages: who imports each at its start. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  '/renderer/index.html': [],
  '/renderer/trusted/index.html': [],
  '/renderer/app/main.tsx': ['/renderer/index.html'],
  '/renderer/trusted/main.tsx': ['/renderer/trusted/index.html'],
  '/react.js': ['/renderer/app/main.tsx', '/renderer/trusted/main.tsx', '/renderer/app/later.tsx'],
  // They import each other.
  '/renderer/app/frame.tsx': ['/renderer/app/main.tsx', '/renderer/app/rail.tsx'],
  '/renderer/app/rail.tsx': ['/renderer/app/frame.tsx'],
  '/renderer/app/later.tsx': [],
  '/renderer/app/late-part.tsx': ['/renderer/app/later.tsx'],
};
const graph = {
  getModuleInfo: (id: string) => {
    const importers = IMPORTERS[id];
    return importers === undefined ? null : { importers, isEntry: id.endsWith('.html') };
  },
};

/** Returns the names of the groups that take the module, those of the highest priority first. */
const takers = (id: string) =>
  startChunks('/renderer/index.html', 2)
    .toSorted((one, other) => other.priority - one.priority)
    .map(({ name }) => name(id, graph))
    .filter((name) => name !== null);

describe('a module', () => {
  it.for([
    ['of one page', '/renderer/app/rail.tsx', ['renderer']],
    ['of another page alone', '/renderer/trusted/main.tsx', []],
    ['of both pages', '/react.js', ['renderer-trusted']],
    ['that a page loads later', '/renderer/app/late-part.tsx', []],
    ['that the graph does not have', '/unknown.js', []],
  ] as const)('%s', ([, id, names]) => {
    expect(takers(id)).toEqual(names);
  });
});

it('takes the modules of more pages first, because a file takes with it what its modules import', () => {
  const [first, second] = startChunks('/renderer/index.html', 2).toSorted(
    (one, other) => other.priority - one.priority,
  );
  expect([first?.name('/react.js', graph), second?.name('/react.js', graph)]).toEqual(['renderer-trusted', null]);
});
