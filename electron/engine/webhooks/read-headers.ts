import { AppError, sentence } from '../../../shared/errors/index.ts';
import { isJsonObject, type JsonObject, ownMember, parseJson, shortened } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

type Header = readonly [name: string, value: string];

/** The headers of a saved delivery by their names, and its body if the text has one. */
export interface ReadDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

const NAME = /^[!-9;-~]+$/;
const MAXIMUM_NAME = 64;
const REQUEST_LINE = /^(?:[A-Z]+ \S+ HTTP\/\d|HTTP\/\d)/;
/** The prefixes of `curl -v` for headers of a request and a response, and for its own remarks. */
const SENT = /^[<>] ?/;
const REMARK = /^[*{}]/;
/** The member of an API Gateway event, or of a saved request, that has the headers. */
const WITHIN = ['headers', 'multiValueHeaders'];
/**
 * A name of a delivery's header, also as CGI, Rack and WSGI spell it (`HTTP_X_TURNKEY_TIMESTAMP`). It has at most 40
 * characters, so that a long text takes linear time.
 */
const OWN_NAME = /(?<![A-Za-z0-9])(?:HTTP_)?(X[-_](?:SERVICE|TURNKEY)[-_][A-Z_-]{0,29}[A-Z])/i;
/** The name, a separator and the value, as logs, `curl -H` and printed maps write them. */
const LOGGED = new RegExp(
  `${OWN_NAME.source}["'\`\\\\\\])]*\\s*(?::|=>?|,)\\s*["'\`\\\\[(]*([^\\s"'\`\\\\\\],;})]+)`,
  'gi',
);
const MAXIMUM_LOG = 65_536;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads the headers of a webhook delivery from these formats:
 * - lines of `Name: value`, or the output of `curl -v`.
 * - a raw HTTP request, with its body.
 * - a JSON object of texts or of lists of one text.
 * - the list that Node calls `rawHeaders`, a list of pairs, or one of objects with `name` or `key` and `value` (HAR).
 * - an object that has one of these as `headers`, and perhaps a `body` (an API Gateway event).
 * - any other text with the names of a delivery's headers: log lines, `curl -H`, printed maps, CGI variables.
 * @returns Headers by the names as they were written, the last format's in lower case.
 * @throws INVALID_INPUT, which names the header that is wrong.
 */
export function readDelivery(text: string): ReadDelivery {
  const plain = text.replace(/^\ufeff/, '').trimStart();
  const read = /^[[{]/.test(plain) ? fromJsonText(plain) : fromText(plain);
  const names = new Set<string>();
  for (const [name] of read.headers) {
    if (!NAME.test(name))
      throw wrong(`it has an invalid header name (${JSON.stringify(shortened(name, MAXIMUM_NAME))})`);
    const lower = name.toLowerCase();
    if (names.has(lower)) throw wrong(`it has the header ${shortened(name, MAXIMUM_NAME)} twice`);
    names.add(lower);
  }
  return { headers: Object.fromEntries(read.headers), body: read.body };
}

interface Found {
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
}

/** Text that begins like JSON. Log lines that begin with a bracket are searched instead. */
function fromJsonText(text: string): Found {
  const isLog = text.startsWith('[') && !/^\[\s*(?:\]|\[|\{|")/.test(text) && OWN_NAME.test(text);
  if (isLog) return { headers: logged(text), body: null };
  const value = parseJson(text.trimEnd(), wrong) as object;
  return { headers: fromJson(value), body: bodyOf(value) };
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

/** The body of an API Gateway event or of a saved request. */
function bodyOf(value: object): Uint8Array | null {
  const object = value as JsonObject;
  const isEvent = !Array.isArray(value) && WITHIN.some((member) => typeof ownMember(object, member) === 'object');
  const body = isEvent ? ownMember(object, 'body') : null;
  if (typeof body !== 'string' || body === '') return null;
  if (ownMember(object, 'isBase64Encoded') !== true) return utf8Encode(body);
  if (!BASE64.test(body)) throw wrong('its body is marked as base64 and is not');
  return Uint8Array.from(Buffer.from(body, 'base64'));
}

function fromList(list: readonly unknown[]): readonly Header[] {
  if (list.every(Array.isArray)) return list.map((pair) => headerOf(pair));
  if (list.every(isJsonObject))
    return list.map((one) => headerOf([ownMember(one, 'name') ?? ownMember(one, 'key'), ownMember(one, 'value')]));
  if (list.length % 2 !== 0) throw wrong('its list has a name without a value: it has an odd number of items');
  return Array.from({ length: list.length / 2 }, (_, index) => headerOf(list.slice(2 * index, 2 * index + 2)));
}

function headerOf([name, value]: readonly unknown[]): Header {
  if (typeof name !== 'string') throw wrong('its list has a name that is not text');
  return [name, textOf(name, value)];
}

function textOf(name: string, given: unknown): string {
  const [first, another] = Array.isArray(given) ? given : [given];
  const value = isJsonObject(first) ? ownMember(first, 'value') : first;
  if (another !== undefined) throw wrong(`it has several values for the header ${shortened(name, MAXIMUM_NAME)}`);
  if (typeof value !== 'string') throw wrong(`the value of the header ${shortened(name, MAXIMUM_NAME)} is not text`);
  return value;
}

/** Lines of headers. A text whose lines are otherwise, but that names a delivery's headers, is searched for them. */
function fromText(text: string): Found {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const isCurl = lines.some((line) => SENT.test(line));
  const own = isCurl
    ? lines.filter((line) => SENT.test(line) && !REMARK.test(line)).map((line) => line.replace(SENT, ''))
    : lines;
  const fields = own.filter((line, index) => !(index === 0 && REQUEST_LINE.test(line)));
  const end = fields.indexOf('');
  const read = (end === -1 ? fields : fields.slice(0, end)).map((line) => ({
    line,
    match: /^([!-9;-~]+):[ \t]*(.*)$/.exec(line),
  }));
  const other = read.find(({ match }) => match === null);
  const headers = read.flatMap(({ match }): Header[] => (match === null ? [] : [[match[1] ?? '', match[2] ?? '']]));
  const isDelivery = headers.some(([name]) => OWN_NAME.exec(name)?.[0] === name);
  if (OWN_NAME.test(text) && (other !== undefined || !isDelivery)) {
    const found = logged(text);
    if (found.length > 0) return { headers: found, body: null };
  }
  if (other !== undefined)
    throw wrong(`a line of it is not written as Name: value (${JSON.stringify(shortened(other.line, MAXIMUM_NAME))})`);
  const rest = isCurl ? '' : (/^[\s\S]*?\r?\n[ \t]*\r?\n([\s\S]*)$/.exec(text)?.[1] ?? '');
  return { headers, body: rest.trim() === '' ? null : utf8Encode(rest) };
}

/** Headers of a delivery anywhere in a text. One that repeats with the same value counts once. */
function logged(text: string): readonly Header[] {
  if (text.length > MAXIMUM_LOG) throw wrong('it is a log of more than 65,536 characters');
  const found = new Map<string, string>();
  for (const [, written = '', value = ''] of text.matchAll(LOGGED)) {
    const name = written.toLowerCase().replaceAll('_', '-');
    if ((found.get(name) ?? value) !== value) throw wrong(`it has different values for the header ${name}`);
    found.set(name, value);
  }
  return [...found];
}

function wrong(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The headers cannot be read, because ${why}. Nothing was verified. Paste lines of \`Name: value\`, a log, or JSON with a text for each name.`,
  );
}
