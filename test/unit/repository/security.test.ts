import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lifted } from '../../lifted/lift.ts';
import { LIFTS } from '../../lifted/lifts/index.ts';
import { NOT_LIFTED } from '../../lifted/not-lifted.ts';
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
      'a taken-over main',
      'another process of the same user',
      'who sits at the operator’s computer',
      'code of an attacker that runs inside the vault or the local service',
      'another user of the machine',
      'a user of the local service',
      'who has the disk',
      'a lying service',
      'a lying node',
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

/** The numbered lines of README's security section and the paragraph on the audit log, sentence by sentence. */
function readmeSentences(): string[] {
  const [, section = ''] = /\n## Security in ten lines\n([\s\S]+?)\n## /.exec(readText('README.md')) ?? [];
  return section
    .split(/\n(?=\d+\. )|\n\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => /^(\d+\. |The audit log: )/.test(paragraph))
    .flatMap((paragraph) => paragraph.replace(/^\d+\. /, '').split(/(?<=\.) (?=[A-Z])/));
}

/** What stops each attacker, clause by clause. */
const clauses = rows.filter(({ who }) => who !== 'root').flatMap(({ cells }) => (cells[2] ?? '').split('; '));

describe('what is said of security', () => {
  const said = [...readmeSentences(), ...clauses];
  const words = [...new Set([...LIFTS.flatMap(({ claims }) => claims), ...Object.keys(NOT_LIFTED)])];

  it('is all there to be read', () => {
    expect(readmeSentences().length).toBeGreaterThanOrEqual(15);
    expect(clauses.length).toBeGreaterThanOrEqual(15);
  });

  it('is kept true by a mechanism that test/lifted takes away, or is listed there with the reason why not', () => {
    expect(said.filter((sentence) => !words.some((claim) => sentence.includes(claim)))).toEqual([]);
  });

  it('is what test/lifted names', () => {
    expect(words.filter((claim) => !said.some((sentence) => sentence.includes(claim)))).toEqual([]);
  });

  it('has tests that exist', () => {
    const named = Object.values(NOT_LIFTED).flatMap((reason) => reason.match(/test\/\S+/g) ?? []);
    const tests = new Set([...LIFTS.map(({ test }) => test), ...named]);
    expect([...tests].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('a mechanism that test/lifted takes away', () => {
  it.for(LIFTS)('is there, once: $mechanism', (lift) => {
    expect(lifted(lift, readText(lift.file))).not.toBe(readText(lift.file));
  });

  it('is told apart by its name', () => {
    const names = LIFTS.map(({ mechanism }) => mechanism);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
