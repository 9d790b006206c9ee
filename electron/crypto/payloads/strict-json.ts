import { type ByteRange, type PathStep, scanJson } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { Refusal } from '../refusal.ts';

/** Every walk of a parsed payload recurses at most this deep. */
const MAXIMUM_DEPTH = 64;
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/;

/**
 * Parses a payload whose meaning cannot differ between readers. `JSON.parse` silently takes the last of two equal members, so
 * that one program shows the first and another signs the second; here that is refused, and so are whole numbers that are
 * not written as such (`1e3`, `9007199254740990.9`), which programs read in different ways. Throws a `Refusal` for other text too, and for nesting beyond 64.
 */
export function parseStrictJson(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Refusal('payload', 'it is not JSON');
  }
  scanJson(text, MAXIMUM_DEPTH, {
    leaf(_path, written, start) {
      const isRounded = Number.isSafeInteger(Number(written)) && !WHOLE_NUMBER.test(written);
      if (/[-\d]/.test(text[start] ?? '') && isRounded)
        throw new Refusal(
          'payload',
          'it has a number that is not a whole one in digits, so its meaning is not certain',
        );
    },
    member(_path, again) {
      if (again)
        throw new Refusal('payload', 'it has the same member twice in one object, so its meaning is not certain');
    },
    tooDeep() {
      throw new Refusal('payload', `it is nested deeper than ${MAXIMUM_DEPTH} levels`);
    },
  });
  return parsed;
}

/** Tells each value of a payload that `parseStrictJson` took: its path, and where it stands in the UTF-8 of the payload, quotes left out. */
export function locateValues(text: string, tell: (path: readonly PathStep[], range: ByteRange) => void): void {
  const isAscii = utf8Encode(text).length === text.length;
  let [units, bytes] = [0, 0];
  const bytesAt = (position: number) => {
    if (isAscii) return position;
    bytes += utf8Encode(text.slice(units, position)).length;
    units = position;
    return bytes;
  };
  scanJson(text, MAXIMUM_DEPTH, {
    leaf(path, _text, start, end) {
      const quotes = text[start] === '"' ? 1 : 0;
      tell(path, { start: bytesAt(start + quotes), end: bytesAt(end - quotes) });
    },
    member: () => undefined,
    tooDeep: () => undefined,
  });
}
