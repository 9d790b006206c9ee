import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { isJsonObject } from '../model/json.ts';
import type { SchemaNode } from './schema.ts';

/** Reports whether a value fits its schema. */
type Fits = (value: unknown) => boolean;

/** The keywords of JSON Schema that are read here. */
interface Node extends SchemaNode {
  readonly maxItems?: number;
  readonly additionalProperties?: unknown;
}

const MAKERS: Readonly<Record<string, { readonly reads: readonly string[]; make(node: Node): Fits }>> = {
  object: { reads: ['properties', 'required', 'additionalProperties'], make: objectFits },
  array: { reads: ['items', 'minItems', 'maxItems'], make: arrayFits },
  string: { reads: ['minLength', 'maxLength', 'pattern'], make: stringFits },
  integer: {
    reads: ['minimum', 'maximum'],
    make:
      ({ minimum = -Infinity, maximum = Infinity }) =>
      (value) =>
        Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  },
  boolean: { reads: [], make: () => (value) => typeof value === 'boolean' },
  null: { reads: [], make: () => (value) => value === null },
};
/** The keywords that do not constrain values. */
const NOTES = ['type', 'title', 'kind', 'help', 'examples', 'says', 'names', '~kind', '~optional'];

const made = new WeakMap<object, Fits>();

/**
 * Compiles a schema once into functions, without compiling text, which our processes forbid.
 * The library would otherwise read the schema again for each value: 20 µs per object, half a second for a large reply.
 * Leaves unknown keywords to the library. A `false` is not final: the library decides about every value that does not
 * fit.
 */
export function fitsOf(schema: TSchema | SchemaNode): Fits {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const fits = maker(schema as Node) ?? ((value) => Value.Check(schema, value));
  made.set(schema, fits);
  return fits;
}

function maker(node: Node): Fits | null {
  const has = (...keywords: readonly string[]) =>
    Object.getOwnPropertyNames(node).every((name) => NOTES.includes(name) || keywords.includes(name));
  if (node.anyOf !== undefined && has('anyOf') && node.type === undefined) {
    const choices = node.anyOf.map(fitsOf);
    return (value) => choices.some((fits) => fits(value));
  }
  if (node.enum !== undefined && has('enum') && node.type === undefined) {
    const values = new Set(node.enum.filter((each) => typeof each === 'string'));
    return (value) => typeof value === 'string' && values.has(value);
  }
  if (typeof node.const === 'string' && has('const') && node.type === 'string') return (value) => value === node.const;
  const { reads, make } = MAKERS[String(node.type)] ?? {};
  return reads !== undefined && make !== undefined && has(...reads) ? make(node) : null;
}

function objectFits({ properties = {}, required = [], additionalProperties = true }: Node): Fits {
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    fits: fitsOf(schema),
    isOptional: !required.includes(name),
  }));
  const isOpen = additionalProperties === true;
  const isDeclared = (name: string) => Object.hasOwn(properties, name);
  return (value) =>
    isJsonObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    members.every(({ name, fits, isOptional }) => (isOptional && value[name] === undefined) || fits(value[name])) &&
    (isOpen || Object.getOwnPropertyNames(value).every(isDeclared));
}

function arrayFits({ items, minItems = 0, maxItems = Infinity }: Node): Fits {
  const fits = items === undefined ? () => true : fitsOf(items);
  return (value) =>
    Array.isArray(value) && value.length >= minItems && value.length <= maxItems && value.every((item) => fits(item));
}

/** Lengths count code points. Their number is at most the number of UTF-16 units, and at least half of it. */
function stringFits({ minLength = 0, maxLength = Infinity, pattern }: Node): Fits {
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u');
  return (value) =>
    typeof value === 'string' &&
    value.length >= 2 * minLength &&
    value.length <= maxLength &&
    (expression === null || expression.test(value));
}
