import type { TSchema } from 'typebox';
import { isCompared, type ValueKind } from '../../shared/model/index.ts';
import { itemTitle, type NamedKind, type SchemaNode, schemaNode, titleOf } from '../../shared/operations/index.ts';
import { worded } from '../language/worded.ts';

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
        /** Describes a value of the pattern, in words that follow `must be`. */
        readonly says: string | null;
        /** More than fits one line. */
        readonly long: boolean;
        /** True for bytes in text form. */
        readonly mono: boolean;
        readonly isAddress: boolean;
        /** Its words stand below it while it is typed. */
        readonly valueKind: ValueKind;
        /** The kind of thing that it names, where the name of the member does not say it. */
        readonly names: NamedKind | null;
      }
    | {
        readonly kind: 'number';
        readonly minimum: number | null;
        readonly maximum: number | null;
        readonly whole: boolean;
      }
    | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] }
    | {
        readonly kind: 'flag';
        /** The meaning of a missing value. Null where it means no. */
        readonly absent: string | null;
      }
    | { readonly kind: 'group'; readonly fields: readonly Field[] }
    | { readonly kind: 'list'; readonly item: Field; readonly one: string; readonly minItems: number }
    /** A shape with no field of its own: typed as JSON. */
    | { readonly kind: 'json' }
  );

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { kind: Kind }>;

/** Characters: texts that may be longer get several lines. */
const LINE = 512;

/** The fields of an object schema, in declaration order. Knows JSON Schema, knows no operation. */
export function fieldsOf(schema: TSchema): readonly Field[] {
  return membersOf(schemaNode(schema));
}

function membersOf(schema: SchemaNode): readonly Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([, member]) => member.const === undefined)
    .map(([name, member]) => fieldOf(name, member, !required.has(name)));
}

const helpOf = ({ help }: SchemaNode): string | null => (help === undefined ? null : worded(help));

function fieldOf(name: string, declared: SchemaNode, isOptional: boolean): Field {
  const schema = schemaNode(declared);
  // A nullable value may also be omitted.
  const optional = isOptional || schema !== declared;
  const named: Named = { name, title: worded(titleOf(schema, name)), help: helpOf(schema), optional };
  if (schema.enum !== undefined) return { ...named, kind: 'choice', choices: schema.enum };
  // The help of a text with known values lists them.
  if (schema.examples !== undefined) return { ...named, help: null, kind: 'choice', choices: schema.examples };
  switch (schema.type) {
    case 'string':
      return {
        ...named,
        kind: 'text',
        minLength: schema.minLength ?? 0,
        maxLength: schema.maxLength ?? null,
        pattern: schema.pattern ?? null,
        says: schema.says === undefined ? null : worded(schema.says),
        long: (schema.maxLength ?? 0) > LINE,
        mono: schema.kind === 'bytes' || schema.kind === 'asset' || isCompared(schema.kind),
        isAddress: schema.kind === 'address',
        valueKind: schema.kind ?? 'text',
        names: schema.names ?? null,
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
      return { ...named, kind: 'flag', absent: schema.absent === undefined ? null : worded(schema.absent) };
    case 'object':
      return schema.properties === undefined
        ? { ...named, kind: 'json' }
        : { ...named, kind: 'group', fields: membersOf(schema) };
    case 'array':
      return schema.items === undefined
        ? { ...named, kind: 'json' }
        : {
            ...named,
            kind: 'list',
            one: worded(itemTitle(schema, titleOf(schema, name))),
            item: fieldOf('item', schema.items, false),
            minItems: schema.minItems ?? 0,
          };
    default:
      return { ...named, kind: 'json' };
  }
}
