import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import type { FieldProblem } from '../errors/index.ts';
import { pointerSteps } from '../model/place-in-words.ts';
import { fitsOf } from './fits.ts';
import { type SchemaNode, schemaNode } from './schema.ts';

/** The most problems that one reply lists, so that a hostile body cannot make a long one. */
const MAXIMUM_PROBLEMS = 20;

/**
 * Checks a value against a schema without ever changing it.
 * Returns the wrong members (path and reason, never the value), or an empty list. A place with several kinds gets one
 * reason.
 */
export function checkValue(schema: TSchema, value: unknown): readonly FieldProblem[] {
  if (fitsOf(schema)(value) || Value.Check(schema, value)) return [];
  const found = new Map<string, Reason[]>();
  const add = (path: string, reason: Reason) => found.set(path, [...(found.get(path) ?? []), reason]);
  /** Places with several allowed kinds. */
  const choices = new Set<string>();
  for (const error of Value.Errors(schema, value).slice(0, MAXIMUM_PROBLEMS)) {
    const { keyword, instancePath } = error;
    const path = instancePath === '' ? '/' : instancePath;
    // Reported a second time, by the name of each member.
    if (keyword === 'additionalProperties') continue;
    if (keyword === 'anyOf') choices.add(path);
    else if (keyword === 'required')
      for (const name of error.params.requiredProperties)
        add(`${instancePath}/${name}`, {
          keyword,
          text: missing(nodeAt(schema, error.schemaPath).properties?.[name]),
        });
    else add(path, { keyword, text: reasonOf(error, schema, value) });
  }
  const problems = [...found].map(([path, reasons]) => ({ path, reason: oneOf(reasons, choices.has(path)) }));
  return problems.length === 0 ? [{ path: '/', reason: 'is not as declared' }] : problems.slice(0, MAXIMUM_PROBLEMS);
}

interface Reason {
  readonly keyword: string;
  readonly text: string;
}

/** Returns one reason for a place: the fault within its kind, or else each kind and value that is allowed. */
function oneOf(reasons: readonly Reason[], isChoice: boolean): string {
  const [first] = isChoice ? reasons.filter(({ keyword }) => keyword !== 'type') : reasons;
  const same = reasons.filter(({ keyword }) => keyword === (first?.keyword ?? 'type')).map(({ text }) => text);
  if (!isChoice && first?.keyword !== 'const') return first?.text ?? '';
  // Each reason ends with the actual type of the value.
  const is = / and is [a-z ]+$/.exec(same[0] ?? '')?.[0] ?? '';
  const wanted = same.map((text) => text.slice(MUST_BE.length, text.length - is.length));
  return same.length === 1 ? (same[0] ?? '') : `${MUST_BE}${[...new Set(wanted)].join(' or ')}${is}`;
}

/** The first words of the reasons for types and constants. */
const MUST_BE = 'must be ';

/** The most values of a list that a reason names. */
const MAXIMUM_VALUES = 12;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text in double quotes',
  integer: 'a whole number without quotes',
  number: 'a number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list in square brackets',
  object: 'an object in curly brackets',
  null: 'null',
};

/** Returns the requirement of a member: a value of its list, the words of its pattern, or a limit of length or size. */
function reasonOf(error: ReturnType<typeof Value.Errors>[number], schema: TSchema, value: unknown): string {
  switch (error.keyword) {
    case 'boolean':
      return 'is not a known member';
    case 'enum': {
      const values = meant(error.params.allowedValues.map(String), at(value, error.instancePath));
      const is = at(value, error.instancePath);
      const isOtherKind =
        error.params.allowedValues.every((known) => typeof known === 'number') && typeof is !== 'number';
      return isOtherKind
        ? `must be ${KINDS.number}, ${listed(values)}, and is ${kindOf(is)}`
        : `must be ${listed(values)}`;
    }
    case 'const':
      return `must be ${JSON.stringify(error.params.allowedValue)}`;
    case 'pattern': {
      const node = nodeAt(schema, error.schemaPath);
      const { says, pattern } = node;
      if (says === undefined) return 'does not have the required form';
      const is = at(value, error.instancePath);
      return `must be ${says}${spaceIn(pattern, is) ?? strayOf(node, is)}`;
    }
    case 'type': {
      const types = [error.params.type].flat();
      return `must be ${types.map((type) => KINDS[type] ?? type).join(' or ')} and is ${kindOf(at(value, error.instancePath))}`;
    }
    case 'minLength':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} characters`;
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`;
    case 'minItems':
      return `must have at least ${counted(error.params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(error.params.limit, 'item')}`;
    case 'minimum':
      return `must be ${error.params.limit} or more`;
    case 'maximum':
      return `must be ${error.params.limit} or less`;
    case '~refine':
      return error.params.message;
    default:
      return 'is not as declared';
  }
}

