import type { ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser';

type Rule = NonNullable<IFlattenedRuleSet['forbidden']>[number];
type Module = ICruiseResult['modules'][number];
type Patterns = string | string[] | undefined;

/** Reports whether a rule is about everything that a module imports, directly or not. */
export const isAboutReach = ({ to }: Rule): boolean => 'reachable' in to;

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
    const isForbidden = 'reachable' in to && to.reachable === true;
    return sources
      .filter((source) => matches(source, to.path, to.pathNot) && reached.has(source) === isForbidden)
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
