import { type JsonObject, ownMember, parseJson, shortened } from '../../shared/model/index.ts';
import { usage } from './exit-codes.ts';
import { withoutMark } from './files.ts';

type Header = readonly [name: string, value: string];

const NAME = /^[!-9;-~]+$/;
const MAXIMUM_NAME = 64;
const REQUEST_LINE = /^(?:[A-Z]+ \S+ HTTP\/\d|HTTP\/\d)/;
/** The prefixes of `curl -v` for headers of a request and a response, and for its own remarks. */
const SENT = /^[<>] ?/;
const REMARK = /^[*{}]/;
/** The member of an API Gateway event, or of a saved request, that has the headers. */
const WITHIN = ['headers', 'multiValueHeaders'];

/**
 * Reads the headers of a webhook delivery in the formats that people save:
 * - lines of `Name: value`, plain or as `curl -v` prints them.
 * - a JSON object of texts or of lists of one text.
 * - the list that Node calls `rawHeaders`, or a list of pairs.
 * - an object that has one of these as `headers` (an API Gateway event).
 * @returns Values by the names as they were written.
 * @throws AppError USAGE, which names the header that is wrong.
 */
export function readWebhookHeaders(text: string): Record<string, string> {
  const trimmed = withoutMark(text).trim();
  const headers = /^[[{]/.test(trimmed) ? fromJson(parseJson(trimmed, wrong) as object) : fromLines(trimmed);
  const names = new Set<string>();
  for (const [name] of headers) {
    if (!NAME.test(name))
      throw wrong(`it has an invalid header name (${JSON.stringify(shortened(name, MAXIMUM_NAME))})`);
    const lower = name.toLowerCase();
    if (names.has(lower)) throw wrong(`it has the header ${shortened(name, MAXIMUM_NAME)} twice`);
    names.add(lower);
  }
  return Object.fromEntries(headers);
}

function fromJson(value: object): readonly Header[] {
  if (Array.isArray(value)) return fromList(value);
  const object = value as JsonObject;
  for (const member of WITHIN) {
    const inner = ownMember(object, member);
    if (typeof inner === 'object' && inner !== null) return fromJson(inner);
  }
  const raw = ownMember(object, 'rawHeaders');
  if (Array.isArray(raw)) return fromList(raw);
  return Object.entries(object).map(([name, given]) => [name, textOf(name, given)]);
}

function fromList(list: readonly unknown[]): readonly Header[] {
  if (list.every(Array.isArray)) return list.map((pair) => headerOf(pair));
  if (list.length % 2 !== 0) throw wrong('its list has a name without a value: it has an odd number of items');
  return Array.from({ length: list.length / 2 }, (_, index) => headerOf(list.slice(2 * index, 2 * index + 2)));
}

function headerOf([name, value]: readonly unknown[]): Header {
  if (typeof name !== 'string') throw wrong('its list has a name that is not text');
  return [name, textOf(name, value)];
}

function textOf(name: string, given: unknown): string {
  const [value, another] = Array.isArray(given) ? given : [given];
  if (another !== undefined) throw wrong(`it has several values for the header ${shortened(name, MAXIMUM_NAME)}`);
  if (typeof value !== 'string') throw wrong(`the value of the header ${shortened(name, MAXIMUM_NAME)} is not text`);
  return value;
}

function fromLines(text: string): readonly Header[] {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const isCurl = lines.some((line) => SENT.test(line));
  const own = isCurl
    ? lines.filter((line) => SENT.test(line) && !REMARK.test(line)).map((line) => line.replace(SENT, ''))
    : lines;
  const fields = own.filter((line, index) => !(index === 0 && REQUEST_LINE.test(line)));
  const end = fields.indexOf('');
  return (end === -1 ? fields : fields.slice(0, end)).map((line) => {
    const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw wrong(`a line of it is not written as Name: value (${JSON.stringify(shortened(line, MAXIMUM_NAME))})`);
    return [name, value];
  });
}

function wrong(why: string): Error {
  return usage(
    `The file of headers cannot be read, because ${why}. Nothing was verified. Save lines of \`Name: value\`, or JSON with a text for each name.`,
  );
}
