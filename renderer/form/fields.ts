import type { TSchema } from 'typebox';

/** A schema as the JSON Schema data it is; only the members a form reads. */
interface SchemaData {
  readonly type?: string;
  readonly title?: string;
  readonly help?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaData[];
  readonly properties?: Readonly<Record<string, SchemaData>>;
  readonly required?: readonly string[];
  readonly items?: SchemaData;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Named {
  readonly name: string;
  readonly title: string;
  readonly help: string | null;
  readonly optional: boolean;
}

export type Field = Named &
  (
    | {
        readonly kind: 'text';
        readonly minLength: number;
        readonly maxLength: number | null;
        readonly pattern: string | null;
      }
    | {
        readonly kind: 'number';
        readonly minimum: number | null;
        readonly maximum: number | null;
        readonly whole: boolean;
      }
    | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] }
    | { readonly kind: 'flag' }
    | { readonly kind: 'group'; readonly fields: readonly Field[] }
    | { readonly kind: 'list'; readonly item: Field; readonly minItems: number }
    /** A shape with no field of its own: typed as JSON. */
    | { readonly kind: 'json' }
  );

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>;

/** The fields of an object schema, in declaration order. Knows JSON Schema, knows no operation. */
export function fieldsOf(schema: TSchema): readonly Field[] {
  return membersOf(schema as SchemaData);
}

function membersOf(schema: SchemaData): readonly Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([, member]) => member.const === undefined)
    .map(([name, member]) => fieldOf(name, member, !required.has(name)));
}

function fieldOf(name: string, schema: SchemaData, optional: boolean): Field {
  const alternatives = schema.anyOf?.filter((member) => member.type !== 'null');
  const [only] = alternatives ?? [];
  if (alternatives?.length === 1 && only !== undefined && schema.anyOf !== undefined) {
    return fieldOf(
      name,
      { ...only, ...(schema.title === undefined ? {} : { title: schema.title }) },
      optional || schema.anyOf.length > 1,
    );
  }
  const named: Named = { name, title: schema.title ?? spaced(name), help: schema.help ?? null, optional };
  if (schema.enum !== undefined) return { ...named, kind: 'choice', choices: schema.enum };
  switch (schema.type) {
    case 'string':
      return {
        ...named,
        kind: 'text',
        minLength: schema.minLength ?? 0,
        maxLength: schema.maxLength ?? null,
        pattern: schema.pattern ?? null,
      };
    case 'integer':
    case 'number':
      return {
        ...named,
        kind: 'number',
        minimum: schema.minimum ?? null,
        maximum: schema.maximum ?? null,
        whole: schema.type === 'integer',
      };
    case 'boolean':
      return { ...named, kind: 'flag' };
    case 'object':
      return schema.properties === undefined
        ? { ...named, kind: 'json' }
        : { ...named, kind: 'group', fields: membersOf(schema) };
    case 'array':
      return schema.items === undefined
        ? { ...named, kind: 'json' }
        : { ...named, kind: 'list', item: fieldOf('item', schema.items, false), minItems: schema.minItems ?? 0 };
    default:
      return { ...named, kind: 'json' };
  }
}

/** "addressFormat" to "Address format". */
function spaced(name: string): string {
  const text = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
