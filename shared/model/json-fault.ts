import { codePointName } from './code-point.ts';

/** Finds the fault in a text that `JSON.parse` refuses. No message repeats the text, which can be a secret. */

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'];
const ESCAPES = '"\\/bfnrt';
const CODE_UNIT = /^[0-9a-fA-F]{4}$/;
const REST_OF_WORD = /[\w.+-]/;
const QUOTES = /['`‘’‚“”„«»]/;

type Open = '{' | '[';

/**
 * Returns the place and the fault of a text that is not JSON (RFC 8259).
 * Example: `line 2, column 7: a comma stands before a closing bracket`.
 * Repeats nothing of the text. Linear in the length of the text, at any depth.
 */
export function jsonFault(text: string): string {
  if (text.trim() === '') return 'it is empty';
  const found = firstFault(text);
  if (found === null) return 'it cannot be read';
  const before = text.slice(0, found.at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${found.why}`;
}

interface Fault {
  readonly at: number;
  readonly why: string;
}

function firstFault(text: string): Fault | null {
  const open: Open[] = [];
  let at = 0;
  /** The token that is expected next. A `first` one may also be the closing bracket. */
  let due: 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'end of value' = 'value';
  /** Returns the end of the number or word that begins here, or the current position when there is none. */
  const endOfScalar = (): number => {
    NUMBER.lastIndex = at;
    if (NUMBER.test(text)) return NUMBER.lastIndex;
    return at + (WORDS.find((known) => text.startsWith(known, at)) ?? '').length;
  };
  const close = () => {
    open.pop();
    at += 1;
    due = 'end of value';
  };
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const next = text[at];
    const inside = open.at(-1);
    if (next === undefined) {
      if (due === 'end of value' && inside === undefined) return null;
      return { at, why: inside === undefined ? 'a value is missing' : `it ends before ${CLOSING[inside]} closes it` };
    }
    if (due === 'end of value') {
      if (inside === undefined) return { at, why: afterEnd(next) };
      if (next === closerOf(inside)) close();
      else if (next === ',') {
        at += 1;
        due = inside === '{' ? 'name' : 'value';
      } else return { at, why: betweenItems(next, inside) };
    } else if (due === 'colon') {
      if (next !== ':') return { at, why: 'a colon is missing between a name and its value' };
      at += 1;
      due = 'value';
    } else if (due === 'first value' && next === ']') close();
    else if (due === 'first name' && next === '}') close();
    else if (next === '"') {
      const start = at;
      at = endOfText(text, at + 1);
      if (text[at] !== '"') return stringFault(text, start, at);
      at += 1;
      due = due.endsWith('name') ? 'colon' : 'end of value';
    } else if (due.endsWith('name')) return { at, why: nameFault(next) };
    else if (next === '{' || next === '[') {
      open.push(next);
      at += 1;
      due = next === '{' ? 'first name' : 'first value';
    } else {
      const end = endOfScalar();
      if (end === at || REST_OF_WORD.test(text[end] ?? ''))
        return { at, why: valueFault(text.slice(at, at + MAXIMUM_WORD)) };
      at = end;
      due = 'end of value';
    }
  }
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Returns the end of the string that begins before `at`: its quotation mark, or the first character not allowed in it.
 */
function endOfText(text: string, at: number): number {
  for (let end = at; ; end += 1) {
    const next = text[end];
    if (next === undefined || next === '"' || next < ' ') return end;
    if (next !== '\\') continue;
    const second = text[end + 1] ?? '';
    if (second === 'u' && CODE_UNIT.test(text.slice(end + 2, end + 6))) end += 5;
    else if (second !== '' && ESCAPES.includes(second)) end += 1;
    else return end;
  }
}

const CLOSING: Readonly<Record<Open, string>> = { '{': 'a curly bracket }', '[': 'a square bracket ]' };
const closerOf = (open: Open) => (open === '{' ? '}' : ']');

function afterEnd(next: string): string {
  if (isComment(next)) return COMMENT;
  if (next === '}' || next === ']') return 'a bracket is closed that was not opened';
  return 'text follows its end; give one JSON value only';
}

function betweenItems(next: string, inside: Open): string {
  if (next === ':' && inside === '[') return 'a list has no names; write an object in curly brackets';
  if (next === '}' || next === ']') return `another bracket is closed than ${inside}, which was opened last`;
  if (isComment(next)) return COMMENT;
  return 'a comma is missing';
}

function nameFault(next: string): string {
  if (next === '}') return COMMA_TOO_MANY;
  if (QUOTES.test(next)) return QUOTED_OTHERWISE;
  if (isComment(next)) return COMMENT;
  return 'a name must stand here, in double quotes';
}

function valueFault(rest: string): string {
  const next = rest.charAt(0);
  if (next === ']' || next === '}') return COMMA_TOO_MANY;
  if (next === ',') return 'a value is missing before a comma';
  if (QUOTES.test(next)) return QUOTED_OTHERWISE;
  if (isComment(next)) return COMMENT;
  if (/[\d.+-]/.test(next)) return numberFault(rest);
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(rest)) return 'a value is missing';
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(next) && next > ' ')
    return `an invisible character (${codePointName(next.charCodeAt(0))}) stands here; remove it`;
  const [word = ''] = /^\w*/.exec(rest) ?? [];
  const meant = Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined;
  return meant ?? 'a value must stand here: a text in double quotes, a number, true, false, null, an object or a list';
}

/** More than the longest of the words that are named. */
const MAXIMUM_WORD = 24;
/** Literals of other languages, which are not secrets. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  True: 'write true for True',
  TRUE: 'write true for TRUE',
  False: 'write false for False',
  FALSE: 'write false for FALSE',
  None: 'write null for None',
  NULL: 'write null for NULL',
  undefined: 'write null for undefined, or leave the member out',
  NaN: 'JSON has no NaN; write a number or null',
  Infinity: 'JSON has no Infinity; write a number or null',
};

function numberFault(rest: string): string {
  const number = rest.replace(/^-/, '');
  if (/^[+-]?0[xob]/i.test(rest))
    return 'JSON has decimal numbers only; write decimal digits, or a text in double quotes';
  if (/^0\d/.test(number)) return 'a number begins with a zero; take the zero away, or write a text in double quotes';
  if (number.startsWith('+')) return 'a number has no plus sign in JSON; remove it';
  if (/^\.\d/.test(number)) return 'a digit is missing before a point; write 0 there';
  if (/^\d+\.(?!\d)/.test(number)) return 'a digit is missing after a point';
  if (/^\d+[_'’]\d/.test(number)) return 'a number has no separators; write its digits alone';
  return 'a number is not in JSON form; write it as in 12, -3 or 0.5, or a text in double quotes';
}

const COMMA_TOO_MANY = 'a value is missing before a closing bracket; leave out the comma or colon before it';
const QUOTED_OTHERWISE = 'a text must be in double quotes (")';
const COMMENT = 'JSON has no comments';
const isComment = (next: string) => next === '/' || next === '#';

/** The fault of a string that begins at `start` and is malformed from `at` on. */
function stringFault(text: string, start: number, at: number): Fault {
  const next = text[at];
  if (next === undefined) return { at: start, why: 'the quotation mark that closes a text is missing' };
  if (next === '\\')
    return { at, why: 'a backslash in a text begins an escape that JSON does not have; write \\\\ for a backslash' };
  return {
    at,
    why: 'a text has a line end or another control character in it; write \\n for a line end, or close the text before it',
  };
}
