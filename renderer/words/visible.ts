import { codePointName } from '../../shared/model/index.ts';
import { visibleParts, visibleText } from '../../shared/wire/index.ts';

/** With more pieces the characters are spelled within the text, so that contents cannot fill a window with elements. */
const MAXIMUM_PIECES = 1_000;

export interface Piece {
  readonly text: string;
  /** True when the text names an invisible character: `U+202E`. */
  readonly named: boolean;
  /** True for words that are written from right to left. They must not move the text around them. */
  readonly rightToLeft?: true;
}

/**
 * Words that are written from right to left, with the blanks and digits between them. The blocks are those of the classes
 * R and AL (UAX #9). Without isolation, a number after such a name would be drawn before it.
 */
const RIGHT_TO_LEFT = (() => {
  const letters = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
  return new RegExp(`[${letters}](?:[${letters}\\p{M}\\p{Nd} ]*[${letters}\\p{M}])?`, 'gu');
})();

/** Cuts a visible text at the words that are written from right to left. */
function inDirections(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const { 0: words, index } of text.matchAll(RIGHT_TO_LEFT)) {
    if (index > end) found.push({ text: text.slice(end, index), named: false });
    found.push({ text: words, named: false, rightToLeft: true });
    end = index + words.length;
  }
  return end < text.length || end === 0 ? [...found, { text: text.slice(end), named: false }] : found;
}

/** Cuts a text of another party, line feeds included, so that every character is visible and in its place. */
export function pieces(text: string): readonly Piece[] {
  const parts = visibleParts(text, true);
  if (parts.length > MAXIMUM_PIECES) return [{ text: visibleText(text, true), named: false }];
  const cut = (inText: (part: string) => readonly Piece[]) =>
    parts.flatMap((part) => (typeof part === 'string' ? inText(part) : [{ text: codePointName(part), named: true }]));
  const found = cut(inDirections);
  return found.length > MAXIMUM_PIECES ? cut((part) => [{ text: part, named: false }]) : found;
}

/**
 * Characters that an input cannot draw in place. Some change the direction of text (UAX #9: explicit formatting and
 * paragraph separators except line feeds). An input removes carriage returns.
 * Choice (drawn-in-order): the style sheet draws all others as they follow each other.
 */
const MISDRAWN = /(?![\n\t])[\p{Cc}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the text without the characters that an input cannot draw in place. */
export const drawable = (text: string): string => text.replaceAll(MISDRAWN, '');

/** Returns the same as text, for a tooltip or an accessible name. */
export const visibleString = (text: string): string => visibleText(text, true);
