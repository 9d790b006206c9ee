import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root } from './sources.ts';

/** The table of CONTRIBUTING.md: the addition, its number of files, and an example of each in backticks. */
const rows = [...readText('CONTRIBUTING.md').matchAll(/^\| (an? [^|]+) \| (\d+)[^|]* \| (.+) \|$/gm)].map(
  ([, what = '', count, examples = '']) => ({
    what,
    count: Number(count),
    paths: [...examples.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
  }),
);

describe('how many files a change takes', () => {
  it('is listed for each kind of change', () => expect(rows).toHaveLength(11));

  it.for(rows)('$what: existing files, as many as counted', ({ count, paths }) => {
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    // A folder in the row is added, not edited.
    expect(paths.filter((path) => !path.endsWith('/'))).toHaveLength(count);
  });
});
