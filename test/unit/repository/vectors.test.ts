import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './sources.ts';

const FOLDER = 'test/vectors/';

/** The cells of each row of the table: file, contents, source, licence, generator. */
const rows = [...readText(`${FOLDER}README.md`).matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) => row.split(' | '));
const files = repositoryFiles('test/vectors').map((path) => path.slice(FOLDER.length));

it('the table of test vectors names every file and no other', () => {
  const vectors = files.filter((path) => path.endsWith('.json'));
  expect(vectors.length).toBeGreaterThan(20);
  expect(rows.map(([file]) => file).toSorted()).toEqual(vectors.map((path) => `\`${path}\``));
});

it('each row has contents, source, licence and generator', () => {
  expect(rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
  const named = rows.flatMap(([, , , , maker = '']) => [...maker.matchAll(/`(make\/[^`]+)`/g)].map(([, path]) => path));
  const shared = 'make/rows.mjs';
  expect([...named, shared].toSorted()).toEqual(files.filter((path) => path.startsWith('make/')));
});
