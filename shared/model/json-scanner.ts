import { shortened } from './shortened.ts';

/** One step from the root of a value to a value in it: a member's name or an item's number. */
export type PathStep = string | number;

/**
 * The callbacks of the scanner, in the order of the text, duplicate members included. A very long name is cut in the
 * path.
 */
export interface JsonVisitor {
  /**
   * A string, number, boolean, null, or an empty object or array. `text` is the value in the JSON, with strings
   * decoded.
   * It stands from `start` up to `end`, in UTF-16 units.
   */
  leaf(path: readonly PathStep[], text: string, start: number, end: number): void;
  /** A member's name, before its value. `again` when the same object had it already. */
  member(path: readonly PathStep[], again: boolean): void;
  /** An object or array that is not walked because it is nested too deep. */
  tooDeep(path: readonly PathStep[]): void;
}

/** Longer names are cut in paths, because each value below such a name would repeat it. */
const MAXIMUM_NAME = 256;

const WHITE_SPACE = ' \t\n\r';
const SCALAR = /[^\s,\]}]+/y;

/**
 * Walks JSON text in the order it was written. `JSON.parse` cannot do this: it drops the first of two equal members and
 * moves members with numeric names. The text must be one that `JSON.parse` takes; every step here is linear in its length.
 * At most `depth` objects and arrays are walked inside each other.
 */
export function scanJson(text: string, depth: number, visitor: JsonVisitor): void {
  let position = 0;
  const path: PathStep[] = [];

  function take(pattern: RegExp): string {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0] ?? '';
    position += found.length;
    return found;
  }

  function skipSpace(): string {
    let next = text[position] ?? '';
    while (next !== '' && WHITE_SPACE.includes(next)) {
      position += 1;
      next = text[position] ?? '';
    }
    return next;
  }

  /** A string with its quotes, still escaped. A regular expression would need stack for every character. */
  function takeQuoted(): string {
    const start = position;
    const end = text.indexOf('"', start + 1) + 1;
    const quoted = text.slice(start, end);
    if (!quoted.includes('\\')) {
      position = end;
      return quoted;
    }
    position += 1;
    while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
    position += 1;
    return text.slice(start, position);
  }

  function takeString(): string {
    const quoted = takeQuoted();
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  }

  function skipNested(): void {
    let open = 0;
    do {
      const next = text[position];
      if (next === '"') takeQuoted();
      else position += 1;
      if (next === '{' || next === '[') open += 1;
      if (next === '}' || next === ']') open -= 1;
    } while (open > 0 && position < text.length);
  }

  function value(): void {
    const first = skipSpace();
    const start = position;
    if (first !== '{' && first !== '[') {
      const text = first === '"' ? takeString() : take(SCALAR);
      visitor.leaf(path, text, start, position);
    } else if (path.length >= depth) {
      visitor.tooDeep(path);
      skipNested();
    } else if (first === '{') object();
    else array();
  }

  function object(): void {
    position += 1;
    const start = position - 1;
    if (skipSpace() === '}') {
      position += 1;
      visitor.leaf(path, '{}', start, position);
      return;
    }
    const names = new Set<string>();
    do {
      skipSpace();
      const name = takeString();
      path.push(shortened(name, MAXIMUM_NAME));
      visitor.member(path, names.has(name));
      names.add(name);
      skipSpace();
      position += 1;
      value();
      path.pop();
    } while (next() === ',');
  }

  function array(): void {
    position += 1;
    const start = position - 1;
    if (skipSpace() === ']') {
      position += 1;
      visitor.leaf(path, '[]', start, position);
      return;
    }
    let index = 0;
    do {
      path.push(index);
      index += 1;
      value();
      path.pop();
    } while (next() === ',');
  }

  /** The comma or closing bracket after a value. */
  function next(): string {
    const mark = skipSpace();
    position += 1;
    return mark;
  }

  value();
}
