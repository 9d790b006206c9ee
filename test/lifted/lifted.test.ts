import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createVitest, type Vitest } from 'vitest/node';
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

/** Runs the tests that are held against the lifts: one of its own, because in it the sources are exchanged between two runs. */
let vitest: Vitest;
beforeAll(async () => {
  vitest = await createVitest('test', {
    root,
    config,
    watch: false,
    maxWorkers: 1,
    testTimeout: 15_000,
    reporters: [{}],
  });
}, 60_000);
afterAll(() => vitest?.close());

/** Runs the tests of a file that are named so; gives what became of them, and what kept the file from being loaded. */
async function run(file: string, names: readonly string[]) {
  const testNamePattern = new RegExp(names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'));
  const specification = vitest.getRootProject().createSpecification(`${root}${file}`, { testNamePattern });
  const { testModules } = await vitest.runTestSpecifications([specification]);
  // What ran before is among them.
  const [module] = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
  const tests = [...(module?.children.allTests() ?? [])];
  const named = (state: string) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed'), errors: module?.errors().map(({ message }) => message) };
}

describe.for(ours)('%s', (file) => {
  const lifts = LIFTS.filter(({ test }) => test === file);

  // The gate has seen it pass a moment ago.
  it.skipIf(process.env.CASTELLAN_TESTS_PASSED === '1')('passes with every mechanism in place', async () => {
    const names = lifts.map(({ name }) => name);
    const { passed, failed, errors } = await run(file, names);
    expect({ failed, errors }).toEqual({ failed: [], errors: [] });
    expect(names.filter((name) => !passed.some((full) => full.includes(name)))).toEqual([]);
  });

  it.for(lifts)('fails without this: $mechanism', async (lift) => {
    process.env[LIFT_VARIABLE] = JSON.stringify(lift);
    vitest.invalidateFile(`${root}${lift.file}`);
    try {
      const { failed, errors } = await run(file, [lift.name]);
      expect(errors).toEqual([]);
      expect(failed).not.toEqual([]);
    } finally {
      delete process.env[LIFT_VARIABLE];
      vitest.invalidateFile(`${root}${lift.file}`);
    }
  });
});
