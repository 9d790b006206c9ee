import type { ICruiseResult } from 'dependency-cruiser';

type Module = ICruiseResult['modules'][number];
type Patterns = string | readonly string[] | undefined;

/** The members of a rule of dependency-cruiser that this file uses. */
export interface Rule {
  readonly name: string;
  readonly from: { readonly path?: Patterns; readonly pathNot?: Patterns };
  readonly to: { readonly path?: Patterns; readonly pathNot?: Patterns; readonly reachable?: boolean };
}

/** Reports whether a rule is about everything that a module imports, directly or not. */
export const isAboutReach = ({ to }: Rule): boolean => to.reachable !== undefined;

/**
 * Checks the rules of `isAboutReach` on a tree that dependency-cruiser read. It visits each import once for a rule.
 * dependency-cruiser searches a path for each pair of modules instead, which takes nine tenths of its time.
 * @returns a line for each violation: `rule: module`
 */
export function reachViolations(modules: readonly Module[], rules: readonly Rule[]): string[] {
  const importsOf = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map(({ resolved }) => resolved)]),
  );
  const sources = [...importsOf.keys()];
  return rules.flatMap(({ name, from, to }) => {
    const starts = sources.filter((source) => matches(source, from.path, from.pathNot));
    const reached = reachedFrom(starts, importsOf);
    return sources
      .filter((source) => matches(source, to.path, to.pathNot) && reached.has(source) === to.reachable)
      .map((source) => `${name}: ${source}`);
  });
}

/** Every module that these import, directly or not. */
function reachedFrom(starts: readonly string[], importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const pending = [...starts];
  for (let source = pending.pop(); source !== undefined; source = pending.pop())
    for (const imported of importsOf.get(source) ?? []) {
      if (reached.has(imported)) continue;
      reached.add(imported);
      pending.push(imported);
    }
  return reached;
}

function matches(source: string, path: Patterns, pathNot: Patterns): boolean {
  const isIn = (patterns: Patterns) => [patterns ?? []].flat().some((pattern) => new RegExp(pattern).test(source));
  return (path === undefined || isIn(path)) && !isIn(pathNot);
}
