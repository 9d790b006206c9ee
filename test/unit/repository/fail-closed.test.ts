import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText, repositoryFiles } from './sources.ts';

/** Each `catch` and limit of the code that decides a permission has a row in the register. */
const PAGE = 'docs/fail-closed.md';
const DECIDING =
  /^electron\/(?:custody\/(?:policies|activities|authentication|submission|signers)\/|approvals\/|vault\/[^.]*(?:approv|consent)|engine\/consent\/|engine\/batches\/(?:batches|nonces|result-file|store)).*\.ts$/;

function placesOf(path: string, text: string): string[] {
  let owner = '';
  return text.split('\n').flatMap((line) => {
    owner = /^(?:export )?(?:async )?(?:function|class|const) (\w+)/.exec(line)?.[1] ?? owner;
    const isLimit = /^(?:export )?const (?:MAXIMUM_|\w*BUDGET)/.test(line);
    return isLimit || /^\s*\}?\s*\bcatch\b|\.catch\(/.test(line) ? [`${path}:${owner}`] : [];
  });
}
const rows = () => [...readText(PAGE).matchAll(/^\| `([^`]+:\w+)` \| .+ \| `([^`]+)` \|$/gm)];

it('registers every catch and limit that decides a permission', () => {
  const places = repositoryFiles()
    .filter((path) => DECIDING.test(path))
    .flatMap((path) => placesOf(path, readText(path)));
  expect(
    rows()
      .map(([, place]) => place)
      .toSorted(),
  ).toEqual([...new Set(places)].toSorted());
});

it('names a test that exists for each', () => {
  expect(rows().filter(([, , test]) => !existsSync(test ?? ''))).toEqual([]);
});

it('finds a catch and a limit by the function or constant that owns it', () => {
  const text = 'const MAXIMUM_X = 1;\nfunction ask() {\n  try {\n  } catch {\n  }\n}';
  expect(placesOf('a.ts', text)).toEqual(['a.ts:MAXIMUM_X', 'a.ts:ask']);
});
