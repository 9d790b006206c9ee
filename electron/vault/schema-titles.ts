import type { TSchema } from 'typebox';
import type { PathStep } from './body-scanner.ts';

/** A JSON Schema as plain data: the only members this file reads. */
interface SchemaData {
  readonly title?: unknown;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, SchemaData>>;
  readonly items?: SchemaData;
  readonly anyOf?: readonly SchemaData[];
}

/** What a declaration says about a place in a body. */
export interface Declared {
  /** False when an object on the way declares its members and this one is none of them. */
  readonly known: boolean;
  /** The names a person reads, outermost first: `Accounts 1, Curve`. */
  readonly label: string;
}

/** Looks a place up in the schema of the whole body; without a schema, or below an unknown member, names stand for themselves. */
export function declaredAt(schema: TSchema | null, path: readonly PathStep[]): Declared {
  let candidates: readonly SchemaData[] = schema === null ? [] : [schema as SchemaData];
  let known = true;
  const labels: string[] = [];
  for (const step of path) {
    candidates = candidates.flatMap((candidate) => candidate.anyOf ?? [candidate]);
    if (typeof step === 'number') {
      candidates = candidates.flatMap((candidate) => candidate.items ?? []);
      labels.push([labels.pop(), step + 1].join(' ').trim());
      continue;
    }
    const closed = candidates.length > 0 && !candidates.some(takesAnyMember);
    candidates = candidates.flatMap((candidate) => memberOf(candidate, step));
    if (candidates.length === 0 && closed) known = false;
    labels.push(titleOf(candidates) ?? step);
  }
  // The wrapper around every activity's parameters says nothing to a person.
  return { known, label: (path[0] === 'parameters' && path.length > 1 ? labels.slice(1) : labels).join(', ') };
}

function memberOf({ properties }: SchemaData, name: string): readonly SchemaData[] {
  const member = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return member === undefined ? [] : [member];
}

function takesAnyMember(schema: SchemaData): boolean {
  if (schema.properties !== undefined) return false;
  if (schema.type === 'object') return true;
  return schema.type === undefined && schema.const === undefined && schema.enum === undefined;
}

function titleOf(candidates: readonly SchemaData[]): string | undefined {
  for (const { title } of candidates.flatMap((each) => [each, ...(each.anyOf ?? [])])) {
    if (typeof title === 'string') return title;
  }
  return undefined;
}
