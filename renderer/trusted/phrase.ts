import { completedWord, isEnglishPhrase, isPhraseWord, type PhraseFault } from '../../shared/secrets/index.ts';

/** The numbers of words that a recovery phrase can have (BIP-39). */
export const PHRASE_LENGTHS = [12, 15, 18, 21, 24] as const;
export type PhraseLength = (typeof PHRASE_LENGTHS)[number];

/** The state of a field: `unknown` is a word that is not in the list. Never the word itself. */
export type WordState = 'empty' | 'known' | 'unknown';

/** Returns the words of typed or pasted text, in lower case. Numbers before the words are left out. */
export const wordsIn = (text: string): string[] =>
  (text.normalize('NFKD').toLowerCase().match(/\S+/gu) ?? []).filter((word) => !/^\d{1,2}[.):]?$/.test(word));

/** Returns the number of fields for a pasted phrase of so many words: the next one that a phrase can have. */
export const lengthFor = (words: number): PhraseLength => PHRASE_LENGTHS.find((length) => length >= words) ?? 24;

/** Returns the word that a field's text stands for: the word of the list that it begins, else the text itself. */
export const wordFor = (text: string): string => completedWord(text) ?? text;

export function stateOf(word: string): WordState {
  if (word === '') return 'empty';
  return isPhraseWord(word) ? 'known' : 'unknown';
}

/** Returns true when most words are in no English list. The vault knows the lists of the other languages. */
export function isOtherLanguage(states: readonly WordState[]): boolean {
  const written = states.filter((state) => state !== 'empty').length;
  return written > 2 && states.filter((state) => state === 'unknown').length * 2 > written;
}

/** Returns the state of all fields as a sentence without its full stop. */
export function phraseWords(states: readonly WordState[]): string {
  const written = states.filter((state) => state !== 'empty').length;
  const unknown = states.flatMap((state, index) => (state === 'unknown' ? [index + 1] : []));
  if (isOtherLanguage(states))
    return `${written} of ${states.length} words, of another language. The vault checks them`;
  if (unknown.length > 1) return `Words ${unknown.join(', ')} are not in the list. Correct them`;
  if (unknown.length > 0) return `Word ${unknown.join(', ')} is not in the list. Correct it`;
  return written === states.length ? `${written} words, all in the list` : `${written} of ${states.length} words`;
}

/**
 * Returns why the texts of the fields are not a phrase yet, as a sentence. Undefined for a phrase with a right checksum.
 * `otherFault` checks words of another language. While its lists are not loaded it is null, and the vault checks them.
 */
export function phraseRefusal(
  texts: readonly string[],
  otherFault: ((words: readonly string[]) => PhraseFault) | null = null,
): string | undefined {
  const words = texts.map(wordFor);
  const states = words.map(stateOf);
  if (states.every((state) => state === 'known')) return isEnglishPhrase(words) ? undefined : WRONG_CHECKSUM;
  if (states.every((state) => state === 'empty')) return 'Type the recovery phrase.';
  if (states.includes('unknown') && !isOtherLanguage(states)) return `${phraseWords(states)}.`;
  const missing = states.indexOf('empty');
  return missing < 0 ? otherRefusal(otherFault?.(words) ?? null) : `Word ${missing + 1} is missing.`;
}

function otherRefusal(fault: PhraseFault): string | undefined {
  if (fault === null) return undefined;
  if (fault === 'checksum') return WRONG_CHECKSUM;
  const places = fault.unknown.map((place) => place + 1).join(', ');
  return fault.unknown.length === 1
    ? `Word ${places} is not in the list of its language. Correct it.`
    : `Words ${places} are in no list with the others. Correct them.`;
}

const WRONG_CHECKSUM =
  'All words are in the list, but the last one does not fit the others. Nothing was imported. Check each word and the order. A phrase of Electrum or LND is of another kind.';

/** Joins the words of fields into bytes, with one space between. The caller wipes the bytes. */
export function phraseBytes(fields: readonly Pick<HTMLInputElement, 'value'>[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = fields.flatMap(({ value }) => (value === '' ? [] : [encoder.encode(wordFor(value))]));
  const length = parts.reduce((sum, part) => sum + part.length, Math.max(parts.length - 1, 0));
  const bytes = new Uint8Array(length).fill(0x20);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length + 1;
    part.fill(0);
  }
  return bytes;
}
