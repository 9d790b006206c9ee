/** Members of JSON input that an operation does not declare. */
import { isJsonObject, nearest } from '../../shared/model/index.ts';
import { type Operation, type SchemaNode, schemaNode } from '../../shared/operations/index.ts';

/** Unknown members that are named. A document for another operation has many. */
const MAXIMUM_NAMED = 5;
/** A name that is safe to repeat: no key or phrase has this form. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/**
 * Returns a line for each undeclared member of the parameters or the body of an operation, with the nearest declared
 * name. Such members are sent, because a newer service may know them.
 */
export function unknownMembers(operation: Operation, json: Readonly<Record<string, unknown>>): string[] {
  const schema = operation.kind === 'activity' ? operation.parameters : operation.request;
  if (schema === null) return [];
  const found = [...unknownIn(schemaNode(schema), json)].filter(({ name }) => name !== 'organizationId');
  const named = found.slice(0, MAXIMUM_NAMED).map(({ name, known }) => {
    const [meant] = nearest(name, known);
    const unknown = NAME.test(name)
      ? `${operation.name} has no member \`${name}\` that Castellan knows`
      : `The JSON for ${operation.name} has a member that Castellan does not know`;
    return `Care: ${unknown}. Castellan does not remove it.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
  });
  const more = found.length - named.length;
  return more > 0 ? [...named, `Care: ${more} more members are unknown to Castellan.`] : named;
}

interface Unknown {
  readonly name: string;
  /** The declared names beside it. */
  readonly known: readonly string[];
}

function* unknownIn(node: SchemaNode, value: unknown): Generator<Unknown> {
  if (Array.isArray(value) && node.items !== undefined) {
    const items = schemaNode(node.items);
    for (const each of value) yield* unknownIn(items, each);
  }
  if (!isJsonObject(value) || node.properties === undefined) return;
  const known = Object.keys(node.properties);
  for (const [name, member] of Object.entries(value)) {
    const declared = Object.hasOwn(node.properties, name) ? node.properties[name] : undefined;
    if (declared === undefined) yield { name, known };
    else yield* unknownIn(schemaNode(declared), member);
  }
}
