import { visibleParts, visibleText } from '../../shared/wire/index.ts';

/** With more pieces the characters are spelled within the text, so that contents cannot fill a window with elements. */
const MAXIMUM_PIECES = 1_000;

export interface Piece {
  readonly text: string;
  /** True when the text names an invisible character: `U+202E`. */
  readonly named: boolean;
}

/** Cuts a text of another party, line feeds included, so that every character is visible. */
export function pieces(text: string): readonly Piece[] {
  const parts = visibleParts(text, true);
  if (parts.length > MAXIMUM_PIECES) return [{ text: visibleText(text, true), named: false }];
  return parts.map((part) =>
    typeof part === 'string'
      ? { text: part, named: false }
      : { text: `U+${part.toString(16).toUpperCase().padStart(4, '0')}`, named: true },
  );
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
export const spelled = (text: string): string => visibleText(text, true);
