import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';
import configuration from '../tools/dependency-cruiser.config.cjs';
import { FLOORS } from './floors.cjs';
import { DOORS, PLACES } from './import-matrix.cjs';
import { type Files, LEGAL_TREE } from './legal-tree.ts';
import { PLANTS } from './plants.ts';
import { ROOMS } from './plants-of-floors.ts';
import { isAboutReach, type Rule, reachViolations } from './reachable.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'boundaries-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const rules: readonly Rule[] = configuration.forbidden;
const ruleSet = { forbidden: rules.filter((rule) => !isAboutReach(rule)) } as IFlattenedRuleSet;
const reachRules = rules.filter(isAboutReach);
const ruleNames = rules.map(({ name }) => name);

async function cruised(baseDir: string): Promise<ICruiseResult> {
  const options = { ...configuration.options, baseDir, validate: true, ruleSet } as ICruiseOptions;
  const { output } = await cruise(['shared', 'electron', 'renderer', 'scripts'], options);
  return output as ICruiseResult;
}

const violations = ({ summary, modules }: ICruiseResult): string[] => [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  ...reachViolations(modules, reachRules),
];

function written(name: string, ...trees: Files[]): string {
  const folder = join(temporary, name);
  const merged: Record<string, string> = {};
  for (const tree of trees) for (const [path, text] of Object.entries(tree)) merged[path] = (merged[path] ?? '') + text;
  for (const [path, text] of Object.entries(merged)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return folder;
}

/** An import of that package, or of a file in it, by name or by path. */
const importOf = (name: string) => new RegExp(`(^|/node_modules/)${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(/|$)`);

/** Reading the whole tree takes half a minute on an idle machine, and minutes on a busy one. */
const READING_MS = 900_000;

describe('the source tree', { timeout: READING_MS }, () => {
  const real = cruised(root);

  // It waits for the whole tree to be read.
  it(
    'breaks no rule',
    async () => {
      expect(violations(await real)).toEqual([]);
    },
    READING_MS,
  );

  it('has every place that the matrix names', async () => {
    const sources = (await real).modules.map(({ source }) => source);
    expect(Object.keys(PLACES).filter((name) => !sources.some((source) => source.startsWith(`${name}/`)))).toEqual([]);
  });

  it.for(Object.entries(FLOORS))('has every room that the floors of %s name', async ([place, rooms]) => {
    const inside = (await real).modules.flatMap(({ source }) =>
      source.startsWith(`${place}/`) ? [source.slice(place.length + 1).split('/', 1)[0] ?? ''] : [],
    );
    expect([...new Set(inside)].toSorted()).toEqual(rooms.toSorted());
  });

  it('uses every package and built-in module that the matrix grants', async () => {
    const { modules } = await real;
    const imported = (place: string) =>
      modules
        .filter(({ source }) => source.startsWith(`${place}/`))
        .flatMap(({ dependencies }) => dependencies.map(({ module }) => module));
    const unused = Object.entries(PLACES).flatMap(([place, { packages = [], builtIns = [] }]) =>
      [...packages, ...builtIns]
        .filter((name) => !imported(place).some((module) => importOf(name).test(module)))
        .map((name) => `${place}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('uses each restricted module in each file that may import it', async () => {
    const { modules } = await real;
    for (const [name, files] of Object.entries(DOORS)) {
      for (const file of files) {
        const through = modules.filter(({ source }) =>
          file.endsWith('/') ? source.startsWith(file) : source === file,
        );
        const imports = through.flatMap(({ dependencies }) => dependencies.map(({ module }) => module));
        expect(imports, `${file} is a door of ${name}`).toContainEqual(expect.stringMatching(importOf(name)));
      }
    }
  });
});

describe('the rules', () => {
  it('have a planted violation each', () => {
    const planted = new Set(PLANTS.flatMap(({ violates }) => violates));
    expect(ruleNames.filter((name) => !planted.has(name))).toEqual([]);
  });

  it('find nothing in the tree before violations are planted', async () => {
    expect(violations(await cruised(written('legal', LEGAL_TREE, ROOMS)))).toEqual([]);
  });

  it.for(PLANTS.map((plant, index) => [plant.what, plant, index] as const))('catch: %s', async ([, plant, index]) => {
    const found = violations(await cruised(written(`plant-${index}`, LEGAL_TREE, plant.files)));
    const names = found.map((each) => each.slice(0, each.indexOf(':')));
    expect([...new Set(names)].toSorted()).toEqual(plant.violates);
  });
});
