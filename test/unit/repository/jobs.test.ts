import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WINDOW_TESTS } from '../../../scripts/lib/e2e.mjs';
import { JOBS, jobTable } from '../../e2e/jobs.ts';
import { readText, repositoryFiles, root } from './sources.ts';

const FOLDERS = Object.values(WINDOW_TESTS);
const pathOf = (spec: string) =>
  FOLDERS.map((folder) => `${folder}/${spec}.spec.ts`).find((path) => existsSync(join(root, path))) ?? spec;
/** Numbers of counted presses in a spec, as it bounds them. */
const boundsIn = (path: string): number[] =>
  [...readText(path).matchAll(/\bspent\(\), '[^']+'\)\.toBeLessThanOrEqual\((\d+)\)/g)].map(([, bound]) =>
    Number(bound),
  );
/** Calls that reach a control without a key that the operator presses. */
const BY_SCRIPT = /\.(click|fill|check|uncheck|selectOption|focus|tap|dispatchEvent)\(|\)\.press\(/;

describe('the jobs of an operator', () => {
  it('are listed in the README of the tests', () => {
    expect(JOBS.length).toBeGreaterThan(25);
    expect(readText('test/e2e/README.md')).toContain(jobTable());
  });

  it.for(JOBS)('$job: a spec that counts its presses, and has axe look at it', ({ spec, clicks }) => {
    const path = pathOf(spec);
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(boundsIn(path)).toContain(clicks);
    expect(readText(path)).toMatch(/inspect(Screen|Confirmation|Size)\(/);
  });

  it.for(JOBS)('$job: a run without a pointer', ({ keyboard: [spec, step] }) => {
    const text = readText(pathOf(spec));
    expect(text).toContain(step);
    expect(text).toContain("expect(pointers(), 'uses of the pointer').toBe(0)");
  });

  it('are played without a pointer by keys alone', () => {
    for (const spec of new Set(JOBS.map(({ keyboard: [name] }) => name))) {
      const text = readText(pathOf(spec));
      const [, ...played] = text.split('const { pointers');
      expect(played.length, spec).toBeGreaterThan(0);
      const steps = played.map((part) => part.slice(0, part.indexOf('expect(pointers()')));
      expect(
        steps.filter((part) => BY_SCRIPT.test(part)),
        spec,
      ).toEqual([]);
    }
    expect(BY_SCRIPT.test(readText('test/e2e/keys.ts'))).toBe(false);
  });

  it('that are counted are all listed', () => {
    const counted = FOLDERS.flatMap((folder) => repositoryFiles(folder)).filter(
      (path) => path.endsWith('.spec.ts') && boundsIn(path).length > 0,
    );
    const listed = new Set(JOBS.flatMap(({ spec, keyboard: [keys] }) => [pathOf(spec), pathOf(keys)]));
    expect(counted.filter((path) => !listed.has(path))).toEqual([]);
  });
});
