import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createVitest, type Vitest } from 'vitest/node';
import { EXCHANGING } from '../tools/vitest.shared.ts';
import { KeptProcess } from './kept-process.ts';
import { LIFT_VARIABLE } from './lift.ts';
import { LIFTS } from './lifts/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    part: number;
    parts: number;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const config = fileURLToPath(new URL('../tools/vitest.lifting.config.ts', import.meta.url));
const timesOf = (file: string) => LIFTS.filter(({ test }) => test === file).length;
const files = [...new Set(LIFTS.map(({ test }) => test))].toSorted(
  (a, b) => timesOf(b) - timesOf(a) || (a < b ? -1 : 1),
);
// The files with most lifts are dealt out first, to and fro, so that the parts end at about the same time.
const turnOf = (index: number, parts: number): number => {
  const turn = index % (2 * parts);
  return turn < parts ? turn : 2 * parts - 1 - turn;
};
const ours = files.filter((_, index) => turnOf(index, inject('parts')) === inject('part') - 1);

/** Tests that exchange modules, or take the lift with them into processes of their own: each run is a process of its own, too. */
const APART = [
  ...EXCHANGING,
  'test/contract/organizations/votes-at-once.test.ts',
  'test/contract/tokens/',
  'test/fault/custody-',
  'test/unit/engine/vault/lost-header.test.ts',
  'test/unit/hardening/confined.test.ts',
  'test/unit/vault/process.test.ts',
];

/** Runs the tests that are held against the lifts: one of its own, because in it the sources are exchanged between two runs. */
let vitest: Vitest;
const kept = new KeptProcess();
beforeAll(async () => {
  vitest = await createVitest('test', {
    root,
    config,
    watch: false,
    maxWorkers: 1,
    pool: kept.pool,
    testTimeout: 90_000,
    reporters: [{}],
  });
}, 60_000);
afterAll(async () => {
  await vitest?.close();
  await kept.end();
});

/**
 * Runs the tests of a file with these names. Returns their names by result, and the errors that kept the file from
 * loading.
 */
async function run(file: string, names: readonly string[]) {
  const testNamePattern = new RegExp(names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'));
  const pool = APART.some((start) => file.startsWith(start)) ? 'forks' : kept.pool.name;
  const specification = vitest.getRootProject().createSpecification(`${root}${file}`, { testNamePattern }, pool);
  const { testModules } = await vitest.runTestSpecifications([specification]);
  // The modules of earlier runs are among them.
  const [module] = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
  const tests = [...(module?.children.allTests() ?? [])];
  const named = (state: string) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed'), errors: module?.errors().map(({ message }) => message) };
}

/** The module of that file and all that import it, directly or not: files. */
function dependents(file: string): string[] {
  const found = new Set<string>();
  for (const { moduleGraph } of Object.values(vitest.getRootProject().vite.environments)) {
    const seen = new Set(moduleGraph.getModulesByFile(file));
    for (const module of seen) for (const importer of module.importers) seen.add(importer);
    for (const module of seen) if (module.file !== null) found.add(module.file);
  }
  return [...found];
}

/** Makes the next run load the source again, and the files that import it. */
function exchange(source: string): void {
  vitest.invalidateFile(source);
  kept.reload(dependents(source));
}

describe.for(ours)('%s', (file) => {
  const lifts = LIFTS.filter(({ test }) => test === file);

  it.for(lifts)('$claim fails without this: $mechanism', async (lift) => {
    process.env[LIFT_VARIABLE] = JSON.stringify(lift);
    exchange(`${root}${lift.file}`);
    try {
      const { failed, errors } = await run(file, [lift.name]);
      expect(errors).toEqual([]);
      expect(failed).not.toEqual([]);
    } finally {
      delete process.env[LIFT_VARIABLE];
      exchange(`${root}${lift.file}`);
    }
  });

  // Runs last in the same process. It shows that each earlier failure came from its lift, not from leftovers of an
  // earlier test.
  it('passes with all mechanisms in place', async () => {
    const names = lifts.map(({ name }) => name);
    const { passed, failed, errors } = await run(file, names);
    expect({ failed, errors }).toEqual({ failed: [], errors: [] });
    expect(names.filter((name) => !passed.some((full) => full.includes(name)))).toEqual([]);
  });
});
