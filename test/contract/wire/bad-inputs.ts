import type { TSchema } from 'typebox';
import { isJsonObject } from '../../../shared/model/index.ts';
import { type SchemaNode, schemaNode } from '../../../shared/operations/index.ts';

/** A request with one part that its schema does not allow, and a description of the part. */
export interface BadInput {
  readonly what: string;
  /** The member that is wrong, as a JSON pointer. */
  readonly path: string;
  readonly request: object;
  /**
   * The equivalent request, when the input is tolerated because clients of the public service send it. Null when the
   * input is wrong.
   */
  readonly sameAs: object | null;
  /** The request without the member, when the member is optional and has an empty text. A query reads both alike. */
  readonly absent?: object;
  /** True when the rest of the request is the example. Otherwise another place may be wrong, in `sameAs` too. */
  readonly isExample: boolean;
}

type Path = readonly string[];

/** `example` in every way that the schema says is wrong, one at a time, and in every way that is tolerated. */
export function badInputs(schema: TSchema, example: object): readonly BadInput[] {
  return [...membersWrong(schemaNode(schema), example, [], true)];
}

/** The places of all members and items of a schema, as JSON pointers. */
export function placesOf(schema: TSchema, path: Path = []): string[] {
  const { properties = {}, items } = schemaNode(schema);
  const inner: [string, TSchema][] = Object.entries(properties as Record<string, TSchema>);
  if (items !== undefined) inner.push(['0', items as TSchema]);
  return inner.flatMap(([name, member]) => [pointer([...path, name]), ...placesOf(member, [...path, name])]);
}

/**
 * `isExample` is false below members that the example lacks. A sample stands there, which may be wrong in other places
 * too.
 */
function* membersWrong(node: SchemaNode, whole: object, path: Path, isExample: boolean): Generator<BadInput> {
  const { properties, required = [], items } = node;
  if (properties !== undefined) {
    const isGiven = isExample && isJsonObject(at(whole, path));
    const base = isGiven ? whole : changed(whole, path, sample(node));
    const more = [...path, 'ofTomorrow'];
    const request = changed(base, more, { any: [1] });
    yield { ...placed(more, 'is of tomorrow'), request, sameAs: base, isExample: isGiven };
    for (const [name, member] of Object.entries(properties)) {
      const place = [...path, name];
      const without = changed(base, place, undefined);
      const empty = { ...placed(place, 'is null'), request: changed(base, place, null), isExample: isGiven };
      if (required.includes(name)) {
        yield { ...placed(place, 'is missing'), request: without, sameAs: null, isExample: isGiven };
        // Clients of Go write null for an empty list.
        const { items: inside, minItems = 0 } = schemaNode(member);
        yield { ...empty, sameAs: inside !== undefined && minItems === 0 ? changed(base, place, []) : null };
      } else yield { ...empty, sameAs: without };
      for (const input of wrong(schemaNode(member), base, place, isGiven))
        yield required.includes(name) || at(input.request, place) !== '' ? input : { ...input, absent: without };
      yield* membersWrong(schemaNode(member), base, place, isGiven);
    }
  }
  if (items !== undefined) {
    const given = at(whole, path);
    const isGiven = isExample && Array.isArray(given) && given.length > 0;
    const base = isGiven ? whole : changed(whole, path, [sample(schemaNode(items))]);
    const first = [...path, '0'];
    yield { ...placed(first, 'is null'), request: changed(base, first, null), sameAs: null, isExample: isGiven };
    yield* wrong(schemaNode(items), base, first, isGiven);
    yield* membersWrong(schemaNode(items), base, first, isGiven);
  }
}

/** All wrong values of one place. */
function* wrong(node: SchemaNode, whole: object, path: Path, isExample: boolean): Generator<BadInput> {
  for (const [what, value] of wrongValues(node, at(whole, path)))
    yield { ...placed(path, what), request: changed(whole, path, value), sameAs: null, isExample };
}

const KINDS: readonly (readonly [type: string, what: string, value: unknown])[] = [
  ['string', 'is a text', 'no such value'],
  ['number', 'is a number', 0.5],
  ['boolean', 'is a truth value', true],
  ['object', 'is an object', {}],
  ['array', 'is a list', []],
];
/** Longer than anything that has no limit of its own could need. */
const VERY_LONG = 100_000;

function* wrongValues(node: SchemaNode, given: unknown): Generator<readonly [what: string, value: unknown]> {
  const { type, pattern, minLength = 0, maxLength, minimum, maximum, minItems = 0, items } = node;
  const isListed = node.const !== undefined || node.enum !== undefined;
  if (type === undefined && !isListed) return;
  for (const [kind, what, value] of KINDS) if (isListed || kind !== type) yield [what, value];
  if (isListed) yield ['is empty', ''];
  else if (type === 'string') {
    if (minLength > 0 || (pattern !== undefined && !new RegExp(pattern, 'u').test(''))) yield ['is empty', ''];
    const letters = typeof given === 'string' && given !== '' ? given : 'a';
    const tooMany = (maxLength ?? VERY_LONG) + 1;
    yield ['is too long', letters.repeat(Math.ceil(tooMany / letters.length)).slice(0, tooMany)];
  } else if (type === 'integer' || type === 'number') {
    if (minimum !== undefined) yield ['is too little', minimum - 1];
    if (maximum !== undefined) yield ['is too much', maximum + 1];
  } else if (type === 'array') {
    const { maxItems } = node as { readonly maxItems?: number };
    const item = (Array.isArray(given) ? given[0] : undefined) ?? sample(schemaNode(items ?? {}));
    if (minItems > 0) yield ['is empty', []];
    // A list without a limit yields a valid request here, so the test finds it.
    yield ['has too many items', maxItems === undefined ? given : Array.from({ length: maxItems + 1 }, () => item)];
  }
}

/** A number, an id and a key: one of them fits most patterns. */
const TEXTS = ['1', '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', 'a1'.repeat(33)];

/** A minimal value for such a place, as far as its schema declares one. */
function sample(node: SchemaNode): unknown {
  const { const: only, enum: values, type, properties = {}, required = [], items, minItems = 0, minimum } = node;
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, sample(schemaNode(properties[name] ?? {}))]));
  if (type === 'array') return Array.from({ length: minItems }, () => sample(schemaNode(items ?? {})));
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  const pattern = new RegExp(node.pattern ?? '', 'u');
  return TEXTS.find((text) => pattern.test(text)) ?? '1';
}

function placed(path: Path, what: string) {
  return { path: pointer(path), what };
}

function pointer(path: Path): string {
  return path.map((step) => `/${step}`).join('');
}

function at(whole: object, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    whole,
  );
}

/** The request with another value at a place; `undefined` is no value at all. */
function changed(whole: object, path: Path, value: unknown): object {
  const copy = structuredClone(whole);
  const parent = at(copy, path.slice(0, -1)) as Record<string, unknown>;
  parent[path.at(-1) ?? ''] = value;
  return copy;
}
