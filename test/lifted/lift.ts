import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** One mechanism taken out of the product, and the test that must then fail. */
export interface Lift {
  /** The claim of SECURITY.md that is no longer true then, by its id. */
  readonly claim: string;
  /** The lifted mechanism, in words that no other lift has. */
  readonly mechanism: string;
  /** The source, as a path in the checkout. */
  readonly file: string;
  /** Text that stands exactly once in the source, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** The test file that notices, and words in the full name of the test in it that fails. */
  readonly test: string;
  readonly name: string;
}

/** One claim of SECURITY.md, and the mechanisms that keep it true. */
export interface Claim {
  /** The attacker's id and a number, which stays: `PAGE-03`. */
  readonly id: string;
  /** The claim, in one plain sentence. */
  readonly sentence: string;
  readonly lifts: readonly Omit<Lift, 'claim'>[];
}

/** The variable that carries a lift, as JSON, into the processes of a test. */
export const LIFT_VARIABLE = 'CASTELLAN_TEST_LIFT';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The source with the mechanism lifted. Throws when the text does not stand there exactly once. */
export function lifted({ mechanism, file, from, to }: Lift, source: string): string {
  if (source.split(from).length === 2) return source.replace(from, () => to);
  throw new Error(`“${mechanism}”: the text to lift must stand exactly once in ${file}: ${from}`);
}

/** Lifts the mechanism that the variable carries, as its module is loaded. The file stays as it is. */
export function liftingPlugin(): Plugin {
  return {
    name: 'lift-a-mechanism',
    enforce: 'pre',
    load(id) {
      const carried = process.env[LIFT_VARIABLE];
      const lift = carried === undefined ? null : (JSON.parse(carried) as Lift);
      return lift !== null && id === `${root}${lift.file}` ? lifted(lift, readFileSync(id, 'utf8')) : null;
    },
  };
}
