import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles, root } from './sources.ts';

/** The table of jobs: the job, its spec, and the bound of its clicks or an empty text. */
const rows = [...readText('test/e2e/README.md').matchAll(/^\| ([^|`]+) \| `([\w-]+)` \| (\d*) ?\|$/gm)].map(
  ([, job = '', spec = '', clicks = '']) => ({ job, path: `test/e2e/${spec}.spec.ts`, clicks }),
);
/** Numbers of counted clicks in a spec, as it bounds them. */
const boundsIn = (path: string): string[] =>
  [...readText(path).matchAll(/(?:spent\(\)|\bacts), '[^']+'\)\.toBeLessThanOrEqual\((\d+)\)/g)].map(
    ([, bound = '']) => bound,
  );

describe('the jobs of an operator', () => {
  it('are listed', () => expect(rows.length).toBeGreaterThan(25));

  it.for(rows)('$job: a spec that exists, with the bound of its clicks', ({ path, clicks }) => {
    expect(existsSync(join(root, path)), path).toBe(true);
    if (clicks !== '') expect(boundsIn(path)).toContain(clicks);
  });

  it('that are counted are all listed', () => {
    const counted = repositoryFiles('test/e2e').filter(
      (path) => path.endsWith('.spec.ts') && boundsIn(path).length > 0,
    );
    const listed = new Set(rows.filter(({ clicks }) => clicks !== '').map(({ path }) => path));
    expect(counted.filter((path) => !listed.has(path))).toEqual([]);
  });
});
