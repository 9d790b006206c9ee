/** Returns the list items below the heading, up to the next heading. Null without such a heading. */
function listUnder(readme: string, heading: string, item: RegExp): string[] | null {
  const lines = readme.split('\n');
  const start = lines.findIndex(
    (line) => /^#{1,6} /.test(line) && line.replace(/^#+ /, '').trim().toLowerCase() === heading.toLowerCase(),
  );
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#{1,6} /.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => item.test(line));
}

const quoted = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '');

/**
 * The numbered list under "Data flow": the paths that each step names (`folder/file.ts` in backticks).
 * Null when the page has no such heading.
 */
export function dataFlow(readme: string): string[][] | null {
  const steps = listUnder(readme, 'Data flow', /^\s*\d+\. /);
  return steps?.map((line) => quoted(line).filter((text) => /^[\w.-]+(\/[\w.-]+)+$/.test(text))) ?? null;
}

/**
 * Returns the list under "Runtime dependencies": every name in backticks with the words of its item. Null without such
 * a heading.
 */
export function runtimeDependencies(readme: string): { name: string; reason: string }[] | null {
  const items = listUnder(readme, 'Runtime dependencies', /^\s*[-*] /);
  return (
    items?.flatMap((line) => {
      const reason = line
        .replace(/`[^`]+`/g, '')
        .replace(/^[\s,:*-]+/, '')
        .trim();
      return quoted(line).map((name) => ({ name, reason }));
    }) ?? null
  );
}
