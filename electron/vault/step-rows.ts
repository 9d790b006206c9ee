/** Words for the steps that a headline only counts, so that none of them stands among the fields alone. */
import type { DecodedField, Finding } from '../../shared/model/index.ts';
import { danger, row } from '../crypto/index.ts';

/** The most different steps in the summary. A finding counts the others. */
const MAXIMUM_STEPS = 100;

interface Listed {
  readonly rows: readonly DecodedField[];
  readonly findings: readonly Finding[];
}

/**
 * Returns a row for each step but the one that the headline shows, equal ones together. A danger counts the steps without
 * a row. Two steps need no row, because the headline shows both.
 * @param what the names of one step and of several.
 * @param shown the place of the step that the headline shows, from 0.
 */
export function stepRows(steps: readonly string[], what: readonly [one: string, several: string], shown = 0): Listed {
  if (steps.length < 3) return { rows: [], findings: [] };
  const places = new Map<string, { readonly first: number; readonly count: number }>();
  for (const [index, step] of steps.entries()) {
    if (index === shown) continue;
    const { first = index, count = 0 } = places.get(step) ?? {};
    places.set(step, { first, count: count + 1 });
  }
  const rows = [...places]
    .slice(0, MAXIMUM_STEPS)
    .map(([step, { first, count }]) => row(`${what[0]} ${first + 1}`, count === 1 ? step : `${step} (${count} times)`));
  const more = places.size - rows.length;
  const words = `${more} of its ${steps.length} ${what[1]} are only among the fields: read each of them.`;
  return { rows, findings: more === 0 ? [] : [danger(words)] };
}
