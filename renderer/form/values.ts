import type { Field } from './fields.ts';

/** What the controls of a form hold: text as typed, until `parametersOf` makes it what the schema asks for. */
export type FormValue = string | boolean | readonly FormValue[] | { readonly [name: string]: FormValue };
export type FormValues = Readonly<Record<string, FormValue>>;

/** Problems by path: `accounts.0.path`. */
export type Problems = Readonly<Record<string, string>>;

/** The empty value of a field. A required choice starts with its first entry, a required list with its fewest items. */
export function emptyValue(field: Field): FormValue {
  switch (field.kind) {
    case 'flag':
      return false;
    case 'choice':
      return field.optional ? '' : String(field.choices[0] ?? '');
    case 'group':
      return emptyValues(field.fields);
    case 'list':
      return Array.from({ length: field.minItems }, () => emptyValue(field.item));
    default:
      return '';
  }
}

export function emptyValues(fields: readonly Field[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]));
}

/** What is wrong with the values, in words, by path; an empty object when nothing is. Main checks again. */
export function problemsOf(fields: readonly Field[], values: FormValues, prefix = ''): Problems {
  const problems: Record<string, string> = {};
  for (const field of fields)
    Object.assign(problems, problemsOfField(field, values[field.name], `${prefix}${field.name}`));
  return problems;
}

function problemsOfField(field: Field, value: FormValue | undefined, path: string): Problems {
  if (field.kind === 'group') return isGroup(value) ? problemsOf(field.fields, value, `${path}.`) : {};
  if (field.kind === 'list') {
    const items = Array.isArray(value) ? (value as readonly FormValue[]) : [];
    if (items.length < field.minItems)
      return { [path]: `Add at least ${field.minItems === 1 ? 'one' : field.minItems}.` };
    return Object.assign({}, ...items.map((item, index) => problemsOfField(field.item, item, `${path}.${index}`)));
  }
  if (field.kind === 'flag') return {};
  const text = typeof value === 'string' ? value : '';
  if (text === '')
    return field.optional || (field.kind === 'text' && field.minLength === 0 && field.pattern === null)
      ? {}
      : { [path]: 'Fill this in.' };
  const problem = problemOfText(field, text);
  return problem === null ? {} : { [path]: problem };
}

function problemOfText(field: Field, text: string): string | null {
  switch (field.kind) {
    case 'text':
      if (text.length < field.minLength) return `Use at least ${field.minLength} characters.`;
      if (field.maxLength !== null && text.length > field.maxLength)
        return `Use at most ${field.maxLength} characters.`;
      return field.pattern === null || new RegExp(field.pattern, 'u').test(text)
        ? null
        : 'This does not have the right form.';
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
      try {
        JSON.parse(text);
        return null;
      } catch {
        return 'This is not JSON.';
      }
    default:
      return null;
  }
}

/** The parameters the schema asks for, made from values that have no problems. What was left empty is left out. */
export function parametersOf(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const field of fields) {
    const made = parameterOf(field, values[field.name]);
    if (made !== undefined) parameters[field.name] = made;
  }
  return parameters;
}

function parameterOf(field: Field, value: FormValue | undefined): unknown {
  if (value === undefined || (value === '' && field.optional)) return undefined;
  switch (field.kind) {
    case 'group':
      return isGroup(value) ? parametersOf(field.fields, value) : undefined;
    case 'list':
      return Array.isArray(value)
        ? (value as readonly FormValue[]).map((item) => parameterOf(field.item, item))
        : undefined;
    case 'flag':
      return field.optional && value === false ? undefined : value;
    case 'number':
      return Number(value);
    case 'choice':
      return field.choices.find((choice) => String(choice) === value);
    case 'json':
      return JSON.parse(String(value));
    default:
      return value;
  }
}

export function isGroup(value: FormValue | undefined): value is FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
