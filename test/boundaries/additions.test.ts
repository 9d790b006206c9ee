import { describe, expect, it } from 'vitest';
import { readText } from '../unit/repository/sources.ts';
import { ADDITIONS } from './additions.ts';
import { type Edits, PlantedBuild } from './planted-build.ts';

/** The compiler reads the whole product. That takes seconds on an idle machine. */
const BUILDING_MS = 900_000;

const FIRST: Edits = Object.assign({}, ...ADDITIONS.map(({ first }) => first));
const REST: Edits = Object.assign({}, ...ADDITIONS.map(({ rest }) => rest));
/** The names of what is planted. A chain has a number. */
const PLANTED = /planted|eip155:987654321/i;
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
    const { what, first, rest, example: [planted, existing] = [], callers = [], concerned } = addition;
    const edited = [...Object.keys(first), ...Object.keys(rest), ...callers];
    expect(edited.map((path) => (path === planted ? existing : path)).toSorted()).toEqual(listed(what).toSorted());
    const files = whole.files(concerned);
    expect(files.length).toBeGreaterThan(1);
    expect(files.flatMap((path) => whole.errors(path))).toEqual([]);
  });
});

describe('the build, with only the first edits planted,', { timeout: BUILDING_MS }, () => {
  const declared = new PlantedBuild(FIRST);

  it.for(ADDITIONS)('asks for the other files of $what', ({ rest, reports = Object.keys(rest) }) => {
    for (const path of reports) expect(declared.errors(path).join('\n'), path).toMatch(PLANTED);
  });
});
