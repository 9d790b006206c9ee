import Type, { type TProperties, type TSchema } from 'typebox';
import { isJsonObject } from './json.ts';

/**
 * Returns the schema of a byte array without a secret: at most `maximum` bytes, or `exactly` that many. Structured
 * clone carries it unchanged.
 */
export const Bytes = (maximum: number, exactly?: number) => bytesOf('open', maximum, exactly);

/**
 * Returns the schema of a byte array that holds a key, a mnemonic, a passphrase or a sealed form of one.
 * The mark is part of the schema, so that `wipeSecrets` wipes a finished message without a list of names.
 */
export const Secret = (maximum: number, exactly?: number) => bytesOf('secret', maximum, exactly);

/**
 * Returns the schema of an object that refuses undeclared members, so that only declared ones cross between our own
 * processes.
 */
export const Closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** Returns the schema of a value that may be null. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const bytesOf = (bytes: 'open' | 'secret', maximum: number, exactly?: number) =>
  Type.Refine(
    Type.Unsafe<Uint8Array<ArrayBuffer>>({ bytes }),
    (value) =>
      value instanceof Uint8Array && value.length <= maximum && (exactly === undefined || value.length === exactly),
    () => (exactly === undefined ? `must be at most ${maximum} bytes` : `must be exactly ${exactly} bytes`),
  );

/** As much of a JSON Schema as messages use. */
interface SchemaNode {
  readonly bytes?: 'open' | 'secret';
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** True when a value of the schema can hold a byte array marked as `Secret`. */
export function holdsSecrets(schema: TSchema): boolean {
  const holds = ({ bytes, properties = {}, items, anyOf = [] }: SchemaNode): boolean =>
    bytes === 'secret' || [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf].some(holds);
  return holds(schema as SchemaNode);
}

/** Overwrites every byte array that the schema marks as `Secret`, whatever the shape of the rest of the value. */
export function wipeSecrets(schema: TSchema, value: unknown): void {
  wipeNode(schema as SchemaNode, value);
}

function wipeNode({ bytes, properties = {}, items, anyOf = [] }: SchemaNode, value: unknown): void {
  if (bytes === 'secret' && value instanceof Uint8Array) value.fill(0);
  for (const node of anyOf) wipeNode(node, value);
  if (items !== undefined && Array.isArray(value)) for (const item of value) wipeNode(items, item);
  if (isJsonObject(value)) for (const [name, node] of Object.entries(properties)) wipeNode(node, value[name]);
}
