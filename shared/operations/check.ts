import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { FieldProblem } from '../errors/index.ts';
import { fitsOf } from './fits.ts';
import type { SchemaNode } from './schema.ts';

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
    const { keyword, instancePath } = error;
    // A closed object that has other members is reported twice: each of them by name, then the object.
    if (keyword === 'additionalProperties') continue;
    if (keyword === 'required') {
      for (const name of error.params.requiredProperties)
        problems.push({ path: `${instancePath}/${name}`, reason: 'is missing' });
      continue;
    }
    const reason = reasonOf(error, schema);
    problems.push({ path: instancePath === '' ? '/' : instancePath, reason });
  }
  return problems.length === 0 ? [{ path: '/', reason: 'does not match' }] : problems.slice(0, MAXIMUM_PROBLEMS);
}

/** The most values of a list that a reason names. */
const MAXIMUM_VALUES = 12;

/** Says what a member must be: one of the values of its list, or what its pattern says. */
function reasonOf(error: ReturnType<typeof Value.Errors>[number], schema: TSchema): string {
  switch (error.keyword) {
    case 'boolean':
      return 'is not a known member';
    case 'enum': {
      const values = error.params.allowedValues.map(String);
      const more = values.length - MAXIMUM_VALUES;
      return `must be one of ${values.slice(0, MAXIMUM_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    case 'pattern': {
      const { says } = nodeAt(schema, error.schemaPath);
      return says === undefined ? 'does not have the form that it must have' : `must be ${says}`;
    }
    default:
      return error.message;
  }
}

/** The schema at a JSON Pointer in a URI fragment (RFC 6901). */
function nodeAt(schema: TSchema, pointer: string): SchemaNode {
  let node: unknown = schema;
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return (node ?? {}) as SchemaNode;
}
