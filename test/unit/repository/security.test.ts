import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root } from './sources.ts';

/** The rows of the table: who, and the files in backticks of the last column. */
const rows = readText('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| who |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => ({
    who: cells[1] ?? '',
    cells: cells.slice(1, -1),
    tests: [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)],
  }));

describe('the threat model', () => {
  it('names every attacker, and the slip, that the product is made against', () => {
    expect(rows.map(({ who }) => who.replace(/ \(.*/, ''))).toEqual([
      'a taken-over page',
      'another process of the same user',
      'another user of the machine',
      'who has the disk',
      'a lying service',
      'who edits the files',
      'an operator’s slip',
      'the network',
      'root',
    ]);
  });

  it.for(rows)(
    'says of $who what they get, what stops them and what does not, by tests that exist',
    ({ who, cells, tests }) => {
      expect(cells).toHaveLength(5);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
      expect(tests.length > 0).toBe(who !== 'root');
      expect(tests.map(([, path]) => path).filter((path) => !existsSync(join(root, path ?? '')))).toEqual([]);
    },
  );
});
