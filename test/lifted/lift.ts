import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** One mechanism taken out of the product, and the tests that must then fail. */
export interface Lift {
  /** What is lifted, in words; the name of the run. */
  readonly mechanism: string;
  /** The words of README.md or SECURITY.md that are no longer true then. */
  readonly claim: string;
  /** The source, as a path in the checkout. */
  readonly file: string;
  /** Text that stands exactly once in the source, and what takes its place. */
  readonly from: string;
  readonly to: string;
  /** The test file that notices. */
  readonly test: string;
}

/** The source with the mechanism lifted. Throws when the text does not stand there exactly once. */
export function lifted({ mechanism, file, from, to }: Lift, source: string): string {
  if (source.split(from).length === 2) return source.replace(from, () => to);
  throw new Error(`“${mechanism}”: the text to lift must stand exactly once in ${file}: ${from}`);
}

/** Lifts the mechanism in memory, as the module is loaded; the file stays as it is. */
export function liftingPlugin(lift: Lift, root: string): Plugin {
  const path = `${root}${lift.file}`;
  return {
    name: 'lift-a-mechanism',
    enforce: 'pre',
    load: (id) => (id === path ? lifted(lift, readFileSync(path, 'utf8')) : null),
  };
}
