/** What parsed JSON is when it is an object; a reader checks each member that it takes. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object in the sense of JSON: no array and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses text that must be one JSON object. Throws what `refuse` makes of the reason, "it is not JSON" or
 * "it is not a JSON object"; the reason never repeats the text.
 */
export function parseJsonObject(text: string, refuse: (why: string) => Error): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('it is not JSON');
  }
  if (!isJsonObject(value)) throw refuse('it is not a JSON object');
  return value;
}

/** An object's own member; undefined when there is none, whatever the prototype has by that name. */
export function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
