import { parseJson } from '../../shared/model/index.ts';
import type { Field } from './fields.ts';

/** The value of a control: text as typed, until `parametersOf` converts it to the schema's type. */
export type FormValue = string | boolean | readonly FormValue[] | { readonly [name: string]: FormValue };
/** An optional member that is absent is left out. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Problems by path: `accounts.0.path`. */
export type Problems = Readonly<Record<string, string>>;

/** The empty value of a field. A choice starts with its first entry, a list with its fewest items. */
export function emptyValue(field: Field): FormValue {
  switch (field.kind) {
    case 'flag':
      return false;
    case 'choice':
      return String(field.choices[0] ?? '');
    case 'group':
      return emptyValues(field.fields);
    case 'list':
      return Array.from({ length: field.minItems }, () => emptyValue(field.item));
    default:
      return '';
  }
}

/** The values of a form in which nothing was typed and nothing optional was added. */
export function emptyValues(fields: readonly Field[]): FormValues {
  const required = fields.filter(({ optional }) => !optional);
  return Object.fromEntries(required.map((field) => [field.name, emptyValue(field)]));
}

/** Returns the problems of the values in words, by path, or an empty object. Main checks again. */
export function problemsOf(fields: readonly Field[], values: FormValues, prefix = ''): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields)
    Object.assign(problems, problemsOfField(field, values[field.name], `${prefix}${field.name}`));
  return problems;
}

function problemsOfField(field: Field, value: FormValue | undefined, path: string): Problems {
  if (value === undefined && field.optional) return {};
  if (field.kind === 'group') return problemsOf(field.fields, isGroup(value) ? value : {}, `${path}.`);
  if (field.kind === 'list') {
    const items = itemsOf(value);
    if (items.length < field.minItems)
      return { [path]: `Add at least ${field.minItems === 1 ? 'one' : field.minItems}.` };
    return Object.assign({}, ...items.map((item, index) => problemsOfField(field.item, item, `${path}.${index}`)));
  }
  if (field.kind === 'flag') return {};
  const text = typeof value === 'string' ? value : '';
  if (text === '' && !(field.kind === 'text' && problemOfText(field, text) === null))
    return { [path]: field.optional ? 'Fill this in, or remove it.' : 'Fill this in.' };
  const problem = problemOfText(field, text);
  return problem === null ? {} : { [path]: problem };
}

/** Characters, as JSON Schema counts them: an emoji is one. */
const lengthOf = (text: string): number => [...text].length;

function problemOfText(field: Field, text: string): string | null {
  switch (field.kind) {
    case 'text':
      if (lengthOf(text) < field.minLength) return `Use at least ${field.minLength} characters.`;
      if (field.maxLength !== null && lengthOf(text) > field.maxLength)
        return `Use at most ${field.maxLength} characters.`;
      return field.pattern === null || new RegExp(field.pattern, 'u').test(text)
        ? null
        : `This must be ${field.says ?? 'as it is declared'}.`;
    case 'number': {
      const number = Number(text);
      if (!Number.isFinite(number) || (field.whole && !Number.isInteger(number)))
        return field.whole ? 'Use a whole number.' : 'Use a number.';
      if (field.minimum !== null && number < field.minimum) return `Use ${field.minimum} or more.`;
      return field.maximum !== null && number > field.maximum ? `Use ${field.maximum} or less.` : null;
    }
    case 'choice':
      return field.choices.some((choice) => String(choice) === text) ? null : 'Choose one of the list.';
    case 'json':
      return jsonProblem(text);
    default:
      return null;
  }
}

/**
 * Returns the parameters in the schema's types. Values with problems are passed as typed. An optional text that is empty
 * is left out, because the service reads an empty text as a value.
 */
export function parametersOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value !== undefined && !isLeftOut(field, value)) parameters[field.name] = parameterOf(field, value);
  }
  return parameters;
}

const isLeftOut = ({ kind, optional }: Field, value: FormValue): boolean => kind === 'text' && optional && value === '';

function parameterOf(field: Field, value: FormValue): unknown {
  switch (field.kind) {
    case 'group':
      return isGroup(value) ? parametersOf(field.fields, value) : value;
    case 'list':
      return itemsOf(value).map((item) => parameterOf(field.item, item));
    case 'number':
      return problemOfText(field, String(value)) === null ? Number(value) : value;
    case 'choice':
      return field.choices.find((choice) => String(choice) === value) ?? value;
    case 'json':
      return parsed(String(value)) ?? value;
    default:
      return value;
  }
}

/** Returns the form values for these parameters: the inverse of `parametersOf`, as far as there are fields. */
export function valuesOf(fields: readonly Field[], parameters: unknown): FormValues {
  const given = isRecord(parameters) ? parameters : {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueFor(field, given[field.name]) ?? (field.optional ? undefined : emptyValue(field));
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function valueFor(field: Field, given: unknown): FormValue | undefined {
  // A value that may be null may as well be left out.
  if (given === undefined || given === null) return undefined;
  switch (field.kind) {
    case 'flag':
      return given === true;
    case 'group':
      return valuesOf(field.fields, given);
    case 'list':
      return Array.isArray(given)
        ? given.map((item: unknown) => valueFor(field.item, item) ?? emptyValue(field.item))
        : undefined;
    case 'json':
      return JSON.stringify(given, null, 2);
    default:
      return typeof given === 'object' ? undefined : String(given);
  }
}

/** Returns the paths in `given` whose value differs or is missing in `kept`. Null counts as missing. */
export function differing(given: unknown, kept: unknown, path = ''): readonly string[] {
  if (given === null || given === kept) return [];
  if (typeof given !== 'object' || typeof kept !== 'object' || kept === null) return given === undefined ? [] : [path];
  return Object.entries(given).flatMap(([name, value]) =>
    differing(value, (kept as Readonly<Record<string, unknown>>)[name], path === '' ? name : `${path}.${name}`),
  );
}

const itemsOf = (value: FormValue | undefined): readonly FormValue[] =>
  Array.isArray(value) ? (value as readonly FormValue[]) : [];

/** Returns why the text is not JSON, with the position, or null when it is. */
export function jsonProblem(text: string): string | null {
  try {
    parseJson(text, (why) => new Error(why.replace('it', 'This')));
    return null;
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

/** Returns the parsed JSON, or undefined for text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function isGroup(value: FormValue | undefined): value is FormValues {
  return isRecord(value);
}
