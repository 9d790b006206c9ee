import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { FieldProblem } from '../errors/index.ts';
import { fitsOf } from './fits.ts';

/** The most problems one answer names; a hostile body must not make a long one. */
const MAXIMUM_PROBLEMS = 20;

/**
 * Checks a value against a schema without ever changing it.
 * Gives the wrong members (path and reason, never the value), or an empty list.
 */
export function checkValue(schema: TSchema, value: unknown): readonly FieldProblem[] {
  if (fitsOf(schema)(value) || Value.Check(schema, value)) return [];
  const problems: FieldProblem[] = [];
  for (const error of Value.Errors(schema, value).slice(0, MAXIMUM_PROBLEMS)) {
    const { keyword, instancePath, message } = error;
    // A closed object that has other members is reported twice: each of them by name, then the object.
    if (keyword === 'additionalProperties') continue;
    if (keyword === 'required') {
      for (const name of error.params.requiredProperties)
        problems.push({ path: `${instancePath}/${name}`, reason: 'is missing' });
      continue;
    }
    const reason = keyword === 'boolean' ? 'is not a known member' : message;
    problems.push({ path: instancePath === '' ? '/' : instancePath, reason });
  }
  return problems.length === 0 ? [{ path: '/', reason: 'does not match' }] : problems.slice(0, MAXIMUM_PROBLEMS);
}
