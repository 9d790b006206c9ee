import type { TSchema } from 'typebox';
import { isJsonObject } from '../model/json.ts';
import { type SchemaNode, schemaNode } from './schema.ts';

/**
 * Returns a body in the interface's proto-JSON (docs/protocol.md#json): the declared members in the schema's order,
 * with an explicit null read as absent. A null for a required list is the empty list, as clients of Go write it.
 * Unknown members are left out, because real clients send some (docs/protocol.md#json). It changes no other value and
 * validates none, which the schema does.
 * @param isQuery reads an empty text in an optional member as absent, which are one value in proto3. Choice
 *   (empty-members): an activity may set a member to the empty text, so only queries are read so. Choice (proto-names):
 *   members have no second name.
 */
export function toProtoJson(schema: TSchema | SchemaNode, value: unknown, isQuery = false): unknown {
  const { items, properties, required = [] }: SchemaNode = schemaNode(schema);
  if (items !== undefined && Array.isArray(value)) return value.map((item) => toProtoJson(items, item, isQuery));
  if (properties === undefined || !isJsonObject(value)) return value;
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    const given: unknown = Object.hasOwn(value, name) ? value[name] : undefined;
    if (isQuery && given === '' && !required.includes(name)) continue;
    if (given !== undefined && given !== null) members[name] = toProtoJson(member, given, isQuery);
    else if (given === null && required.includes(name) && schemaNode(member).items !== undefined) members[name] = [];
  }
  return members;
}