function listed(values: readonly string[]): string {
  const more = values.length - MAXIMUM_VALUES;
  if (values.length === 1) return String(values[0]);
  return `one of ${values.slice(0, MAXIMUM_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Says what to write for a missing member: its kind, its form or its values. */
function missing(declared: SchemaNode | undefined): string {
  if (declared === undefined) return 'is missing';
  const { says, enum: values, type = '', const: only } = schemaNode(declared);
  const allowed = only === undefined ? values : [String(only)];
  const wanted = says ?? (allowed === undefined ? KINDS[type] : listed(allowed.map(String)));
  return wanted === undefined ? 'is missing' : `is missing and must be ${wanted}`;
}

/** Returns the end of the sentence about a text whose only fault is a space or line break in it. */
function spaceIn(pattern: string | undefined, value: unknown): string | null {
  if (pattern === undefined || typeof value !== 'string' || !/\s/.test(value)) return null;
  const isOnly = new RegExp(pattern, 'u').test(value.replaceAll(/\s/g, ''));
  return isOnly ? ', and has a space or line break in it' : null;
}

/** Names the place of the first character that is no hexadecimal digit, but never the character. */
function strayOf({ says = '', pattern }: SchemaNode, value: unknown): string {
  if (!says.includes('hexadecimal digits') || typeof value !== 'string') return '';
  // The text before the digits of the form is not searched.
  const begin = /^([a-z0-9]+:) and/.exec(says)?.[1];
  if (begin !== undefined && !value.startsWith(begin)) return `, and does not begin with ${begin}`;
  const isMarked = /^0x/i.test(value);
  if (!isMarked && says.startsWith('0x')) return ', and does not begin with 0x';
  if (isMarked && pattern !== undefined && new RegExp(pattern, 'u').test(value.slice(2)))
    return ', without 0x before them';
  const before = begin?.length ?? (isMarked ? 2 : 0);
  const at = `${'0'.repeat(before)}${value.slice(before)}`.search(/[^0-9a-f]/i);
  if (at !== -1) return `, and character ${at + 1} is no such digit`;
  if (says.includes('lower case') && /[A-F]/.test(value.slice(before))) return ', and has capital letters';
  return `, and has ${counted(value.length - before, 'digit')}`;
}

/** Returns the values of a long list that end like the given one: `ethereum` for `ADDRESS_FORMAT_ETHEREUM`. */
function meant(values: readonly string[], given: unknown): readonly string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (values.length <= MAXIMUM_VALUES || typeof given !== 'string' || plain(given) === '') return values;
  const near = values.filter((known) => plain(known).endsWith(plain(given)));
  return near.length === 0 ? values : near;
}

const counted = (count: number | bigint, what: string) => `${count} ${what}${Number(count) === 1 ? '' : 's'}`;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Uint8Array) return 'bytes';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return Number.isInteger(value) ? 'a number' : 'a number that is not whole';
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return 'nothing';
  }
}

/** The value at a JSON Pointer (RFC 6901), of own members only. */
function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of pointerSteps(pointer)) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Readonly<Record<string, unknown>>)[name]
        : undefined;
  }
  return found;
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
