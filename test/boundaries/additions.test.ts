import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { readText, repositoryFiles } from '../unit/repository/sources.ts';
import { ADDITIONS } from './additions.ts';
import { type Edits, PlantedBuild } from './planted-build.ts';

/** The compiler reads the whole product. That takes seconds on an idle machine. */
const BUILDING_MS = 900_000;

const FIRST: Edits = Object.assign({}, ...ADDITIONS.map(({ first }) => first));
const REST: Edits = Object.assign({}, ...ADDITIONS.map(({ rest }) => rest));
const whole = new PlantedBuild({ ...FIRST, ...REST });

/** The paths in backticks in the row of CONTRIBUTING.md. */
function listed(what: string): string[] {
  const row = readText('CONTRIBUTING.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${what} |`));
  return [...(row ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
}

describe('the build, with every addition planted,', { timeout: BUILDING_MS }, () => {
  it.for(ADDITIONS)('needs exactly the files that CONTRIBUTING.md lists for $what', (addition) => {
    const { what, first, rest, callers = [], concerned } = addition;
    const edited = [...Object.keys(first), ...Object.keys(rest), ...callers];
    const isNew = (path: string) => path.includes('/planted/');
    // A new place has a folder of its own, and the row names the folder of another place.
    expect(edited.filter((path) => !isNew(path)).toSorted()).toEqual(
      listed(what)
        .filter((path) => !path.endsWith('/'))
        .toSorted(),
    );
    const files = whole.files(concerned);
    expect(files.length).toBeGreaterThan(1);
    expect(files.flatMap((path) => whole.errors(path))).toEqual([]);
  });
});

describe('the build, with nothing but the declarations planted,', { timeout: BUILDING_MS }, () => {
  const declared = new PlantedBuild(FIRST);
  const isForced = (path: string) => !path.includes('/planted/') && !path.endsWith('/os-keychain.ts');

  it.for(ADDITIONS)('asks for the other files of $what', ({ rest, reports = Object.keys(rest).filter(isForced) }) => {
    for (const path of reports) expect(declared.errors(path).join('\n'), path).toMatch(/planted/i);
  });
});

/** The files of the electron folder that import a file. */
function importersOf(path: string): string[] {
  return repositoryFiles('electron').filter((other) =>
    [...readText(other).matchAll(/from '(\.[^']+)'/g)].some(([, to = '']) => join(dirname(other), to) === path),
  );
}

it.each([
  ['a command', 'electron/cli/commands/audit.ts'],
  ['a migration', 'electron/storage/records/migrations/0001-journal-and-audit.ts'],
])('only the list that CONTRIBUTING.md names imports %s', (what, example) => {
  expect([example, ...importersOf(example)]).toEqual(listed(what));
});
