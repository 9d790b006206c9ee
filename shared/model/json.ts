import { jsonFault } from './json-fault.ts';

/** A parsed JSON object. A reader checks each member that it uses. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object. An array or null is not one. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses text that must be JSON. Throws the error of `refuse` for the reason, which names the fault and its place.
 * The reason never repeats the text.
 */
export function parseJson(text: string, refuse: (why: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(`it is not JSON (${jsonFault(text)})`);
  }
}

/**
 * Parses text that must be one JSON object. Throws the error of `refuse`: that of `parseJson`, or "it is not a JSON
 * object but …".
 */
export function parseJsonObject(text: string, refuse: (why: string) => Error): JsonObject {
  const value = parseJson(text, refuse);
  if (!isJsonObject(value)) throw refuse(`it is not a JSON object in curly brackets but ${kindOf(value)}`);
  return value;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null
    ? 'null'
    : ({ string: 'a text', number: 'a number' }[typeof value as string] ?? 'true or false');
}

/** Returns an object's own member, or undefined. Ignores members of the prototype. */
export function ownMember(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
