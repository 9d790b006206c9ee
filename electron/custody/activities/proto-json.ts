import { isJsonObject } from '../../../shared/model/index.ts';
import { type SchemaNode, schemaNode } from '../../../shared/operations/index.ts';

/**
 * Returns a body in the interface's proto-JSON (docs/protocol.md#json): the declared members in the schema's order,
 * with an explicit null read as absent. Unknown members are left out, because real clients send some
 * (docs/protocol.md#json). It changes no value and validates none, which the schema does.
 */
export function toProtoJson(schema: Parameters<typeof schemaNode>[0], value: unknown): unknown {
  const { items, properties }: SchemaNode = schemaNode(schema);
  if (items !== undefined && Array.isArray(value)) return value.map((item) => toProtoJson(items, item));
  if (properties === undefined || !isJsonObject(value)) return value;
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    const given: unknown = Object.hasOwn(value, name) ? value[name] : null;
    if (given !== null) members[name] = toProtoJson(member, given);
  }
  return members;
}
