import { Refusal } from '../refusal.ts';

/**
 * JSON whose meaning cannot differ between readers. `JSON.parse` silently takes the last of two equal members, so that one
 * program shows the first and another signs the second; here that is an error. Numbers are what `JSON.parse` makes of them.
 */

/** Every walk of a parsed payload recurses at most this deep. */
const MAXIMUM_DEPTH = 64;

/** Parses a payload. Throws a `Refusal` for other text, for equal members in one object, and for nesting beyond 64. */
export function parseStrictJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Refusal('payload', 'it is not JSON');
  }
  requireStrict(text);
  return parsed;
}

/** An object's own member; undefined when there is none, whatever the prototype has by that name. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One pass over text that `JSON.parse` took. A stack of its own: recursion would follow the input's depth. */
function requireStrict(text: string): void {
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let position = 0; position < text.length; position += 1) {
    const mark = text[position];
    if (mark === '"') {
      const end = stringEnd(text, position);
      if (isName) requireNew(open.at(-1), text.slice(position, end + 1));
      isName = false;
      position = end;
    } else if (mark === '{' || mark === '[') {
      open.push(mark === '{' ? new Set() : null);
      if (open.length > MAXIMUM_DEPTH) throw new Refusal('payload', `it is nested deeper than ${MAXIMUM_DEPTH} levels`);
      isName = mark === '{';
    } else if (mark === '}' || mark === ']') {
      open.pop();
    } else if (mark === ',') {
      isName = open.at(-1) != null;
    }
  }
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

function requireNew(names: Set<string> | null | undefined, quoted: string): void {
  const name = JSON.parse(quoted) as string;
  if (names?.has(name))
    throw new Refusal('payload', 'it has the same member twice in one object, so its meaning is not certain');
  names?.add(name);
}
