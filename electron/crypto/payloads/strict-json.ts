import { type ByteRange, type PathStep, parseJson, scanJson, shortened } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { Refusal } from '../refusal.ts';

/** Every walk of a parsed payload recurses at most this deep. */
const MAXIMUM_DEPTH = 64;
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/;

/**
 * Receives each value of a payload: its path, and its range in the UTF-8 of the payload, without quotes. `path` is only
 * valid during the call.
 */
export type ReportPlace = (path: readonly PathStep[], range: ByteRange) => void;

/**
 * Parses a payload whose meaning cannot differ between readers. `JSON.parse` silently takes the last of two equal
 * members, so that one program shows the first and another signs the second. Such members are refused here. So are
 * whole numbers in another spelling (`1e3`, `9007199254740990.9`), which programs read in different ways. Throws a
 * `Refusal` for other invalid text too, and for nesting beyond 64.
 */
export function parseStrictJson(text: string, reportPlace?: ReportPlace): unknown {
  const parsed = parseJson(text, (why) => new Refusal('payload', why));
  const bytesAt = reportPlace === undefined ? Number : bytePositions(text);
  scanJson(text, MAXIMUM_DEPTH, {
    leaf(path, written, start, end) {
      const first = text[start] ?? '';
      if (/[-\d]/.test(first) && !WHOLE_NUMBER.test(written) && Number.isSafeInteger(Number(written)))
        throw new Refusal(
          'payload',
          'it has a number that is not written in whole digits, so its meaning is not certain',
        );
      const quotes = first === '"' ? 1 : 0;
      reportPlace?.(path, { start: bytesAt(start + quotes), end: bytesAt(end - quotes) });
    },
    member(path, again) {
      if (again)
        throw new Refusal(
          'payload',
          `it has ${placeOf(path)} twice in one object: remove one, or its meaning is not certain`,
        );
    },
    tooDeep() {
      throw new Refusal('payload', `it is nested deeper than ${MAXIMUM_DEPTH} levels`);
    },
  });
  return parsed;
}

/** The place of a member, as `message.to.name`. */
const placeOf = (path: readonly PathStep[]): string =>
  shortened(
    path
      .map((step) => (typeof step === 'number' ? `[${step}]` : step))
      .join('.')
      .replaceAll('.[', '['),
    128,
  );

/** Converts positions in UTF-16 units to UTF-8 bytes. Call it in the order of the text. */
function bytePositions(text: string): (position: number) => number {
  if (/^[\0-\x7f]*$/.test(text)) return (position) => position;
  let [units, bytes] = [0, 0];
  return (position) => {
    bytes += utf8Encode(text.slice(units, position)).length;
    units = position;
    return bytes;
  };
}
