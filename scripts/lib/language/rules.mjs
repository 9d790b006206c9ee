/** Attributes, members and calls that never carry words for a reader, and those that always do. */

/** Attributes and members whose values are names for the program. */
export const NEVER = new Set([
  ...['accept', 'accessor', 'algorithm', 'align', 'autoCapitalize', 'autoComplete', 'autoCorrect', 'className'],
  ...['code', 'd', 'dir', 'event', 'fill', 'fillRule', 'href', 'htmlFor', 'icon', 'inputMode'],
  ...['kind', 'lang', 'layout', 'method', 'name', 'path', 'pattern', 'ref', 'rel', 'role', 'scope', 'shortcut'],
  ...['src', 'state', 'step', 'stroke', 'style', 'timeZone', 'tone', 'type', 'userVerification'],
  ...['variant', 'viewBox', 'weekday', 'width', 'xmlns'],
]);

/** Attributes that are names for the program, and are members with words elsewhere. */
export const NEVER_ATTRIBUTES = new Set(['as', 'id', 'key']);

/** A sentence is text in every member. */
export const SENTENCE = /^\p{Lu}.*\p{L} .*[.?]$/su;

/** Attributes and members whose values a reader sees or hears. One word of lower case counts there too. */
export const ALWAYS = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
  ...[
    'description',
    'empty',
    'headline',
    'help',
    'hint',
    'label',
    'many',
    'message',
    'noun',
    'one',
    'placeholder',
    'sentence',
  ],
  ...['short', 'text', 'title'],
]);

/** Methods whose arguments are compared or looked up. */
export const LOOKS_UP = new Set([
  ...[
    'addEventListener',
    'at',
    'closest',
    'createElement',
    'endsWith',
    'format',
    'get',
    'getAttribute',
    'has',
    'hasOwn',
  ],
  ...['includes', 'indexOf', 'lastIndexOf', 'localeCompare', 'matches', 'querySelector', 'querySelectorAll'],
  ...['removeEventListener', 'replace', 'replaceAll', 'set', 'setAttribute', 'split', 'startsWith', 'toggle'],
]);

/** Constructors whose texts no operator reads. */
export const UNREAD = new Set(['Error', 'RangeError', 'RegExp', 'TypeError', 'URL', 'Map']);

/** Functions that write a number and its noun. */
export const COUNTING = new Set(['counted']);

/** Functions whose arguments a reader sees, also one word in lower case. */
export const SAID = new Set([...COUNTING, 'worded']);

const CAPITAL = /^[^\p{L}\p{N}]*\p{Lu}\p{Ll}/u;
/** A name such as ArrowDown or clientDataJSON, which is no word. */
const JOINED = /^\S*\p{Ll}\p{Lu}\S*$/u;
const SPACED = new RegExp(
  [
    // Two words, or a number before a word.
    String.raw`\p{L}[\p{L}\p{N}’”),.:;%…]* [“‘(]?[\p{L}\p{N}]`,
    String.raw`^\d+ \p{Ll}{3}`,
    // A word and a value, with a space between them.
    String.raw`\}[^\p{L}\s]{0,2} [^\p{L}\s]?\p{L}`,
    String.raw`\p{L}[^\p{L}\s{]{0,2} \{`,
  ].join('|'),
  'u',
);
/** The path of a drawing. */
const DRAWN = /^M[\d.]/;
const LETTERS = /\p{L}{2}/u;

/**
 * Reports whether a text reads as words: it starts with a capital letter, or has a space between words.
 * @param {string} text with its holes as `{0}`
 */
export function readsAsWords(text) {
  const bare = text.replaceAll(/\{\d[^}]*\}/g, '');
  if (!LETTERS.test(bare) || DRAWN.test(text)) return false;
  if (CAPITAL.test(text)) return !JOINED.test(text);
  return SPACED.test(text);
}

/**
 * Reports whether a text in a place for words has a word.
 * @param {string} text
 */
export const hasLetters = (text) => LETTERS.test(text.replaceAll(/\{\d\}/g, '').replaceAll(/\{\d:/g, ''));
