/** Changes that programs on the way make to a body, undone. */
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';

/** A body as it may have been sent, and the change that made the received one of it. */
export interface Original {
  readonly change: string;
  readonly sent: Uint8Array;
}

interface Change {
  readonly text: string;
  /** Returns the bodies that the change may have had. Throws where it does not apply. */
  readonly undo: (body: string) => readonly (string | Uint8Array)[];
}

const BOM = '\uFEFF';
const ADDED_BREAK = 'a line break was added at its end';
const REMOVED_BREAK = 'a line break was removed at its end';
const SERIALISED = 'its JSON was parsed and serialised again';
const ESCAPED = 'characters of its JSON were escaped in another way';

/** Indents of JSON as common programs write it. */
const INDENTS = [undefined, 2, 4, '\t', 1, 3];

const CHANGES: readonly Change[] = [
  { text: ADDED_BREAK, undo: (body) => [body.replace(/\r?\n$/, '')] },
  { text: REMOVED_BREAK, undo: (body) => [`${body}\n`, `${body}\r\n`] },
  { text: 'its line breaks were changed', undo: (body) => [body.replaceAll('\n', '\r\n')] },
  { text: 'its line breaks were changed', undo: (body) => [body.replaceAll(/\r\n?/g, '\n')] },
  { text: 'a byte order mark was added at its start', undo: (body) => [body.replace(/^\uFEFF/, '')] },
  { text: 'a byte order mark was removed at its start', undo: (body) => [BOM + body] },
  { text: 'white space was added at its ends', undo: (body) => [body.trim()] },
  { text: ESCAPED, undo: (body) => [body.replaceAll('\\/', '/'), body.replaceAll('/', '\\/')] },
  { text: ESCAPED, undo: (body) => [unescaped(body), ...escaped(body)] },
  { text: SERIALISED, undo: (body) => written(body).flatMap((one) => [one, `${one}\n`]) },
  { text: 'it was put into a JSON text', undo: (body) => [textIn(body)] },
  {
    text: 'its characters were composed in another way',
    undo: (body) => [body.normalize('NFC'), body.normalize('NFD')],
  },
  { text: 'it was read as Latin-1 and encoded again as UTF-8', undo: (body) => [inOneByte(body)] },
  { text: 'it was encoded as base64', undo: (body) => [fromBase64(body)] },
  { text: 'it was encoded as hexadecimal digits', undo: (body) => [hexDecode(body.trim())] },
  { text: 'it was encoded for an address', undo: (body) => [decodeURIComponent(body.replaceAll('+', ' '))] },
];

/** Characters: a longer JSON is not written again, because anybody can send one. */
const LONGEST_JSON = 65_536;

/** Encodings that a program can turn a UTF-8 body into. */
const ENCODINGS = ['utf-16le', 'utf-16be', 'latin1'] as const;

/**
 * Returns the bodies that a received one may have been, by the usual changes. Each JSON can also have lost the line break
 * at its end, or got one. An arbitrary change of content leaves no trace, so it is not among them.
 */
export function* originalsOf(received: Uint8Array): Generator<Original> {
  const text = decoded(received, 'utf-8');
  if (text === null) {
    for (const encoding of ENCODINGS) {
      const sent = decoded(received, encoding);
      if (sent !== null)
        yield* [sent, sent.replace(/^\uFEFF/, '')].map((one) => ({
          change: 'it was sent as UTF-8 and encoded in another way',
          sent: utf8Encode(one),
        }));
    }
    return;
  }
  for (const { text: change, undo } of CHANGES)
    for (const sent of undone(undo, text)) yield { change, sent: typeof sent === 'string' ? utf8Encode(sent) : sent };
}

/** The bodies before the change. None where it does not apply. */
function undone(undo: Change['undo'], text: string): readonly (string | Uint8Array)[] {
  try {
    return undo(text);
  } catch {
    return [];
  }
}

/** The text of the bytes, with a byte order mark. Null for bytes of another encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The same JSON as other programs write it: with each indent, with sorted members, with spaces, and in ASCII alone. */
function written(body: string): readonly string[] {
  if (body.length > LONGEST_JSON) return [];
  const value: unknown = JSON.parse(body);
  const texts = [value, sortedIn(value)].flatMap((one) => [
    ...INDENTS.map((indent) => JSON.stringify(one, null, indent)),
    spaced(one),
  ]);
  return [...texts, ...texts.flatMap(escaped)];
}

/** The value with the members of each object in the order of their names. */
function sortedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedIn);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortedIn(member)]));
}

/** JSON on one line with a space behind each comma and colon, as Python writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text with its letters beyond ASCII escaped, and with the signs of HTML escaped, as Go writes them. */
const escaped = (body: string): readonly string[] => [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII stays as it is
  body.replaceAll(/[^\x00-\x7f]/g, codeOf),
  body.replaceAll(/[<>&\u2028\u2029]/g, codeOf),
];

/** The text with the characters in place of their escapes, but for those that JSON demands. */
const unescaped = (body: string): string =>
  body.replaceAll(/\\u([0-9a-fA-F]{4})/g, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return character < ' ' || character === '"' || character === '\\' ? whole : character;
  });

/** The text that a JSON text holds. Throws for any other value. */
function textIn(body: string): string {
  const value: unknown = JSON.parse(body);
  if (typeof value !== 'string') throw new TypeError('no JSON text');
  return value;
}

/** The text as bytes of one character each. Throws for a text with another character. */
function inOneByte(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xff) throw new RangeError('no Latin-1');
    return code;
  });
}

const fromBase64 = (body: string): Uint8Array => Uint8Array.from(Buffer.from(body, 'base64'));
